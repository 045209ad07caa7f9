// The words of the tutor's site: the published versions, and the draft. What the build ships is
// version 0 and not stored.
import type { Fixed, Instant, Optional } from './columns.ts';
import { appendOnly, type Engine } from './triggers.ts';

const statements = `
create table site_versions (
  version integer primary key check (version >= 1),
  -- JSON, the whole content.
  content text not null,
  note text,
  published_at bigint not null,
  published_by text not null references admins (id)
);

-- One row, which is there from the beginning, so that every write is a guarded update.
create table site_draft (
  id integer primary key check (id = 1),
  -- JSON; null until the first draft is saved.
  content text,
  -- Counts the changes.
  revision integer not null check (revision >= 0),
  saved_at bigint,
  check ((content is null) = (saved_at is null) and (content is null) = (revision = 0))
);
insert into site_draft (id, revision) values (1, 0);
`;

export const siteTables = (engine: Engine): string[] => [
  statements,
  ...appendOnly(engine, 'site_versions'),
];

export interface SiteTables {
  site_versions: {
    version: Fixed<number>;
    content: Fixed<string>;
    note: Fixed<string | null>;
    published_at: Fixed<Instant>;
    published_by: Fixed<string>;
  };
  site_draft: {
    id: Fixed<number>;
    /** JSON; null until the first draft is saved. */
    content: string | null;
    revision: number;
    saved_at: Optional<Instant>;
  };
}
