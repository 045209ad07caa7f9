// The links "Can't come?" in reminders: their table and its type.
import type { Generated } from 'kysely';

import type { ExcuseAct } from '../../domain/lessons/excuse.ts';
import type { Instant, Optional } from './columns.ts';

const statements = `
-- When the family told the tutor that the student will be absent; null once it takes that back.
alter table bookings add column excused_at bigint;

-- One for each booking, made with its first reminder. Readable, because the next reminder has it
-- again. After an undo it belongs to the booking that replaces the one that was moved or cancelled.
create table excuse_links (
  token text primary key check (length(token) >= 43),
  booking_id text not null unique references bookings (id),
  expires_at bigint not null,
  act text check (act in ('move', 'cancel', 'tell')),
  acted_at bigint,
  -- The booking that a move has made.
  moved_to text references bookings (id),
  acts integer not null default 0 check (acts >= 0),
  check ((act is null) = (acted_at is null)),
  check ((moved_to is null) = (coalesce(act, '') <> 'move'))
);
create index excuse_links_expiring on excuse_links (expires_at);
`;

export const excuseLinks = (): string[] => [statements];

export interface ExcuseTables {
  excuse_links: {
    token: string;
    booking_id: string;
    expires_at: Instant;
    /** What it has done; null if nothing, or if that was undone. */
    act: Optional<ExcuseAct>;
    acted_at: Optional<Instant>;
    moved_to: Optional<string>;
    /** How often it has acted, including what was undone. */
    acts: Generated<number>;
  };
}
