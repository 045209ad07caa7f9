// The links "Can't come?" of reminders, for tests that need no reminder.
import * as endpoints from '../../domain/endpoints.ts';
import type { NewExcuse } from '../../domain/excuse.ts';
import { transact } from '../engine/context.ts';
import { withLesson } from '../lessons/bookings/locks.ts';
import { requireExcuseToken } from '../lessons/excuses/excuse-links.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';

/** The token of the link that the reminders of this booking have. */
export async function excuseTokenOf(api: TestApp, bookingId: string): Promise<string> {
  const { lesson_id } = await api.database.db
    .selectFrom('bookings')
    .select('lesson_id')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return transact(api.context(null), (work) =>
    withLesson(work, lesson_id, (lesson) => {
      if (lesson === null) throw new Error('The lesson is deleted.');
      return requireExcuseToken(work, bookingId, lesson);
    }),
  );
}

/** Calls by the link; nobody is signed in. */
export const byExcuse = (client: Client, token: string) => ({
  read: () => client.either(endpoints.readExcuse, { params: { token } }),
  act: (body: NewExcuse) => client.either(endpoints.excuseStudent, { params: { token }, body }),
  undo: () => client.either(endpoints.undoExcuse, { params: { token } }),
});
