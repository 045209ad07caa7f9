// The tutor's admins, and what signs people in: sessions, links and two-factor sign-in.
import type { Fixed, Instant } from './columns.ts';

const statements = `
create table admins (
  id text primary key,
  email text not null unique,
  name text not null,
  password_hash text not null,
  created_at bigint not null
);

-- One row for each pair of tokens. A renewed session stays until it expires, so that a second use
-- of its refresh token is noticed and ends the whole chain.
create table sessions (
  id text primary key,
  chain text not null,
  person_id text references people (id),
  admin_id text references admins (id),
  access_hash text not null unique,
  refresh_hash text not null unique,
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  check ((person_id is null) <> (admin_id is null))
);
create index sessions_age on sessions (expires_at);
create index sessions_chain on sessions (chain);
create index sessions_person on sessions (person_id, expires_at);
create index sessions_admin on sessions (admin_id, expires_at);

create table password_resets (
  token_hash text primary key,
  person_id text references people (id),
  admin_id text references admins (id),
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  check ((person_id is null) <> (admin_id is null))
);
create index password_resets_person on password_resets (person_id);
create index password_resets_admin on password_resets (admin_id);
create index password_resets_age on password_resets (expires_at);

-- Another address for an account. It counts once the link that was sent there has been followed.
create table email_changes (
  person_id text primary key references people (id),
  email text not null,
  token_hash text not null unique,
  created_at bigint not null,
  expires_at bigint not null
);
create index email_changes_age on email_changes (expires_at);

-- The links that confirm a person's present address; another address ends them.
create table email_confirmations (
  token_hash text primary key,
  person_id text not null references people (id),
  created_at bigint not null,
  expires_at bigint not null
);
create index email_confirmations_of_person on email_confirmations (person_id);
create index email_confirmations_age on email_confirmations (expires_at);

-- The secret counts only once enabled_at is set; last_step keeps a code from being used twice.
create table two_factor (
  admin_id text primary key references admins (id),
  secret text not null,
  enabled_at bigint,
  last_step bigint not null default 0
);

create table recovery_codes (
  admin_id text not null references admins (id),
  code_hash text not null,
  used_at bigint,
  primary key (admin_id, code_hash)
);

-- Each process without an admin has its own. Only one row can be used, so that only one of them
-- makes an admin.
create table setup_addresses (
  token_hash text primary key,
  expires_at bigint not null,
  used integer unique check (used = 1)
);
`;

export const authTables = (): string[] => [statements];

export interface AuthTables {
  admins: {
    id: Fixed<string>;
    email: string;
    name: string;
    password_hash: string;
    created_at: Fixed<Instant>;
  };
  sessions: {
    id: Fixed<string>;
    chain: Fixed<string>;
    person_id: Fixed<string | null>;
    admin_id: Fixed<string | null>;
    access_hash: Fixed<string>;
    refresh_hash: Fixed<string>;
    created_at: Fixed<Instant>;
    expires_at: Fixed<Instant>;
    ended_at: Instant | null;
  };
  password_resets: {
    token_hash: Fixed<string>;
    person_id: Fixed<string | null>;
    admin_id: Fixed<string | null>;
    created_at: Fixed<Instant>;
    expires_at: Fixed<Instant>;
    used_at: Instant | null;
  };
  email_changes: {
    person_id: Fixed<string>;
    email: string;
    token_hash: string;
    created_at: Instant;
    expires_at: Instant;
  };
  email_confirmations: {
    token_hash: Fixed<string>;
    person_id: Fixed<string>;
    created_at: Fixed<Instant>;
    expires_at: Fixed<Instant>;
  };
  two_factor: {
    admin_id: Fixed<string>;
    secret: string;
    enabled_at: Instant | null;
    last_step: number;
  };
  recovery_codes: { admin_id: Fixed<string>; code_hash: Fixed<string>; used_at: Instant | null };
  setup_addresses: {
    token_hash: Fixed<string>;
    expires_at: Fixed<Instant>;
    /** 1 for the address that made the first admin; null for all others. */
    used: 1 | null;
  };
}
