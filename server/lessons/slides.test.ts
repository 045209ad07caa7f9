// The email about the slides of a lesson, where no letter leads to them.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { sendDueEmails } from '../email/worker.ts';
import { addStudent, signInAgain } from '../testing/factories.ts';
import { roomTest, slides } from '../testing/lessons/rooms.ts';
import { fakeServer } from '../testing/servers/mail-server.ts';
import { queueSlides } from './slides.ts';

const OVER = '2026-11-18T16:15:00.000Z';

const test = roomTest
  .extend('letters', { auto: true }, ({ tutor }) =>
    tutor.call(endpoints.updateSettings, { body: { letters: false } }),
  )
  .extend('read', ({ api, family }) => async (now: string) => {
    api.clock.set(now);
    await queueSlides(api.context(null));
    const emails = await family.readEmails('slides:');
    return emails.map(({ subject }) => subject);
  });

test('sends the slides after the lesson, once per booking', async ({ add, lessonId, read }) => {
  await add(slides);
  expect(lessonId).toBeTruthy();
  expect(await read('2026-11-18T16:14:59.999Z')).toEqual([]);
  for (const now of [OVER, '2026-11-19T16:15:00.000Z'])
    expect(await read(now)).toEqual(['Slides: Forces and motion']);
});

test.for([
  ['2026-11-25T16:14:59.999Z', 1],
  ['2026-11-25T16:15:00.000Z', 0],
] as const)(
  'sends slides added later, until %s: %i',
  async ([now, count], { api, tutor, topicId, lessonId, read }) => {
    expect(lessonId).toBeTruthy();
    expect(await read(OVER)).toEqual([]);
    api.clock.set(now);
    const later = await signInAgain(api, tutor);
    await later.send(endpoints.createItem, { params: { id: topicId }, body: slides });
    expect(await read(now)).toHaveLength(count);
  },
);

test('withdraws the email when the slides are gone before it is sent', async ({
  api,
  tutor,
  topicId,
  add,
  lessonId,
  read,
}) => {
  const itemId = await add(slides);
  expect(lessonId).toBeTruthy();
  expect(await read(OVER)).toHaveLength(1);
  await tutor.call(endpoints.deleteItem, { params: { id: topicId, itemId } });
  await sendDueEmails(fakeServer(api).mailing);
  expect(await read(OVER)).toEqual([]);
});

test('sends nothing for a removed student', async ({ api, add, family, lessonId, read }) => {
  await add(slides);
  await addStudent(api, family);
  expect(lessonId).toBeTruthy();
  api.clock.set('2026-11-18T15:30:00Z');
  await family.call(endpoints.removeStudent, { params: { id: family.studentId } });
  expect(await read(OVER)).toEqual([]);
});
