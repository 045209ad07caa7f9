// Lessons, bookings, waiting lists, and the links "Can't come?" in reminders.
import type { ColumnType, Generated } from 'kysely';

import type { ExcuseAct } from '../../domain/lessons/excuse.ts';
import type { Fixed, Instant, Optional } from './columns.ts';
import { counter, type Engine } from './triggers.ts';

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
  -- Includes expired reservations that are not released yet.
  reserved integer not null default 0,
  -- The active bookings that families made as their free first lesson.
  free_booked integer not null default 0 check (free_booked between 0 and booked),
  -- The length of the waiting list, maintained by a trigger.
  waiting integer not null default 0 check (waiting >= 0),
  created_at bigint not null,
  -- When it was planned, or last moved to another time.
  moved_at bigint not null,
  -- The start before that move, until what depends on it is forgotten; null if it came back to it.
  moved_from bigint,
  deleted_at bigint,
  topic_id text references topics (id),
  -- When the questions that were asked were revealed to all, after the lesson.
  room_closed_at bigint,
  -- What the tutor says to all families in the letter after the lesson.
  letter_sentence text not null default '',
  -- The tutor does not want that letter.
  letter_off integer not null default 0 check (letter_off in (0, 1)),
  check (booked between 0 and max_students),
  check (reserved >= 0 and booked + reserved <= max_students),
  check (deleted_at is null or booked = 0)
);
create index lessons_start on lessons (starts_at, id) where deleted_at is null;
create index lessons_waited_for on lessons (starts_at) where waiting > 0;
create index lessons_deleted on lessons (starts_at) where deleted_at is not null;
create index lessons_to_close on lessons (starts_at)
  where topic_id is not null and room_closed_at is null;
create index lessons_moved on lessons (moved_at) where moved_from is not null;
create index lessons_of_topic on lessons (topic_id) where topic_id is not null;

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
  -- When the tutor took that back: the student was there.
  present_at bigint,
  -- When the family told the tutor that the student will be absent; null once it takes that back.
  excused_at bigint,
  -- What the booking costs now, maintained by a trigger on its ledger entries: it never costs twice
  -- and never returns its credit twice.
  charged integer not null default 0 check (charged between 0 and 1),
  -- The thread of its emails and the UID of its calendar event; null when that is its own id.
  thread text,
  uid text,
  -- The ledger entry that paid for it; null when that is its own entry.
  paid_entry integer,
  join_token text check (join_token is null or (cancelled_at is null and length(join_token) >= 43)),
  -- Hashes of earlier tokens, the latest first. A signed-in member of the family is led on from an
  -- old link. They end with the join link.
  former_join_hashes text check (former_join_hashes is null or join_token is not null),
  -- When the link was first used to join.
  joined_at bigint,
  -- Booked as the family's free first lesson: it counts in free_booked of its lesson while active.
  is_free_first integer not null default 0 check (is_free_first in (0, 1)),
  -- When the letter after the lesson was queued, or its family did not want it; and whether it led
  -- to the slides, which are then not announced again.
  letter_at bigint,
  letter_has_slides integer not null default 0 check (letter_has_slides in (0, 1)),
  check (absent_at is null or present_at is null),
  check (letter_has_slides = 0 or letter_at is not null),
  foreign key (student_id, family_id) references students (id, family_id)
);
create unique index bookings_join_token on bookings (join_token) where join_token is not null;
create unique index bookings_active on bookings (lesson_id, family_id, student_id)
  where cancelled_at is null;
create index bookings_of_family on bookings (family_id, created_at);
-- Cancelled bookings pile up, and cost no read.
create index bookings_active_of_family on bookings (family_id, lesson_id)
  where cancelled_at is null;
create index bookings_free_first on bookings (family_id) where is_free_first = 1;
create index bookings_absent on bookings (lesson_id)
  where absent_at is not null and cancelled_at is null;

