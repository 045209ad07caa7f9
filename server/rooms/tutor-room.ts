// Reads the room of a lesson for the tutor: who is there, what they prepared and answered, which
// questions were missed, and whom to help.
import { Refusal } from '../../domain/errors.ts';
import { type ItemResult, roomState } from '../../domain/rooms/room.ts';
import type { TutorRoom } from '../../domain/rooms/tutor-room.ts';
import { toIso } from '../../domain/time.ts';
import type { Item } from '../../domain/topics/topic.ts';
import type { Db } from '../engine/database.ts';
import type { StoredMarking } from '../topics/mark.ts';
import { listItems } from '../topics/queries.ts';
import { readLetter } from './letter/letter.ts';
import { listQuestions, viewForTutor } from './live/questions.ts';
import { roomStart } from './room-start.ts';
import { bookedStudents } from './students.ts';

/** Up to this many students are named to the tutor for help: they missed this many questions. */
export const HELP = { students: 5, minMissed: 2 } as const;

/** A student's first answer to a question of the topic. */
interface FirstAnswer {
  readonly student_id: string;
  readonly item_id: string;
  readonly result: 'right' | 'partly' | 'wrong';
  readonly marking: string;
}

/** Throws lesson_not_found. */
export async function readTutorRoom(
  db: Db,
  id: string,
  { now, present }: { now: number; present: ReadonlySet<string> },
): Promise<TutorRoom> {
  const lesson = await db
    .selectFrom('lessons')
    .leftJoin('topics', 'topics.id', 'topic_id')
    .select(['lessons.name as Lesson_Name', 'starts_at', 'moved_from'])
    .select(['meeting_link', 'topic_id', 'topics.name as topic', 'reference'])
    .where('lessons.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (lesson === undefined) throw new Refusal('lesson_not_found');
  const { Lesson_Name: lessonName, meeting_link, topic_id, topic, reference } = lesson;
  const starts_at = toIso(roomStart(lesson, now));
  const state = roomState({ starts_at }, now);
  const students = await listStudents(db, id);
  const items = topic_id === null ? [] : await listItems(db, topic_id);
  const booked = new Set(students.map(({ student_id }) => student_id));
  const itemIds = items.map((item) => item.id);
  const [first, ticks, questions] = await Promise.all([
    listFirstAnswers(db, id, itemIds),
    listTicks(db, id, itemIds),
    listQuestions(db, id),
  ]);
  const resultsOf = (studentId: string): Record<string, ItemResult> => ({
    ...Object.fromEntries(
      ticks
        .filter(({ student_id }) => student_id === studentId)
        .map(({ item_id }) => [item_id, 'done' as const]),
    ),
    ...Object.fromEntries(
      first
        .filter(({ student_id }) => student_id === studentId)
        .map(({ item_id, result }) => [item_id, result]),
    ),
  });
  return {
    lesson: { id, Lesson_Name: lessonName, starts_at, state, Meeting_Link: meeting_link },
    topic:
      topic_id === null ? null : { id: topic_id, name: topic ?? '', reference: reference ?? '' },
    items,
    students: students.map(({ student_id, name, joined_at }) => ({
      Student_ID: student_id,
      Student_Name: name,
      joined_at: joined_at === null ? null : toIso(joined_at),
      here: present.has(student_id),
      results: resultsOf(student_id),
    })),
    asked: questions.map((one) =>
      viewForTutor(one, { booked, present, isOver: state === 'after' }),
    ),
    missed: listMissedQuestions(items, first),
    help: listHelp([...booked], first),
    letter: await readLetter(db, id, now),
  };
}

/** The students with an active booking, by name. */
function listStudents(db: Db, lessonId: string) {
  return bookedStudents(db)
    .select(['student_id', 'students.name as name', 'joined_at'])
    .where('lesson_id', '=', lessonId)
    .orderBy('students.name')
    .orderBy('student_id')
    .execute();
}

/** Their ids, for a query. */
const studentsIn = (db: Db, lessonId: string) =>
  bookedStudents(db).select('student_id').where('lesson_id', '=', lessonId);

async function listFirstAnswers(db: Db, lessonId: string, itemIds: string[]) {
  if (itemIds.length === 0) return [];
  const rows = await db
    .selectFrom('attempts')
    .select(['student_id', 'item_id', 'result', 'marking'])
    .where('student_id', 'in', studentsIn(db, lessonId))
    .where('item_id', 'in', itemIds)
    .where('mode', '<>', 'revise')
    .where('result', 'is not', null)
    .$narrowType<{ result: FirstAnswer['result'] }>()
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return [...new Map(rows.map((row) => [`${row.student_id} ${row.item_id}`, row])).values()];
}

async function listTicks(db: Db, lessonId: string, itemIds: string[]) {
  if (itemIds.length === 0) return [];
  return db
    .selectFrom('item_ticks')
    .select(['student_id', 'item_id'])
    .where('student_id', 'in', studentsIn(db, lessonId))
    .where('item_id', 'in', itemIds)
    .execute();
}

/** The questions that somebody's first answer missed: most not right first, then most wrong. */
function listMissedQuestions(items: Item[], first: FirstAnswer[]): TutorRoom['missed'] {
  return items
    .map(({ id }) => {
      const answers = first.filter(({ item_id }) => item_id === id);
      const count = (result: FirstAnswer['result']) =>
        answers.filter((answer) => answer.result === result).length;
      return {
        Item_ID: id,
        right: count('right'),
        partly: count('partly'),
        wrong: count('wrong'),
        misconceptions: countMisconceptions(answers),
      };
    })
    .filter(({ partly, wrong }) => partly + wrong > 0)
    .toSorted(
      (one, other) =>
        other.partly + other.wrong - (one.partly + one.wrong) || other.wrong - one.wrong,
    );
}

/** How often each was chosen, the most frequent first. */
function countMisconceptions(answers: FirstAnswer[]) {
  const counts = new Map<string, number>();
  for (const { marking } of answers)
    // Written from this very type.
    for (const text of new Set((JSON.parse(marking) as StoredMarking).misconceptions))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .map(([text, count]) => ({ text, count }))
    .toSorted((one, other) => other.count - one.count || one.text.localeCompare(other.text));
}

/** The students who missed several questions, most first. */
function listHelp(students: string[], first: FirstAnswer[]): string[] {
  const missedBy = (id: string) =>
    first.filter(({ student_id, result }) => student_id === id && result !== 'right').length;
  return students
    .map((id) => ({ id, missed: missedBy(id) }))
    .filter(({ missed }) => missed >= HELP.minMissed)
    .toSorted((one, other) => other.missed - one.missed)
    .slice(0, HELP.students)
    .map(({ id }) => id);
}
