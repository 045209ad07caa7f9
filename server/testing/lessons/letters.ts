// Letters after a lesson of a topic, which begins at 15:00 and whose letter goes at 17:00.
import * as endpoints from '../../../domain/endpoints.ts';
import type { LetterChanges } from '../../../domain/rooms/letter.ts';
import { settleMoves } from '../../lessons/planner/settle-moves.ts';
import { queueSlides } from '../../lessons/slides.ts';
import { sendLetters } from '../../rooms/letter/send-letters.ts';
import type { TestFamily } from '../caller.ts';
import { readEmails } from '../emails.ts';
import { joinTokenOf } from '../factories.ts';
import { roomTest } from './rooms.ts';

export const ENDED = '2026-11-18T16:00:00.000Z';
export const DUE = '2026-11-18T17:00:00.000Z';

export const letterTest = roomTest
  /** Lets the letters go at this time. */
  .extend('send', ({ api }) => async (now: string = DUE) => {
    api.clock.set(now);
    await settleMoves(api.context(null));
    await sendLetters(api.context(null));
  })
  /** Lets the emails about slides go at this time. Returns how many the family has. */
  .extend('announce', ({ api, family }) => async (now: string) => {
    api.clock.set(now);
    await settleMoves(api.context(null));
    await queueSlides(api.context(null));
    return (await family.readEmails('slides:')).length;
  })
  /** The letters to an address, or to anybody. */
  .extend('read', ({ api }) => async (to: string | null = null) => {
    const letters = await readEmails(api, to, 'letter:');
    return letters.map(({ recipient, subject, text, html }) => ({
      recipient,
      subject,
      text,
      html,
    }));
  })
  .extend('subjects', ({ read }) => async () => {
    return (await read()).map(({ subject }) => subject);
  })
  .extend('change', ({ tutor, lessonId }) => (body: LetterChanges) => {
    return tutor.either(endpoints.changeLetter, { params: { id: lessonId }, body });
  })
  .extend('bookingOf', ({ api }) => async (studentId: string) => {
    const { db } = api.database;
    const active = db.selectFrom('bookings').select('id').where('cancelled_at', 'is', null);
    return (await active.where('student_id', '=', studentId).executeTakeFirstOrThrow()).id;
  })
  /** The student uses the join link. */
  .extend('join', ({ api, bookingOf }) => async ({ studentId }: Pick<TestFamily, 'studentId'>) => {
    const token = await joinTokenOf(api, await bookingOf(studentId));
    api.clock.set('2026-11-18T14:58:00.000Z');
    await api.call(endpoints.joinLesson, { params: { token } });
  });
