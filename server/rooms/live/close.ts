// Closes the rooms of lessons that are over: every question asked is revealed, and students who did
// not answer it, or not right, practise it. This runs every minute.
import { roomEndsAt } from '../../../domain/rooms/room.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { isSettled } from '../../booking/slips.ts';
import { type Context, transactEach, type Work } from '../../engine/context.ts';
import type { Job } from '../../process/repeat.ts';
import { startPractice } from '../practice/boxes.ts';
import { bookedStudents } from '../students.ts';
import { ROOM_CHANGED } from './announcements.ts';
import { endAsking } from './ask.ts';

const EVERY_MS = MINUTE_MS;

/** The last start of lessons that are over. */
const endedBy = (now: number) => now - roomEndsAt(0);

/** Closes the rooms of all lessons that are over and have a topic. */
export async function closeRooms(context: Context): Promise<void> {
  const over = await context.database.db
    .selectFrom('lessons')
    .select('id')
    .where('topic_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('starts_at', '<=', endedBy(context.now))
    .where(isSettled)
    .where('room_closed_at', 'is', null)
    .execute();
  await transactEach(context, over, { complaint: 'rooms stay open' }, (work, { id }) =>
    closeRoom(work, id),
  );
}

async function closeRoom(work: Work, lessonId: string): Promise<void> {
  const { tx, now, announce } = work;
  const lesson = await tx
    .updateTable('lessons')
    .set({ room_closed_at: now })
    .where('id', '=', lessonId)
    // The tutor may have moved the lesson since it was listed.
    .where('starts_at', '<=', endedBy(now))
    .where(isSettled)
    .where('room_closed_at', 'is', null)
    .returning('starts_at')
    .executeTakeFirst();
  if (lesson === undefined) return;
  const questions = await tx
    .updateTable('asked_questions')
    .set((eb) => ({
      state: 'revealed',
      revealed_at: eb.fn.coalesce('revealed_at', eb.val(roomEndsAt(lesson.starts_at))),
    }))
    .where('lesson_id', '=', lessonId)
    .returning('item_id')
    .execute();
  const booked = await bookedStudents(tx)
    .select(['student_id', 'bookings.family_id as family_id'])
    .where('lesson_id', '=', lessonId)
    .execute();
  for (const { item_id } of questions) {
    await endAsking(work, lessonId, item_id);
    const answers = await tx
      .selectFrom('attempts')
      .select('student_id')
      .where('item_id', '=', item_id)
      .execute();
    const answered = new Set(answers.map(({ student_id }) => student_id));
    await startPractice(
      work,
      booked
        .filter(({ student_id }) => !answered.has(student_id))
        .map(({ student_id, family_id }) => ({
          itemId: item_id,
          studentId: student_id,
          familyId: family_id,
        })),
    );
  }
  announce(ROOM_CHANGED + lessonId);
}

export const closeRoomsJob: Job = {
  everyMs: EVERY_MS,
  work: closeRooms,
  complaint: 'failed to close the rooms of past lessons; will retry',
};
