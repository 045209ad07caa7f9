// Reads what the letter after a lesson says of each student.
import { sql } from 'kysely';

import { courseOf } from '../../../domain/course.ts';
import { attendedOf } from '../../../domain/rooms/letter-words.ts';
import { isAnswerVisible, roomEndsAt } from '../../../domain/rooms/room.ts';
import { activeBookings } from '../../booking/active-bookings.ts';
import type { LessonFacts } from '../../booking/lessons.ts';
import type { Db } from '../../engine/database.ts';
import { listOpenLessons } from '../../lessons/next-lessons.ts';
import { hasSlides } from '../../lessons/slides.ts';
import { plainReading } from '../../topics/plain.ts';
import { questionOf } from '../../topics/queries.ts';
import { attemptsOf, firstResult, isHidden, questionColumns } from '../answers/attempts.ts';
import { readOpenSince } from '../open-questions.ts';
import { bookedStudents } from '../students.ts';
import type { LetterPart } from './letter-emails.ts';

/** How many characters of a question, and how many lessons to book, a letter has. */
const WORDS_MAX = 120;
const OFFERS = 3;

/** The bookings that letters are about: of students who neither left nor were excused. */
export const letterBookings = (db: Db) =>
  bookedStudents(db)
    .innerJoin('families', 'families.id', 'bookings.family_id')
    .select([
      'bookings.id as id',
      'bookings.thread as thread',
      'uid',
      'lesson_id',
      'student_id',
      'bookings.family_id as family_id',
      'students.name as student_name',
      'may_book',
      'joined_at',
      'absent_at',
      'present_at',
      'families.letters as letters',
    ])
    .where('excused_at', 'is', null)
    .orderBy('students.created_at')
    .orderBy('students.id');

export type LetterBooking = Awaited<
  ReturnType<ReturnType<typeof letterBookings>['execute']>
>[number];

/** A lesson with all that its letters say alike. */
interface LetterLesson extends LessonFacts {
  readonly topicId: string | null;
  readonly topic: string | null;
  readonly course: ReturnType<typeof courseOf>;
  readonly sentence: string;
  readonly hasSlides: boolean;
}

/**
 * What a letter at `now` says of each booking, in their order. `sentence` replaces the stored ones.
 */
export async function readLetterParts(
  db: Db,
  lessons: ReadonlyMap<string, LessonFacts>,
  bookings: LetterBooking[],
  now: number,
  sentence?: string,
): Promise<LetterPart[]> {
  const parts: LetterPart[] = [];
  for (const booking of bookings) {
    const facts = lessons.get(booking.lesson_id);
    if (facts === undefined) throw new Error(`lesson ${booking.lesson_id} was not read`);
    parts.push(await readLetterPart(db, booking, await readLesson(db, facts, sentence), now));
  }
  return parts;
}

async function readLesson(db: Db, facts: LessonFacts, sentence?: string): Promise<LetterLesson> {
  const row = await db
    .selectFrom('lessons')
    .leftJoin('topics', 'topics.id', 'topic_id')
    .select(['topic_id', 'topics.name as topic', 'course', 'letter_sentence'])
    .select(sql<number>`case when ${hasSlides} then 1 else 0 end`.as('has_slides'))
    .where('lessons.id', '=', facts.id)
    .executeTakeFirstOrThrow();
  return {
    ...facts,
    topicId: row.topic_id,
    topic: row.topic,
    course: row.course ?? courseOf(facts.name),
    sentence: sentence ?? row.letter_sentence,
    hasSlides: row.has_slides === 1,
  };
}

async function readLetterPart(
  db: Db,
  booking: LetterBooking,
  lesson: LetterLesson,
  now: number,
): Promise<LetterPart> {
  const { id, thread, uid, student_id, student_name, may_book } = booking;
  const { hasAnswered, ...answers } = await readAnswers(db, student_id, lesson, now);
  const next = await readNext(db, booking, now);
  return {
    booking: { id, thread, uid, student_id },
    studentName: student_name,
    lesson,
    topic: lesson.topic,
    sentence: lesson.sentence,
    hasSlides: lesson.hasSlides,
    attended: attendedOf({ ...booking, hasAnswered }),
    ...answers,
    next,
    offers: next === null ? await listOpenLessons(db, { course: lesson.course, now }, OFFERS) : [],
    mayBook: may_book === 1,
  };
}

/**
 * The questions that were asked and are final for the student, without those that nobody has marked
 * yet, by their first answers ever, as the tutor sees them.
 */
async function readAnswers(
  db: Db,
  studentId: string,
  { id, topicId, starts_at }: LetterLesson,
  now: number,
) {
  const none = { asked: 0, answered: 0, right: 0, again: [], hasAnswered: false };
  if (topicId === null) return none;
  const questions = await db
    .selectFrom('asked_questions')
    .innerJoin('topic_items', 'topic_items.id', 'item_id')
    .select(['topic_items.id as id', 'content', 'deleted_at'])
    .select(['state', 'asked_at', 'revealed_at'])
    .where('lesson_id', '=', id)
    .orderBy('asked_at')
    .orderBy('asked_questions.id')
    .execute();
  const attempts = await attemptsOf(db)
    .leftJoin('asked_questions', 'asked_questions.id', 'asked_id')
    .leftJoin('lessons', 'lessons.id', 'attempts.lesson_id')
    .select([...questionColumns, 'attempts.lesson_id as lesson_id'])
    .where('student_id', '=', studentId)
    .where('attempts.item_id', 'in', (eb) =>
      eb.selectFrom('topic_items').select('topic_items.id').where('topic_id', '=', topicId),
    )
    .where('mode', '<>', 'revise')
    .orderBy('given_at')
    .orderBy('attempts.id')
    .execute();
  const openSince = await readOpenSince(
    db,
    { studentId, itemIds: questions.map((question) => question.id) },
    now,
  );
  const final = questions
    .filter((question) => isAnswerVisible({ ...question, starts_at }, openSince(question.id), now))
    .map((question) => {
      const own = attempts.filter((attempt) => attempt.item_id === question.id);
      const visible = own.filter((attempt) => !isHidden(attempt, openSince(question.id), now));
      return { ...question, isAnswered: own.length > 0, result: firstResult(visible) };
    })
    .filter(({ isAnswered, result }) => !isAnswered || result !== null);
  return {
    asked: final.length,
    answered: final.filter(({ isAnswered }) => isAnswered).length,
    right: final.filter(({ result }) => result === 'right').length,
    again: final
      .filter(({ result, deleted_at }) => result !== 'right' && deleted_at === null)
      .map((row) => ({
        itemId: row.id,
        words: plainReading(questionOf(row).text_html, WORDS_MAX) || 'A question',
      })),
    hasAnswered: attempts.some(
      ({ lesson_id, mode, given_at }) =>
        lesson_id === id &&
        (mode === 'live' || (given_at >= starts_at && given_at < roomEndsAt(starts_at))),
    ),
  };
}

async function readNext(db: Db, { family_id, student_id }: LetterBooking, now: number) {
  const row = await activeBookings(db)
    .select(['lessons.id as id', 'lessons.name as name', 'starts_at'])
    .where('family_id', '=', family_id)
    .where('student_id', '=', student_id)
    .where('starts_at', '>', now)
    .orderBy('starts_at')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
