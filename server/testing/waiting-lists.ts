// The waiting list of a lesson and its bookings: their order, and how a student joins.
import type { Db } from '../engine/database.ts';
import type { Caller } from './caller.ts';

/** The students with active bookings for the lesson, in order of booking. */
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

/** The waiting students, in order. */
export async function waitingStudentIds(db: Db, lessonId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('waiting_list_entries')
    .select('student_id')
    .where('lesson_id', '=', lessonId)
    .orderBy('number')
    .execute();
  return rows.map(({ student_id }) => student_id);
}

/** The options of joinWaitingList and leaveWaitingList; a family of several students names one. */
export const placeIn = (id: string, { token }: Pick<Caller, 'token'>, Student_ID?: string) => ({
  token,
  params: { id },
  body: Student_ID === undefined ? {} : { Student_ID },
});
