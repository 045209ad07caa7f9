// The calendar feeds.
import type { Generated } from 'kysely';

import type { Fixed, Instant, Optional } from './columns.ts';

const statements = `
create table calendar_feeds (
  id text primary key,
  token text not null unique check (length(token) >= 43),
  person_id text unique references people (id),
  admin_id text unique references admins (id),
  created_at bigint not null,
  -- A hash of the content last served, its revision, and when it last changed (whole seconds).
  content_hash text,
  revision integer not null default 0,
  changed_at bigint not null default 0,
  check ((person_id is null) <> (admin_id is null))
);
`;

export const calendarTables = (): string[] => [statements];

export interface CalendarTables {
  calendar_feeds: {
    id: Fixed<string>;
    token: Fixed<string>;
    person_id: Fixed<string | null>;
    admin_id: Fixed<string | null>;
    created_at: Fixed<Instant>;
    content_hash: Optional<string>;
    revision: Generated<number>;
    changed_at: Generated<Instant>;
  };
}
