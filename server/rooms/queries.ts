// Reads the room of a lesson for one student.
import { type Course, courseOf } from '../../domain/course.ts';
import { Refusal } from '../../domain/errors.ts';
import { joinPath } from '../../domain/paths.ts';
import type { FamilyQuestion, Room } from '../../domain/rooms/family-room.ts';
import {
  type QuestionItem,
  type RoomItem,
  roomState,
  type RoomState,
  isAnswerVisible,
} from '../../domain/rooms/room.ts';
import { toIso } from '../../domain/time.ts';
import type { Item } from '../../domain/topics/topic.ts';
import { activeBookings } from '../booking/active-bookings.ts';
import { isUnconfirmedGuest } from '../booking/free-lesson.ts';
import type { Db } from '../engine/database.ts';
import { readSettings } from '../settings/settings.ts';
import { listItems } from '../topics/queries.ts';
import { type Progress, viewItem, viewQuestion as viewQuestionItem } from '../topics/view.ts';
import { questionColumns, attemptsOf, isHidden, toAttempt } from './answers/attempts.ts';
import { type QuestionWithAnswers, readLastQuestion, viewForStudents } from './live/questions.ts';
import { type OpenSince, readOpenSince } from './open-questions.ts';
import { roomStart } from './room-start.ts';

/** A lesson with its topic, for a student who has booked it. */
export interface RoomEntry {
  readonly lessonId: string;
  readonly name: string;
  readonly starts_at: string;
  readonly state: RoomState;
  readonly familyId: string;
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
  { lessonId, studentId }: { lessonId: string; studentId: string },
  now: number,
): Promise<RoomEntry> {
  const lesson = await db
    .selectFrom('lessons')
    .leftJoin('topics', 'topics.id', 'topic_id')
    .select(['lessons.name as name', 'starts_at', 'moved_from', 'topic_id'])
    .select(['topics.name as topic', 'reference', 'course'])
    .where('lessons.id', '=', lessonId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (lesson === undefined) throw new Refusal('lesson_not_found');
  const booking = await activeBookings(db)
    .select(['join_token', 'family_id'])
    .where('lesson_id', '=', lessonId)
    .where('student_id', '=', studentId)
    .executeTakeFirst();
  if (booking === undefined) throw new Refusal('not_booked');
  const { name, topic_id, topic, reference } = lesson;
  const starts_at = toIso(roomStart(lesson, now));
  return {
    lessonId,
    name,
    starts_at,
    state: roomState({ starts_at }, now),
    familyId: booking.family_id,
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
  const { lessonId, name, starts_at, state, familyId, studentId, joinToken, course, topic } =
    entered;
  const live = await readLastQuestion(db, lessonId);
  return {
    Lesson_ID: lessonId,
    Lesson_Name: name,
    starts_at,
    state,
    Student_ID: studentId,
    topic,
    items: topic === null ? [] : await viewItems(db, entered, await listItems(db, topic.id)),
    asked: live === null ? null : await viewQuestion(db, entered, live),
    join_link: joinToken === null ? null : joinPath(joinToken),
    chat_link: course === null ? null : await readChatLink(db, familyId, course),
  };
}

/** Null for a family that may be a stranger's: a chat shows its members' names and numbers. */
async function readChatLink(db: Db, familyId: string, course: Course): Promise<string | null> {
  const { chat_links: links } = await readSettings(db);
  return links[course] === null || (await isUnconfirmedGuest(db, familyId)) ? null : links[course];
}

/** The items that the student may see now, with their own progress. */
export async function viewItems(db: Db, entered: RoomEntry, items: Item[]): Promise<RoomItem[]> {
  const { studentId, now, state } = entered;
  const itemIds = items.map(({ id }) => id);
  const openSince = await readOpenSince(db, { studentId, itemIds }, now);
  const [questions, progress] = await Promise.all([
    listQuestionFacts(db, entered),
    readProgress(db, { studentId, itemIds, openSince }, now),
  ]);
  return items.flatMap((item) => {
    const live = questions.get(item.id);
    const open = openSince(item.id);
    const isRevealed = live !== undefined && isAnswerVisible(live, open, now);
    const isOpen = !isRevealed && (live !== undefined || open !== null);
    const publicity = isRevealed ? 'revealed' : isOpen ? 'open' : 'not asked';
    const isLive = live !== undefined;
    return viewItem(item, progress(item.id), { state, isLive, publicity }) ?? [];
  });
}

/**
 * The questions that the student has answered, in any lesson or in practice. Nothing says whether
 * an answer is right before its lesson reveals it.
 */
export async function viewAnsweredQuestions(
  db: Db,
  studentId: string,
  items: Item[],
  now: number,
): Promise<QuestionItem[]> {
  const itemIds = items.map(({ id }) => id);
  const openSince = await readOpenSince(db, { studentId, itemIds }, now);
  const progress = await readProgress(db, { studentId, itemIds, openSince }, now);
  return items.flatMap((item) => {
    const { attempts } = progress(item.id);
    if (item.kind !== 'question' || attempts.length === 0) return [];
    const isRevealed = attempts.some(({ mode, result }) => mode === 'live' && result !== null);
    const publicity = openSince(item.id) !== null ? 'open' : isRevealed ? 'revealed' : 'not asked';
    return viewQuestionItem(item, attempts, publicity);
  });
}

/** The questions that a lesson has asked, by item. */
async function listQuestionFacts(db: Db, { lessonId, starts_at }: RoomEntry) {
  const rows = await db
    .selectFrom('asked_questions')
    .select(['item_id', 'state', 'asked_at', 'revealed_at'])
    .where('lesson_id', '=', lessonId)
    .execute();
  const startsAt = Date.parse(starts_at);
  return new Map(rows.map(({ item_id, ...facts }) => [item_id, { ...facts, starts_at: startsAt }]));
}

async function viewQuestion(
  db: Db,
  { studentId, starts_at, now }: RoomEntry,
  live: QuestionWithAnswers,
): Promise<FamilyQuestion> {
  const openSince = await readOpenSince(db, { studentId, itemIds: [live.itemId] }, now);
  const openFor = () => openSince(live.itemId);
  return viewForStudents(live, { startsAt: Date.parse(starts_at), openFor, now })(studentId);
}

/** What the student did with these items, in all lessons and in practice. */
async function readProgress(
  db: Db,
  { studentId, itemIds, openSince }: { studentId: string; itemIds: string[]; openSince: OpenSince },
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
      .select(questionColumns)
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
      .map((row) => toAttempt(row, isHidden(row, openSince(itemId), now))),
  });
}
