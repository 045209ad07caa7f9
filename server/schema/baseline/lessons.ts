// Lessons, bookings and waiting lists.
import { counter, type Engine } from '../triggers.ts';

const tables = `
-- booked counts the active bookings, reserved the spots of families that are paying; together they
-- never exceed the spots there are. A deleted lesson has no bookings.
create table lessons (
  id text primary key,
  date text not null,
  time text not null,
  starts_at bigint not null,
  name text not null,
  meeting_link text not null,
  max_students integer not null check (max_students between 1 and 50),
  notes text not null default '',
  booked integer not null default 0,
  reserved integer not null default 0,
  waiting integer not null default 0 check (waiting >= 0),
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  check (booked between 0 and max_students),
  check (reserved >= 0 and booked + reserved <= max_students),
  check (deleted_at is null or booked = 0)
);
create index lessons_start on lessons (starts_at, id) where deleted_at is null;
create index lessons_waited_for on lessons (starts_at) where waiting > 0;

-- Active while it is not cancelled. A lesson that is deleted after its start keeps its bookings,
-- which still count as attended.
create table bookings (
  id text primary key,
  lesson_id text not null references lessons (id),
  family_id text not null references families (id),
  student_id text not null,
  created_at bigint not null,
  cancelled_at bigint,
  -- The student was not there, and the credit has been returned.
  absent_at bigint,
  -- What the booking costs now, maintained by a trigger on its ledger entries: it never costs twice
  -- and never returns its credit twice.
  charged integer not null default 0 check (charged between 0 and 1),
  thread text,
  uid text,
  paid_entry integer,
  join_token text check (join_token is null or (cancelled_at is null and length(join_token) >= 43)),
  -- Hashes of earlier tokens, the latest first. A signed-in member of the family is led on from an
  -- old link. They end with the join link.
  former_join_hashes text check (former_join_hashes is null or join_token is not null),
  joined_at bigint,
  foreign key (student_id, family_id) references students (id, family_id)
);
create unique index bookings_join_token on bookings (join_token) where join_token is not null;
create unique index bookings_active on bookings (lesson_id, family_id, student_id)
  where cancelled_at is null;
create index bookings_of_family on bookings (family_id, created_at);

create table waiting_list_entries (
  lesson_id text not null references lessons (id),
  student_id text not null,
  family_id text not null,
  number integer not null check (number > 0),
  joined_at bigint not null,
  -- Each family is emailed once that a spot went past it without a credit, and once that a spot is
  -- open to all.
  passed_over_at bigint,
  opened_at bigint,
  -- The student's own sign-in has joined: the entry ends with that sign-in and its right to book.
  joined_by_student integer not null default 0 check (joined_by_student in (0, 1)),
  -- Marked in the transaction that frees the spot; the email is queued after its commit.
  due_notice text check (due_notice in ('passed_over', 'open')),
  primary key (lesson_id, student_id),
  unique (lesson_id, number),
  foreign key (student_id, family_id) references students (id, family_id) on delete cascade
);
create index waiting_list_entries_due on waiting_list_entries (lesson_id, number)
  where due_notice is not null;
create index waiting_list_entries_of_family on waiting_list_entries (family_id);
create index waiting_list_entries_of_student on waiting_list_entries (student_id, family_id);
`;

export const lessonTables = (engine: Engine): string[] => [
  tables,
  ...counter(engine, {
    rows: 'waiting_list_entries',
    by: 'lesson_id',
    table: 'lessons',
    column: 'waiting',
  }),
];
