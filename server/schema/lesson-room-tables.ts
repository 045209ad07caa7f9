// The tables of topics, the questions asked in lessons, and what students answer.
import type { Generated } from 'kysely';

import type { Course } from '../../domain/course.ts';
import type { Result } from '../../domain/marking/marking.ts';
import type { Attempt } from '../../domain/rooms/attempt.ts';
import type { Item } from '../../domain/topics/topic.ts';
import type { Fixed, Instant, Optional } from './columns.ts';

export interface LessonRoomTables {
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
    /** From 0, without gaps among the items that are not deleted. */
    position: number;
    kind: Fixed<Item['kind']>;
    /** JSON, as the tutor sees it, without its id and kind. */
    content: string;
    created_at: Fixed<Instant>;
    deleted_at: Optional<Instant>;
  };
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
    /** JSON. */
    answer: Fixed<string>;
    /** JSON of a StoredMarking. */
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
    /** Null, like due_on, once the question is learned. */
    box: number | null;
    /** A UK date. */
    due_on: string | null;
  };
}
