// The free first lessons that families book themselves.
const statements = `
-- Whether families book their free first lesson themselves, and how many of them in one lesson.
alter table settings add column free_lesson text not null default 'at_once'
  check (free_lesson in ('at_once', 'ask'));
alter table settings add column free_spots_per_lesson integer not null default 2
  check (free_spots_per_lesson between 0 and 10);

-- The active bookings that families made as their free first lesson.
alter table lessons add column free_booked integer not null default 0
  check (free_booked between 0 and booked);
-- Booked as the family's free first lesson: it counts in free_booked of its lesson while active.
alter table bookings add column is_free_first integer not null default 0
  check (is_free_first in (0, 1));

-- The free first lessons that families have booked themselves and that their address has yet to
-- confirm. In time they end without a trace, or the credit is withdrawn with the marks of the grant.
create table unconfirmed_grants (
  family_id text primary key references families (id),
  granted_at bigint not null,
  -- JSON, what the grant has added to once_marks; null once they are deleted.
  marks text,
  -- The ledger entry that withdrew the credit. While it is the last one, the family may have its
  -- free lesson.
  withdrawn_entry integer,
  check ((marks is null) = (withdrawn_entry is not null)),
  foreign key (family_id, withdrawn_entry) references credit_ledger (family_id, seq)
);
create index unconfirmed_grants_pending on unconfirmed_grants (granted_at)
  where withdrawn_entry is null;
`;

export const freeFirstLessons = (): string[] => [statements];
