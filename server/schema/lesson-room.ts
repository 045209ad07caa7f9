// The library of topics, and which topic a lesson has.
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
  created_at bigint not null
);
create index topic_items_of_topic on topic_items (topic_id, position);

alter table lessons add column topic_id text references topics (id);
create index lessons_of_topic on lessons (topic_id) where topic_id is not null;
`;

export const lessonRoomTables = (): string[] => [tables];
