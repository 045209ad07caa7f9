// The links "Can't come?" of reminders, for tests that need no reminder.
import * as endpoints from '../../../domain/endpoints.ts';
import type { NewExcuse } from '../../../domain/lessons/excuse.ts';
import { activeBookings } from '../../booking/active-bookings.ts';
import { withLesson } from '../../booking/locks.ts';
import { transact } from '../../engine/context.ts';
import { makeExcuseLink } from '../../lessons/excuses/excuse-links.ts';
import type { TestApp } from '../app.ts';
import type { Client } from '../client.ts';

/**
 * The token of the link that the reminders of this booking have; 'none' if it is not active, or its
 * student was removed.
 */
export async function excuseTokenOf(api: TestApp, bookingId: string): Promise<string> {
  const booking = await api.database.db
    .selectFrom('bookings')
    .select('lesson_id')
    .where('id', '=', bookingId)
    .executeTakeFirst();
  if (booking === undefined) return 'none';
  return transact(api.context(null), (work) =>
    withLesson(work, booking.lesson_id, async (lesson) => {
      const attending = activeBookings(work.tx)
        .innerJoin('students', 'students.id', 'bookings.student_id')
        .select('bookings.id')
        .where('bookings.id', '=', bookingId)
        .where('removed_at', 'is', null);
      const isAttended = (await attending.executeTakeFirst()) !== undefined;
      return lesson === null || !isAttended ? 'none' : makeExcuseLink(work, bookingId, lesson);
    }),
  );
}

/** The token of one of all links; 'none' if there are none. */
export async function anyExcuseToken({ database }: TestApp, position: number): Promise<string> {
  const links = await database.db.selectFrom('excuse_links').select('token').execute();
  return links[position % Math.max(1, links.length)]?.token ?? 'none';
}

/** Calls by the link; nobody is signed in. */
export const byExcuse = (client: Client, token: string) => ({
  read: () => client.either(endpoints.readExcuse, { params: { token } }),
  act: (body: NewExcuse) => client.either(endpoints.excuseStudent, { params: { token }, body }),
  undo: () => client.either(endpoints.undoExcuse, { params: { token } }),
});
