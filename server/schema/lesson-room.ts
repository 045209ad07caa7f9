// The library of topics, which topic a lesson has, and what students answer.
const tables = `
create table topics (
  id text primary key,
  name text not null,
  course text not null check (course in ('gcse', 'a-level')),
  reference text not null default '',
  archived_at bigint,
  created_at bigint not null,
  updated_at bigint not null
);

create table topic_items (
  id text primary key,
  topic_id text not null references topics (id) on delete cascade,
  position integer not null check (position >= 0),
  kind text not null check (kind in ('video', 'slides', 'question')),
  content text not null,
  created_at bigint not null,
  -- Deleted after students had answered: it stays in their records alone.
  deleted_at bigint
);
create index topic_items_of_topic on topic_items (topic_id, position);

alter table lessons add column topic_id text references topics (id);
-- When the questions that were asked were revealed to all, after the lesson.
alter table lessons add column room_closed_at bigint;
create index lessons_to_close on lessons (starts_at)
  where topic_id is not null and room_closed_at is null;
create index lessons_of_topic on lessons (topic_id) where topic_id is not null;

-- A question put to the class during a lesson, once in each lesson, in one or two rounds.
create table asked_questions (
  id text primary key,
  lesson_id text not null references lessons (id),
  item_id text not null references topic_items (id),
  round integer not null default 1 check (round in (1, 2)),
  state text not null check (state in ('asked', 'closed', 'revealed')),
  asked_at bigint not null,
  unique (lesson_id, item_id)
);
create unique index asked_questions_open on asked_questions (lesson_id) where state = 'asked';
create index asked_questions_of_item on asked_questions (item_id);

create table attempts (
  id text primary key,
  item_id text not null references topic_items (id),
  student_id text not null,
  family_id text not null,
  -- Null in practice.
  lesson_id text references lessons (id),
  asked_id text references asked_questions (id),
  mode text not null check (mode in ('room', 'live', 'revise')),
  round integer check (round in (1, 2)),
  try integer not null check (try > 0),
  answer text not null,
  -- JSON: reason, reading, feedback and the misconceptions chosen, as they were marked.
  marking text not null,
  result text check (result in ('right', 'partly', 'wrong')),
  -- The hash of the Idempotency-Key, with which a repeat finds its first answer.
  request_hash text unique,
  given_at bigint not null,
  check ((mode = 'live') = (asked_id is not null and round is not null)),
  check ((mode = 'revise') = (lesson_id is null)),
  foreign key (student_id, family_id) references students (id, family_id) on delete cascade
);
create unique index attempts_room on attempts (student_id, item_id, try) where mode = 'room';
create unique index attempts_live on attempts (asked_id, round, student_id)
  where asked_id is not null;
create index attempts_of_student on attempts (student_id, item_id);
create index attempts_of_item on attempts (item_id);

-- Videos watched and slides read.
create table item_ticks (
  item_id text not null references topic_items (id) on delete cascade,
  student_id text not null,
  family_id text not null,
  ticked_at bigint not null,
  primary key (student_id, item_id),
  foreign key (student_id, family_id) references students (id, family_id) on delete cascade
);
create index item_ticks_of_item on item_ticks (item_id);

-- Questions that a student practises until they are learned.
create table practice_boxes (
  item_id text not null references topic_items (id),
  student_id text not null,
  family_id text not null,
  -- Null once the question is learned.
  box integer check (box between 1 and 5),
  -- A UK date.
  due_on text check ((due_on is null) = (box is null)),
  primary key (student_id, item_id),
  foreign key (student_id, family_id) references students (id, family_id) on delete cascade
);
create index practice_boxes_of_item on practice_boxes (item_id);
`;

export const lessonRoomTables = (): string[] => [tables];
