// Which questions a student is being asked: the one place that decides whether a question is open.
import type { RawBuilder } from 'kysely';

import { roomEndsAt } from '../../domain/rooms/room.ts';
import { laterStart, mayStartAfter } from '../booking/slips.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { bookedStudents } from './students.ts';

const ROOM_MS = roomEndsAt(0);

/** Questions that are not revealed in a lesson whose room is open or yet to open. */
const openQuestions = (db: Db, endedBy: number | RawBuilder<number>) =>
  bookedStudents(db)
    .innerJoin('asked_questions', 'asked_questions.lesson_id', 'lessons.id')
    .select(['student_id', 'item_id', 'asked_at', 'starts_at', 'moved_from'])
    .where('state', '<>', 'revealed')
    .where((eb) => mayStartAfter(eb, endedBy));

/**
 * Since when lessons that the student has booked have been asking a question (epoch milliseconds);
 * null if none does. While one does, the student answers it nowhere else, and nothing of its
 * solution is sent that was not final before.
 */
export type OpenSince = (itemId: string) => number | null;

/** Reads which of these items are open for a student, in whichever lesson. */
export async function readOpenSince(
  db: Db,
  { studentId, itemIds }: { studentId: string; itemIds: string[] },
  now: number,
): Promise<OpenSince> {
  if (itemIds.length === 0) return () => null;
  const rows = await openQuestions(db, now - ROOM_MS)
    .where('student_id', '=', studentId)
    .where('item_id', 'in', itemIds)
    .execute();
  return (itemId) => earliest(rows.filter(({ item_id }) => item_id === itemId));
}

const openForAll = prepare((db, param: Param<{ itemId: string; endedBy: number }>) =>
  openQuestions(db, param('endedBy')).where('item_id', '=', param('itemId')),
);

/** Since when one item is open for a student at `now`, as OpenSince says. */
export type OpenFor = (studentId: string, now: number) => number | null;

/** Reads for which students an item is open. */
export async function readOpenFor(db: Db, itemId: string, now: number): Promise<OpenFor> {
  const rows = await openForAll.all(db, { itemId, endedBy: now - ROOM_MS });
  return (studentId, at) =>
    earliest(
      rows.filter(
        ({ student_id, ...lesson }) =>
          student_id === studentId && at < roomEndsAt(laterStart(lesson)),
      ),
    );
}

/** Reads which items are open for the students of a family, and since when, as OpenSince says. */
export async function readOpenOfFamily(
  db: Db,
  familyId: string,
  now: number,
): Promise<(studentId: string, itemId: string) => number | null> {
  const rows = await openQuestions(db, now - ROOM_MS)
    .where('bookings.family_id', '=', familyId)
    .execute();
  return (studentId, itemId) =>
    earliest(
      rows.filter(({ student_id, item_id }) => student_id === studentId && item_id === itemId),
    );
}

const earliest = (rows: readonly { asked_at: number }[]): number | null =>
  rows.length === 0 ? null : Math.min(...rows.map(({ asked_at }) => asked_at));