create table waiting_list_entries (
  lesson_id text not null references lessons (id),
  student_id text not null,
  family_id text not null,
  -- Entries are promoted in ascending order.
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
  -- When a spot last went past the student, who has another lesson at that time.
  clashed_at bigint,
  -- The parents are emailed once for each entry, after the commit.
  clash_notice text
    check (clash_notice is null or (clash_notice in ('due', 'sent') and clashed_at is not null)),
  primary key (lesson_id, student_id),
  unique (lesson_id, number),
  foreign key (student_id, family_id) references students (id, family_id) on delete cascade
);
create index waiting_list_entries_due on waiting_list_entries (lesson_id, number)
  where due_notice is not null;
create index waiting_list_entries_clash_due on waiting_list_entries (lesson_id, number)
  where clash_notice = 'due';
create index waiting_list_entries_of_family on waiting_list_entries (family_id);
create index waiting_list_entries_of_student on waiting_list_entries (student_id, family_id);

-- One for each booking, made with its first reminder. Readable, because the next reminder has it
-- again. After an undo it belongs to the booking that replaces the one that was moved or cancelled.
create table excuse_links (
  token text primary key check (length(token) >= 43),
  booking_id text not null unique references bookings (id),
  expires_at bigint not null,
  -- What it has done; null if nothing, or if that was undone.
  act text check (act in ('move', 'cancel', 'tell')),
  acted_at bigint,
  -- The booking that a move has made.
  moved_to text references bookings (id),
  -- How often it has acted, including what was undone.
  acts integer not null default 0 check (acts >= 0),
  check ((act is null) = (acted_at is null)),
  check ((moved_to is null) = (coalesce(act, '') <> 'move'))
);
create index excuse_links_expiring on excuse_links (expires_at);
create index excuse_links_moved_to on excuse_links (moved_to) where moved_to is not null;
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

export interface LessonTables {
  lessons: {
    id: Fixed<string>;
    date: string;
    time: string;
    starts_at: Instant;
    name: string;
    meeting_link: string;
    max_students: number;
    notes: string;
    booked: Generated<number>;
    reserved: Generated<number>;
    free_booked: Generated<number>;
    waiting: ColumnType<number, never, never>;
    created_at: Fixed<Instant>;
    moved_at: Instant;
    moved_from: Optional<Instant>;
    deleted_at: Instant | null;
    topic_id: Optional<string>;
    room_closed_at: Optional<Instant>;
    letter_sentence: Generated<string>;
    letter_off: Generated<number>;
  };
  bookings: {
    id: Fixed<string>;
    lesson_id: Fixed<string>;
    family_id: Fixed<string>;
    student_id: Fixed<string>;
    created_at: Fixed<Instant>;
    cancelled_at: Instant | null;
    absent_at: Optional<Instant>;
    present_at: Optional<Instant>;
    excused_at: Optional<Instant>;
    thread: ColumnType<string | null, string | null | undefined, never>;
    uid: ColumnType<string | null, string | null | undefined, never>;
    paid_entry: Optional<number>;
    join_token: Optional<string>;
    former_join_hashes: Optional<string>;
    joined_at: Optional<Instant>;
    is_free_first: Generated<number>;
    letter_at: Optional<Instant>;
    letter_has_slides: Generated<number>;
    charged: ColumnType<number, never, never>;
  };
  waiting_list_entries: {
    lesson_id: Fixed<string>;
    student_id: Fixed<string>;
    family_id: Fixed<string>;
    number: Fixed<number>;
    joined_at: Fixed<Instant>;
    passed_over_at: Optional<Instant>;
    opened_at: Optional<Instant>;
    joined_by_student: Generated<number>;
    due_notice: Optional<'passed_over' | 'open'>;
    clashed_at: Optional<Instant>;
    clash_notice: Optional<'due' | 'sent'>;
  };
  excuse_links: {
    token: string;
    booking_id: string;
    expires_at: Instant;
    act: Optional<ExcuseAct>;
    acted_at: Optional<Instant>;
    moved_to: Optional<string>;
    acts: Generated<number>;
  };
}
