// Reads the room of a lesson for one student.
import { type Course, courseOf } from '../../domain/course.ts';
import { Refusal } from '../../domain/errors.ts';
import { joinPath } from '../../domain/paths.ts';
import type { Room } from '../../domain/rooms/family-room.ts';
import { type RoomItem, roomState, type RoomState } from '../../domain/rooms/room.ts';
import { toIso } from '../../domain/time.ts';
import type { Item } from '../../domain/topics/topic.ts';
import type { Db } from '../engine/database.ts';
import { activeBookings } from '../lessons/bookings/active-bookings.ts';
import { listItems } from '../topics/queries.ts';
import { readChatLink } from '../tutor/settings.ts';
import { attemptsOf, isStillOpen, toAttempt } from './answers/attempts.ts';
import { readLastAsked, viewForStudents } from './live/asked.ts';
import { type Progress, type Publicity, viewItem } from './view.ts';

/** A lesson with its topic, for a student who has booked it. */
export interface RoomEntry {
  readonly lessonId: string;
  readonly name: string;
  readonly starts_at: string;
  readonly state: RoomState;
  readonly studentId: string;
  /** The token of their join link. */
  readonly joinToken: string | null;
  /** When they entered, in epoch milliseconds. */
  readonly now: number;
  /** That of the topic, otherwise the one that the lesson's name mentions. */
  readonly course: Course | null;
  readonly topic: { readonly id: string; readonly name: string; readonly reference: string } | null;
}

/**
 * Reads what a room is entered with. Throws lesson_not_found, or not_booked unless the student has
 * an active booking.
 */
export async function readRoomEntry(
  db: Db,
  { lessonId, studentId }: { readonly lessonId: string; readonly studentId: string },
  now: number,
): Promise<RoomEntry> {
  const lesson = await db
    .selectFrom('lessons')
    .leftJoin('topics', 'topics.id', 'topic_id')
    .select(['lessons.name as name', 'starts_at', 'topic_id', 'topics.name as topic', 'reference'])
    .select('course')
    .where('lessons.id', '=', lessonId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (lesson === undefined) throw new Refusal('lesson_not_found');
  const booking = await activeBookings(db)
    .select('join_token')
    .where('lesson_id', '=', lessonId)
    .where('student_id', '=', studentId)
    .executeTakeFirst();
  if (booking === undefined) throw new Refusal('not_booked');
  const { name, topic_id, topic, reference } = lesson;
  const starts_at = toIso(lesson.starts_at);
  return {
    lessonId,
    name,
    starts_at,
    state: roomState({ starts_at }, now),
    studentId,
    joinToken: booking.join_token,
    now,
    course: lesson.course ?? courseOf(name),
    topic:
      topic_id === null ? null : { id: topic_id, name: topic ?? '', reference: reference ?? '' },
  };
}

/** The room as the student sees it. */
export async function readRoom(db: Db, entered: RoomEntry): Promise<Room> {
  const { lessonId, name, starts_at, state, studentId, joinToken, course, topic } = entered;
  const asked = await readLastAsked(db, lessonId);
  return {
    Lesson_ID: lessonId,
    Lesson_Name: name,
    starts_at,
    state,
    Student_ID: studentId,
    topic,
    items: topic === null ? [] : await viewItems(db, entered, await listItems(db, topic.id)),
    asked: asked === null ? null : viewForStudents(asked, state === 'after')(studentId),
    join_link: joinToken === null ? null : joinPath(joinToken),
    chat_link: course === null ? null : await readChatLink(db, course),
  };
}

/** The items that the student may see now, with their own progress. */
export async function viewItems(
  db: Db,
  { lessonId, studentId, now, state }: RoomEntry,
  items: readonly Item[],
): Promise<RoomItem[]> {
  const [asked, progress] = await Promise.all([
    readPublicity(db, lessonId, state),
    readProgress(
      db,
      studentId,
      items.map(({ id }) => id),
      now,
    ),
  ]);
  return items.flatMap((item) => {
    const askedState = asked.get(item.id) ?? 'not asked';
    return viewItem(item, progress(item.id), { state, asked: askedState }) ?? [];
  });
}

/** Which questions were asked in a lesson; once it is over, all of them are revealed. */
async function readPublicity(
  db: Db,
  lessonId: string,
  state: RoomState,
): Promise<ReadonlyMap<string, Publicity>> {
  const rows = await db
    .selectFrom('asked_questions')
    .select(['item_id', 'state'])
    .where('lesson_id', '=', lessonId)
    .execute();
  const isRevealed = (asked: string) => state === 'after' || asked === 'revealed';
  return new Map(
    rows.map((row) => [row.item_id, isRevealed(row.state) ? 'revealed' : ('open' as const)]),
  );
}

/** What the student did with these items, in all lessons and in practice. */
async function readProgress(
  db: Db,
  studentId: string,
  itemIds: readonly string[],
  now: number,
): Promise<(itemId: string) => Progress> {
  if (itemIds.length === 0) return () => ({ isTicked: false, attempts: [] });
  const [ticks, attempts] = await Promise.all([
    db
      .selectFrom('item_ticks')
      .select('item_id')
      .where('student_id', '=', studentId)
      .where('item_id', 'in', itemIds)
      .execute(),
    attemptsOf(db)
      .leftJoin('asked_questions', 'asked_questions.id', 'asked_id')
      .leftJoin('lessons', 'lessons.id', 'attempts.lesson_id')
      .select(['asked_questions.state as state', 'starts_at'])
      .where('student_id', '=', studentId)
      .where('attempts.item_id', 'in', itemIds)
      .orderBy('given_at')
      .orderBy('attempts.id')
      .execute(),
  ]);
  const ticked = new Set(ticks.map(({ item_id }) => item_id));
  return (itemId) => ({
    isTicked: ticked.has(itemId),
    attempts: attempts
      .filter(({ item_id }) => item_id === itemId)
      // Another lesson of the topic may still be asking the question.
      .map((row) => toAttempt(row, isStillOpen(row, now))),
  });
}
