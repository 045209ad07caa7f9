// Join links of bookings: when they open a lesson, and when a student joined.
import { Refusal } from '../../../domain/errors.ts';
import {
  type JoinLink,
  joinOpensAt,
  joinState,
  JOIN_OPENS_MINUTES,
} from '../../../domain/lessons/join-link.ts';
import { lessonEndsAt } from '../../../domain/lessons/lesson.ts';
import { LESSON_MINUTES } from '../../../domain/limits.ts';
import { joinPath } from '../../../domain/paths.ts';
import { MINUTE_MS, toIso } from '../../../domain/time.ts';
import { hashOf } from '../../base/ids.ts';
import { activeBookings } from '../../booking/active-bookings.ts';
import type { BookingActor } from '../../booking/attending.ts';
import type { LessonFacts } from '../../booking/lessons.ts';
import { type LockedLesson, withLesson } from '../../booking/locks.ts';
import { type LessonStarts, startsOf } from '../../booking/slips.ts';
import { type Context, transact, type Work } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import { type Param, prepare } from '../../engine/prepared.ts';
import { readFormerLinks } from './rotate-join-links.ts';

const byToken = prepare((db, param: Param<{ token: string }>) =>
  activeBookings(db)
    .select([
      'bookings.id as id',
      'lesson_id',
      'lessons.name as name',
      'starts_at',
      'moved_from',
      'meeting_link',
      'joined_at',
    ])
    .where('join_token', '=', param('token')),
);

/** Anything else cannot be a token. PostgreSQL rejects text that contains NUL. */
const TOKEN = /^[\w-]{43,64}$/;

async function findByToken(db: Db, token: string) {
  return TOKEN.test(token) ? byToken.first(db, { token }) : undefined;
}

/** Returns the id of the booking with this join link, or null. */
export async function findJoinableBooking(db: Db, token: string): Promise<string | null> {
  return (await findByToken(db, token))?.id ?? null;
}

/**
 * Returns the current join link of the booking that had this one before. The booking must belong to
 * the caller's family, or to the caller if they are a student. Throws join_link_not_found.
 */
export async function findCurrentLink(
  db: Db,
  { familyId, student }: BookingActor,
  token: string,
): Promise<string> {
  const rotated = await activeBookings(db)
    .select(['join_token', 'former_join_hashes'])
    .where('family_id', '=', familyId)
    .$if(student !== null, (bookings) => bookings.where('student_id', '=', student?.id ?? ''))
    .where('former_join_hashes', 'is not', null)
    .execute();
  const hash = hashOf(token);
  const link = rotated.find((booking) =>
    readFormerLinks(booking.former_join_hashes).includes(hash),
  );
  if (typeof link?.join_token !== 'string') throw new Refusal('join_link_not_found');
  return joinPath(link.join_token);
}

/** Returns the booking with this join link. Throws join_link_not_found. */
async function requireByToken(db: Db, token: string) {
  const row = await findByToken(db, token);
  if (row === undefined) throw new Refusal('join_link_not_found');
  return row;
}

/**
 * Describes a join link to anyone who has it, without revealing whose it is. Throws
 * join_link_not_found.
 */
export async function readJoinLink(db: Db, token: string, now: number): Promise<JoinLink> {
  const { lesson_id, name, ...starts } = await requireByToken(db, token);
  const lesson = { starts_at: toIso(joinableStart(starts, now)) };
  return {
    state: joinState(lesson, now),
    Lesson_ID: lesson_id,
    Lesson_Name: name,
    starts_at: lesson.starts_at,
    opens_at: toIso(joinOpensAt(lesson)),
  };
}

/**
 * Returns the meeting URL of a lesson that can be joined now, or null while the lesson has none.
 * Records the first join. A student marked absent can still join, and the mark stays. Throws
 * join_link_not_found or join_closed.
 */
export async function joinLesson(context: Context, token: string): Promise<string | null> {
  const { database, now } = context;
  const booking = await requireByToken(database.db, token);
  requireOpenMeeting(booking, now);
  if (hasJoined(booking)) return linkOf(booking);
  return transact(context, (work) =>
    withLesson(work, booking.lesson_id, async (lesson) => {
      // The lesson may have moved or ended before it was locked.
      if (lesson === null) throw new Refusal('join_link_not_found');
      const current = await requireByToken(work.tx, token);
      requireOpenMeeting(lesson, now);
      if (!hasJoined(current))
        await work.tx
          .updateTable('bookings')
          .set({ joined_at: now })
          .where('join_token', '=', token)
          .execute();
      return linkOf(lesson);
    }),
  );
}

function requireOpenMeeting(lesson: LessonStarts, now: number): void {
  if (!isJoinOf(joinableStart(lesson, now), now)) throw new Refusal('join_closed');
}

const linkOf = ({ meeting_link }: Pick<LessonFacts, 'meeting_link'>) =>
  meeting_link === '' ? null : meeting_link;

/** Whether somebody who joins at this instant joins a lesson with this start. */
const isJoinOf = (startsAt: number, joinedAt: number): boolean =>
  joinState({ starts_at: toIso(startsAt) }, joinedAt) === 'open';

/** The start by which the lesson can be joined now, or the one that it has. */
const joinableStart = (lesson: LessonStarts, now: number): number =>
  startsOf(lesson).find((start) => isJoinOf(start, now)) ?? lesson.starts_at;

/** Whether they joined the lesson, by either start while a move of it is not settled. */
const hasJoined = ({
  joined_at,
  ...lesson
}: LessonStarts & { joined_at: number | null }): boolean =>
  joined_at !== null &&
  (lesson.moved_from === null || startsOf(lesson).some((start) => isJoinOf(start, joined_at)));

/**
 * Clears join times outside the joining window of a lesson that was moved. A lesson that only
 * started late, by less than its length, keeps those of its earlier start.
 */
export async function clearOtherJoins(
  { tx }: Work,
  { id, starts_at, moved_from }: LockedLesson,
): Promise<void> {
  const lengthMs = LESSON_MINUTES * MINUTE_MS;
  const movedByMs = moved_from === null ? Infinity : Math.abs(starts_at - moved_from);
  const moreMs = movedByMs < lengthMs ? lengthMs : 0;
  const opens = starts_at - JOIN_OPENS_MINUTES * MINUTE_MS - moreMs;
  const ends = lessonEndsAt(starts_at) + moreMs;
  await tx
    .updateTable('bookings')
    .set({ joined_at: null })
    .where('lesson_id', '=', id)
    .where('cancelled_at', 'is', null)
    .where((eb) => eb.or([eb('joined_at', '<', opens), eb('joined_at', '>=', ends)]))
    .execute();
}
