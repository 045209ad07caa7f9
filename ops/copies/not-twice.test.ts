// A restored copy neither sends again what was sent since it was made, nor takes a free lesson
// back.
import { expect, vi } from 'vitest';

import { sendDueEmails } from '../../server/email/worker.ts';
import { withdrawUnconfirmed } from '../../server/enquiries/unconfirmed-grants.ts';
import { queueReminders } from '../../server/lessons/reminders/reminders.ts';
import { queueSlides } from '../../server/lessons/slides.ts';
import { sendLetters } from '../../server/rooms/letter/send-letters.ts';
import type { TestApp } from '../../server/testing/app.ts';
import { byExcuse } from '../../server/testing/lessons/excuses.ts';
import {
  confirmAddress,
  freeLessonOf,
  makeNewFamily,
} from '../../server/testing/lessons/free-lessons.ts';
import { roomTest as test, slides } from '../../server/testing/lessons/rooms.ts';
import { fakeServer } from '../../server/testing/servers/mail-server.ts';
import { makeCopy } from './testing/copies.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Runs the jobs that write emails, and returns the subjects of what is sent. */
async function sendAll(api: TestApp): Promise<string[]> {
  await queueReminders(api.context(null));
  await sendLetters(api.context(null));
  await queueSlides(api.context(null));
  const { taken, mailing } = fakeServer(api);
  await sendDueEmails(mailing);
  return taken.map(({ subject }) => subject).toSorted();
}

test('sends no email twice', async ({ api, db, add, lessonId, family }) => {
  await add(slides);
  await db.updateTable('families').set({ reminds_2h: 1 }).execute();
  expect(lessonId).toBeTruthy();
  api.clock.set('2026-11-18T12:59:00Z');
  const first = await makeCopy(api);
  api.clock.set('2026-11-18T13:00:00Z');
  await queueReminders(api.context(null));
  const [reminder] = await family.readEmails('reminder:');
  const token = /\/excuse\/([\w-]{43})\b/.exec(reminder?.text ?? '')?.[1] ?? '';
  expect(await sendAll(api)).toContain(reminder?.subject);
  await first.restoreInto(async (restored) => {
    expect((await byExcuse(restored, token).read()).status).toBe(200);
    expect(await sendAll(restored)).toEqual([]);
  });

  const second = await makeCopy(api);
  api.clock.set('2026-11-18T17:00:00Z');
  expect(await sendAll(api)).toEqual(["Today's lesson"]);
  await second.restoreInto(async (restored) => expect(await sendAll(restored)).toEqual([]));
});

test('sends what had not been sent', async ({ api, lessonId }) => {
  const { restoreInto } = await makeCopy(api);
  expect(lessonId).toBeTruthy();
  await restoreInto(async (restored) => {
    expect(await sendAll(restored)).toContainEqual(expect.stringMatching(/^Booked/));
  });
});

test('takes no free lesson back whose address was confirmed since', async ({ api, lesson }) => {
  const stranger = await makeNewFamily(api, { isConfirmed: false });
  await stranger.tryToBookFree(lesson.id);
  const { restoreInto } = await makeCopy(api);
  await confirmAddress(api, stranger.email);
  api.clock.advance({ days: 2 });
  await restoreInto(async (restored) => {
    await withdrawUnconfirmed(restored.context(null));
    expect(await freeLessonOf(restored, stranger.token)).toMatchObject({ booked: 1 });
  });
});
