// The questions asked in lessons, and what students answer, watch and practise.
import type { Generated } from 'kysely';

import type { Result } from '../../domain/marking/marking.ts';
import type { Attempt } from '../../domain/topics/attempt.ts';
import type { Fixed, Instant, Optional } from './columns.ts';

const statements = `
-- A question put to the class during a lesson, once in each lesson, in one or two rounds.
create table asked_questions (
  id text primary key,
  lesson_id text not null references lessons (id),
  item_id text not null references topic_items (id),
  round integer not null default 1 check (round in (1, 2)),
  state text not null check (state in ('asked', 'closed', 'revealed')),
  asked_at bigint not null,
  revealed_at bigint,
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
  -- JSON.
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

export const roomTables = (): string[] => [statements];

export interface RoomTables {
  asked_questions: {
    id: Fixed<string>;
    lesson_id: Fixed<string>;
    item_id: Fixed<string>;
    round: Generated<number>;
    state: 'asked' | 'closed' | 'revealed';
    asked_at: Fixed<Instant>;
    revealed_at: Optional<Instant>;
  };
  attempts: {
    id: Fixed<string>;
    item_id: Fixed<string>;
    student_id: Fixed<string>;
    family_id: Fixed<string>;
    lesson_id: Fixed<string | null>;
    asked_id: Fixed<string | null>;
    mode: Fixed<Attempt['mode']>;
    round: Fixed<number | null>;
    try: Fixed<number>;
    answer: Fixed<string>;
    marking: string;
    result: Result | null;
    request_hash: Fixed<string | null>;
    given_at: Fixed<Instant>;
  };
  item_ticks: {
    item_id: Fixed<string>;
    student_id: Fixed<string>;
    family_id: Fixed<string>;
    ticked_at: Fixed<Instant>;
  };
  practice_boxes: {
    item_id: Fixed<string>;
    student_id: Fixed<string>;
    family_id: Fixed<string>;
    box: number | null;
    due_on: string | null;
  };
}
