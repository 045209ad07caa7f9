// A slip of the tutor, who moves a lesson into the past and soon back: what must not follow.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { transact } from '../engine/context.ts';
import { sendLetters } from '../rooms/letter/send-letters.ts';
import { closeRooms } from '../rooms/live/close.ts';
import type { TestApp } from '../testing/app.ts';
import { joinTokenOf, signInAgain } from '../testing/factories.ts';
import { byExcuse, excuseTokenOf } from '../testing/lessons/excuses.ts';
import { bookingOf } from '../testing/lessons/free-lessons.ts';
import { DURING, roomTest, slides, unitQuestion } from '../testing/lessons/rooms.ts';
import { deleteExpiredExcuseLinks } from './excuses/excuse-links.ts';
import { settleMoves } from './planner/settle-moves.ts';
import { queueSlides } from './slides.ts';

const AT_THREE = { Date: '2026-11-18', Time: '15:00:00' };
/** Each moves the lesson, which is three hours ahead, into the past. */
const SLIPS = [{ Time: '03:00:00' }, { Date: '2026-11-17' }, { Date: '2025-11-18' }];

async function runJobs(api: TestApp): Promise<void> {
  await settleMoves(api.context(null));
  await sendLetters(api.context(null));
  await queueSlides(api.context(null));
  await transact(api.context(null), deleteExpiredExcuseLinks);
}

const test = roomTest
  .extend('subjects', ({ family }) => async () => {
    const kinds = [await family.readEmails('letter:'), await family.readEmails('slides:')];
    return kinds.flat().map(({ subject }) => subject);
  })
  /** The link with which the student was excused. */
  .extend('excused', async ({ api, family, lessonId }) => {
    const token = await excuseTokenOf(api, await bookingOf(family, lessonId));
    const link = byExcuse(api, token);
    await link.act({ do: 'tell' });
    return link;
  });

describe('after a slip', () => {
  test.for(SLIPS)(
    'to %o, families get no letter and no slides',
    async (slip, { api, db, add, lessonId, tutor, subjects }) => {
      for (const item of [unitQuestion, slides]) await add(item);
      for (const hasLetter of [true, false]) {
        if (!hasLetter) await db.updateTable('families').set({ letters: 0 }).execute();
        await tutor.updateLesson(lessonId, slip);
        api.clock.advance({ minutes: 9 });
        await runJobs(api);
        await tutor.updateLesson(lessonId, AT_THREE);
      }
      expect(await subjects()).toEqual([]);
    },
  );

  test('no question is revealed', async ({ api, db, add, lessonId, tutor }) => {
    const itemId = await add(unitQuestion);
    api.clock.set(DURING);
    await tutor.call(endpoints.askQuestion, {
      params: { id: lessonId },
      body: { Item_ID: itemId },
    });
    await tutor.updateLesson(lessonId, { Time: '03:00:00' });
    api.clock.advance({ minutes: 2 });
    await closeRooms(api.context(null));
    await tutor.updateLesson(lessonId, AT_THREE);
    const asked = await db.selectFrom('asked_questions').select('state').execute();
    expect(asked).toEqual([{ state: 'asked' }]);
  });

  test('of a lesson that is over, a week ahead, nothing is forgotten', async ({
    api,
    db,
    add,
    lessonId,
    family,
    tutor,
    subjects,
  }) => {
    await add(slides);
    const token = await joinTokenOf(api, await bookingOf(family, lessonId));
    api.clock.set('2026-11-18T14:58:00Z');
    await api.call(endpoints.joinLesson, { params: { token } });
    api.clock.set('2026-11-18T16:05:00Z');
    const params = { id: lessonId };
    await tutor.call(endpoints.changeLetter, { params, body: { state: 'off' } });
    await tutor.updateLesson(lessonId, { Date: '2026-11-25' });
    api.clock.advance({ minutes: 9 });
    await runJobs(api);
    await tutor.updateLesson(lessonId, AT_THREE);
    api.clock.set('2026-11-18T17:30:00Z');
    await runJobs(api);
    expect(await subjects()).toEqual(['Slides: Forces and motion']);
    expect(await db.selectFrom('bookings').select('joined_at').execute()).toEqual([
      { joined_at: Date.parse('2026-11-18T14:58:00Z') },
    ]);
  });

  test('what the tutor did not correct goes on', async ({
    api,
    add,
    lessonId,
    tutor,
    subjects,
  }) => {
    await add(slides);
    await tutor.updateLesson(lessonId, { Time: '03:00:00' });
    api.clock.advance({ minutes: 10 });
    await runJobs(api);
    expect(await subjects()).toEqual(["Today's lesson"]);
  });

  test('a lesson that is over waits for no other change', async ({
    api,
    lessonId,
    tutor,
    add,
    subjects,
  }) => {
    await add(slides);
    api.clock.set('2026-11-18T17:00:00Z');
    await tutor.updateLesson(lessonId, { lesson_notes: 'Bring a ruler next time.' });
    await runJobs(api);
    expect(await subjects()).toEqual(["Today's lesson"]);
  });

  test.for([...SLIPS, { Date: '2026-11-19' }])(
    'to %o, an excused student stays excused, and the link is valid',
    async (slip, { api, lessonId, excused, tutor }) => {
      await tutor.updateLesson(lessonId, slip);
      api.clock.advance({ minutes: 9 });
      await runJobs(api);
      await tutor.updateLesson(lessonId, AT_THREE);
      api.clock.advance({ minutes: 10 });
      await runJobs(api);
      expect((await excused.read()).body).toMatchObject({ excuse: { state: 'excused' } });
    },
  );

  test('to a correction at another time, nobody stays excused', async ({
    api,
    lessonId,
    excused,
    tutor,
  }) => {
    await tutor.updateLesson(lessonId, { Date: '2025-11-18' });
    await tutor.updateLesson(lessonId, { Date: '2026-11-19' });
    api.clock.advance({ minutes: 10 });
    await runJobs(api);
    expect((await excused.read()).body).toMatchObject({ excuse: { state: 'open' } });
  });

  test('nobody stays excused whose link has ended, in a lesson that is ahead again', async ({
    api,
    db,
    lessonId,
    excused,
    tutor,
  }) => {
    expect((await excused.read()).body).toMatchObject({ excuse: { state: 'excused' } });
    api.clock.advance({ days: 3 });
    await runJobs(api);
    await (await signInAgain(api, tutor)).updateLesson(lessonId, { Date: '2026-11-25' });
    api.clock.advance({ minutes: 10 });
    await runJobs(api);
    expect(await db.selectFrom('bookings').select('excused_at').execute()).toEqual([
      { excused_at: null },
    ]);
  });
});
