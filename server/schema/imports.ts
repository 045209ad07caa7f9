// Families that the tutor has brought along from another product: their tables and types.
import type { Generated } from 'kysely';

import type { Fixed, Instant, Optional } from './columns.ts';

const statements = `
create table imports (
  id text primary key,
  admin_id text not null references admins (id),
  created_at bigint not null,
  -- When the last invitation of it and of earlier imports is due: invitations are sent slowly, and
  -- those of the next import follow.
  invited_until bigint not null,
  undone_at bigint,
  -- The families that undoing it has removed so far, and those that it kept in the end.
  removed integer not null default 0 check (removed >= 0),
  kept integer not null default 0 check (kept >= 0),
  check (undone_at is not null or kept = 0)
);

-- Until the import is undone or old. A family is unused while its parent has no password, it never
-- had a booking, and last_entry is the last entry of its ledger.
create table imported_families (
  family_id text primary key references families (id),
  import_id text not null references imports (id),
  last_entry integer,
  foreign key (family_id, last_entry) references credit_ledger (family_id, seq)
);
create index imported_families_of_import on imported_families (import_id, family_id);

-- The links with which imported parents choose a password.
create table import_invitations (
  person_id text primary key references people (id),
  token_hash text not null unique,
  expires_at bigint not null
);
create index import_invitations_age on import_invitations (expires_at);

-- Until the invitation is due. Its email and its link are made then, so that an import is short.
create table due_import_invitations (
  person_id text primary key references people (id),
  due_at bigint not null
);
create index due_import_invitations_age on due_import_invitations (due_at, person_id);
`;

export const importTables = (): string[] => [statements];

export interface ImportTables {
  imports: {
    id: Fixed<string>;
    admin_id: Fixed<string>;
    created_at: Fixed<Instant>;
    invited_until: Instant;
    undone_at: Optional<Instant>;
    removed: Generated<number>;
    kept: Generated<number>;
  };
  imported_families: {
    family_id: Fixed<string>;
    import_id: Fixed<string>;
    last_entry: Fixed<number | null>;
  };
  import_invitations: {
    person_id: Fixed<string>;
    token_hash: Fixed<string>;
    expires_at: Fixed<Instant>;
  };
  due_import_invitations: { person_id: Fixed<string>; due_at: Instant };
}
