// What students did in the rooms of their lessons, for their family's data export. Nothing of a
// question that would give an answer away is included.
import type { FamilyData } from '../../domain/accounts/family-data.ts';
import { toIso } from '../../domain/time.ts';
import type { Answer } from '../../domain/topics/attempt.ts';
import type { TutorQuestion } from '../../domain/topics/question.ts';
import type { Item } from '../../domain/topics/topic.ts';
import type { Db } from '../engine/database.ts';
import { toItem } from '../topics/queries.ts';
import { questionColumns, isHidden } from './answers/attempts.ts';
import { readOpenOfFamily } from './open-questions.ts';

export async function collectPractice(
  db: Db,
  familyId: string,
  now: number,
): Promise<FamilyData['practice']> {
  const { attempts, ticks, boxes } = await readPracticeRows(db, familyId);
  const openSince = await readOpenOfFamily(db, familyId, now);
  const items = await readItems(
    db,
    [...attempts, ...ticks, ...boxes].map(({ item_id }) => item_id),
  );
  return {
    answers: attempts.map(
      ({ student_id, item_id, answer: stored, given_at, result, topic, mode, ...facts }) => {
        // Written from this type.
        const answer = JSON.parse(stored) as Answer;
        return {
          Student_ID: student_id,
          topic,
          question: questionIn(items, item_id).text,
          mode,
          answer,
          chosen: chosenTexts(questionIn(items, item_id), answer),
          result: isHidden(facts, openSince(student_id, item_id), now) ? null : result,
          given_at: toIso(given_at),
        };
      },
    ),
    done: ticks.map(({ student_id, item_id, topic, ticked_at }) => ({
      Student_ID: student_id,
      topic,
      ...mediaIn(items, item_id),
      done_at: toIso(ticked_at),
    })),
    boxes: boxes.map(({ student_id, item_id, topic, ...box }) => ({
      Student_ID: student_id,
      topic,
      question: questionIn(items, item_id).text,
      ...box,
    })),
  };
}

/** The answers, ticks and practice boxes of the family's students, each with its topic. */
async function readPracticeRows(db: Db, familyId: string) {
  // The indexes begin with the student.
  const students = db.selectFrom('students').select('id').where('family_id', '=', familyId);
  const attempts = await db
    .selectFrom('attempts')
    .innerJoin('topic_items', 'topic_items.id', 'attempts.item_id')
    .innerJoin('topics', 'topics.id', 'topic_items.topic_id')
    .leftJoin('asked_questions', 'asked_questions.id', 'asked_id')
    .leftJoin('lessons', 'lessons.id', 'attempts.lesson_id')
    .select(['student_id', 'topics.name as topic', 'mode', 'answer', 'result', 'given_at'])
    .select(['attempts.item_id as item_id', ...questionColumns])
    .where('student_id', 'in', students)
    .orderBy('given_at')
    .orderBy('attempts.id')
    .execute();
  const ticks = await db
    .selectFrom('item_ticks')
    .innerJoin('topic_items', 'topic_items.id', 'item_ticks.item_id')
    .innerJoin('topics', 'topics.id', 'topic_id')
    .select(['student_id', 'item_id', 'topics.name as topic', 'ticked_at'])
    .where('student_id', 'in', students)
    .orderBy('ticked_at')
    .execute();
  const boxes = await db
    .selectFrom('practice_boxes')
    .innerJoin('topic_items', 'topic_items.id', 'practice_boxes.item_id')
    .innerJoin('topics', 'topics.id', 'topic_id')
    .select(['student_id', 'item_id', 'topics.name as topic', 'box', 'due_on'])
    .where('student_id', 'in', students)
    .where('topic_items.deleted_at', 'is', null)
    .orderBy('due_on')
    .execute();
  return { attempts, ticks, boxes };
}

type Items = ReadonlyMap<string, Item>;

/** The items with these ids, deleted ones included. */
async function readItems(db: Db, ids: string[]): Promise<Items> {
  const all = new Map<string, Item>();
  const itemIds = [...new Set(ids)];
  // Few enough for one statement each.
  for (let from = 0; from < itemIds.length; from += BATCH) {
    const rows = await db
      .selectFrom('topic_items')
      .select(['id', 'kind', 'content'])
      .where('id', 'in', itemIds.slice(from, from + BATCH))
      .execute();
    for (const row of rows) all.set(row.id, toItem(row));
  }
  return all;
}

const BATCH = 500;

/** Only questions are answered. */
function questionIn(items: Items, id: string): TutorQuestion {
  const item = items.get(id);
  if (item?.kind !== 'question') throw new Error(`item ${id} is no question`);
  return item.question;
}

/** Only videos and slides are ticked. */
function mediaIn(items: Items, id: string) {
  const item = items.get(id);
  if (item === undefined || item.kind === 'question')
    throw new Error(`item ${id} cannot be ticked`);
  return { kind: item.kind, title: item.title };
}

/** The student's own choices alone; the tutor may have deleted one since. */
function chosenTexts(question: TutorQuestion, answer: Answer): string[] | null {
  if (question.kind !== 'choice') return null;
  return question.choices.filter(({ id }) => answer.includes(id)).map(({ text }) => text);
}
