// What students did in the rooms of their lessons, for their family's data export. Nothing of a
// question that would give an answer away is included.
import type { FamilyData } from '../../domain/families/family.ts';
import type { Answer } from '../../domain/rooms/attempt.ts';
import { toIso } from '../../domain/time.ts';
import type { Db } from '../engine/database.ts';
import { askedColumns, isHidden } from './answers/attempts.ts';
import { readOpenOfFamily } from './open-questions.ts';

export async function collectPractice(
  db: Db,
  familyId: string,
  now: number,
): Promise<FamilyData['practice']> {
  // The indexes begin with the student.
  const students = db.selectFrom('students').select('id').where('family_id', '=', familyId);
  const attempts = await db
    .selectFrom('attempts')
    .innerJoin('topic_items', 'topic_items.id', 'attempts.item_id')
    .innerJoin('topics', 'topics.id', 'topic_items.topic_id')
    .leftJoin('asked_questions', 'asked_questions.id', 'asked_id')
    .leftJoin('lessons', 'lessons.id', 'attempts.lesson_id')
    .select(['student_id', 'topics.name as topic', 'mode', 'answer', 'result', 'given_at'])
    .select(['attempts.item_id as item_id', ...askedColumns])
    .where('student_id', 'in', students)
    .orderBy('given_at')
    .orderBy('attempts.id')
    .execute();
  const ticks = await db
    .selectFrom('item_ticks')
    .innerJoin('topic_items', 'topic_items.id', 'item_ticks.item_id')
    .innerJoin('topics', 'topics.id', 'topic_id')
    .select(['student_id', 'topics.name as topic', 'ticked_at'])
    .where('student_id', 'in', students)
    .orderBy('ticked_at')
    .execute();
  const boxes = await db
    .selectFrom('practice_boxes')
    .innerJoin('topic_items', 'topic_items.id', 'practice_boxes.item_id')
    .innerJoin('topics', 'topics.id', 'topic_id')
    .select(['student_id', 'topics.name as topic', 'box', 'due_on'])
    .where('student_id', 'in', students)
    .where('topic_items.deleted_at', 'is', null)
    .orderBy('due_on')
    .execute();
  const openSince = await readOpenOfFamily(db, familyId, now);
  return {
    answers: attempts.map(
      ({ student_id, item_id, answer, given_at, result, topic, mode, ...asked }) => ({
        topic,
        mode,
        result: isHidden(asked, openSince(student_id, item_id), now) ? null : result,
        Student_ID: student_id,
        // Written from this type.
        answer: JSON.parse(answer) as Answer,
        given_at: toIso(given_at),
      }),
    ),
    done: ticks.map(({ student_id, topic, ticked_at }) => ({
      Student_ID: student_id,
      topic,
      done_at: toIso(ticked_at),
    })),
    boxes: boxes.map(({ student_id, ...box }) => ({ ...box, Student_ID: student_id })),
  };
}
