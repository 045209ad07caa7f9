// The library of topics.
import type { Course } from '../../domain/course.ts';
import type { Item } from '../../domain/topics/topic.ts';
import type { Fixed, Instant, Optional } from './columns.ts';

const statements = `
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
  -- From 0, without gaps among the items that are not deleted.
  position integer not null check (position >= 0),
  kind text not null check (kind in ('video', 'slides', 'question')),
  -- JSON, as the tutor sees it, without its id and kind.
  content text not null,
  created_at bigint not null,
  -- Deleted after students had answered: it stays in their records alone.
  deleted_at bigint
);
create index topic_items_of_topic on topic_items (topic_id, position);
`;

export const topicTables = (): string[] => [statements];

export interface TopicTables {
  topics: {
    id: Fixed<string>;
    name: string;
    course: Course;
    reference: string;
    archived_at: Instant | null;
    created_at: Fixed<Instant>;
    updated_at: Instant;
  };
  topic_items: {
    id: Fixed<string>;
    topic_id: Fixed<string>;
    position: number;
    kind: Fixed<Item['kind']>;
    content: string;
    created_at: Fixed<Instant>;
    deleted_at: Optional<Instant>;
  };
}
