// The line of a lesson and those who got in: who stands where, and how somebody joins.
import type { Db } from '../engine/database.ts';
import type { Holder } from './factories.ts';

/** The students who are booked into a lesson, who booked first first. */
export async function attending(db: Db, lessonId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bookings')
    .select('student_id')
    .where('lesson_id', '=', lessonId)
    .where('cancelled_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ student_id }) => student_id);
}

/** The students who wait for a spot in it, in their order. */
export async function waitingStudentIds(db: Db, lessonId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('waiting_list_entries')
    .select('student_id')
    .where('lesson_id', '=', lessonId)
    .orderBy('number')
    .execute();
  return rows.map(({ student_id }) => student_id);
}

/**
 * What joinWaitingList and leaveWaitingList are called with; a family with several students says
 * which one.
 */
export const placeIn = (id: string, { token }: Pick<Holder, 'token'>, Student_ID?: string) => ({
  token,
  params: { id },
  body: Student_ID === undefined ? {} : { Student_ID },
});
