// The funnel of enquiries on the dashboard.
import { expect } from 'vitest';

import { DEFAULT_BUSINESS } from '../../domain/business.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { START } from '../testing/app.ts';
import { findParent, makeAdmin, makeLesson } from '../testing/factories.ts';
import {
  changeEnquiry,
  enquire,
  formOf,
  inviteEnquirer,
  listEnquiries,
  signUpWith,
} from '../testing/lessons/free-lessons.ts';
import { buyCredits } from '../testing/payments/without-provider.ts';
import { sharedTest } from '../testing/test.ts';

const NONE = {
  enquiries: 0,
  answered_in_time: 0,
  invited: 0,
  joined: 0,
  attended: 0,
  purchased: 0,
};

const test = sharedTest.extend('readFunnel', ({ api }) => async () => {
  const { call } = await makeAdmin(api);
  return (await call(endpoints.getFunnel)).body.funnel;
});

test('counts nothing without enquiries', async ({ readFunnel }) => {
  expect(await readFunnel()).toEqual([
    { days: 30, ...NONE },
    { days: 90, ...NONE },
  ]);
});

test('counts an answer as in time by what was promised', async ({ api, readFunnel }) => {
  api.clock.set(START);
  api.clock.advance({ days: -100 });
  const tutor = await makeAdmin(api);
  const promise = (response_hours: number) =>
    tutor.call(endpoints.updateSettings, {
      body: { business: { ...DEFAULT_BUSINESS, response_hours } },
    });
  for (const hours of [1, 48, DEFAULT_BUSINESS.response_hours]) {
    await promise(hours);
    await enquire(api);
  }
  const before = await readFunnel();
  api.clock.advance({ hours: 36 });
  // The first session has expired.
  const next = await makeAdmin(api);
  for (const { id } of await listEnquiries(next))
    await changeEnquiry(next, id, { status: 'contacted' });
  const after = await readFunnel();
  expect(before.map(({ answered_in_time }) => answered_in_time)).toEqual([0, 0]);
  expect(after.map(({ answered_in_time }) => answered_in_time)).toEqual([1, 1]);
});

test('counts the enquiries of the period at each step', async ({ api, readFunnel }) => {
  // Forty days ago: one enquirer who took every step, and one who was answered late.
  api.clock.set(START);
  api.clock.advance({ days: -40 });
  const lesson = await makeLesson(api, { Date: '2026-10-15', Time: '10:00:00' });
  const [old, late] = [await enquire(api), await enquire(api)];
  const proposed = { Lesson_ID: lesson.id };
  const token = await inviteEnquirer(api, await makeAdmin(api), old, proposed);
  const { body } = await signUpWith(api, token, formOf(old));
  if (!body.success) expect.unreachable();
  api.clock.advance({ hours: 25 });
  await changeEnquiry(await makeAdmin(api), late.id, { status: 'contacted' });
  // Recently: one invited, one joined with the credit only, one unanswered.
  api.clock.set(START);
  const tutor = await makeAdmin(api);
  await inviteEnquirer(api, tutor, await enquire(api));
  const lately = await enquire(api);
  await signUpWith(api, await inviteEnquirer(api, tutor, lately), formOf(lately));
  await enquire(api);
  expect(await readFunnel()).toEqual([
    { days: 30, ...NONE, enquiries: 3, answered_in_time: 2, invited: 2, joined: 1 },
    { days: 90, ...NONE, enquiries: 5, answered_in_time: 3, invited: 3, joined: 2, attended: 1 },
  ]);
  await buyCredits(api, await findParent(api, body.user.id));
  expect((await readFunnel()).map(({ purchased }) => purchased)).toEqual([0, 1]);
});
