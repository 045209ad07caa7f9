// The funnel of enquiries on the dashboard.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { applySession, attachSession, createPayment } from '../payments/payments.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { findParent, makeAdmin, makeLesson } from '../testing/factories.ts';
import { enquire, formOf, inviteEnquirer, signUpWith } from '../testing/free-lessons.ts';

let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const NONE = {
  enquiries: 0,
  answered_in_time: 0,
  invited: 0,
  joined: 0,
  attended: 0,
  purchased: 0,
};
const funnel = async () => {
  admin = await makeAdmin(api);
  return (await api.call(endpoints.getFunnel, { token: admin.token })).body.funnel;
};

/** Buys credits, as reported by the provider. */
async function buyCredits(familyId: string): Promise<void> {
  const price = { amount: 3000, currency: 'gbp' };
  const parent = await findParent(api, familyId);
  const { id: paymentId } = await createPayment(api.context(parent), { credits: 1, ...price });
  const sessionId = 'cs_test_funnel';
  await attachSession(api.context(null), { paymentId, sessionId });
  await applySession(api.context(null), {
    sessionId,
    paymentId,
    paymentIntent: 'pi_funnel',
    outcome: 'paid',
    ...price,
  });
}

test('counts nothing without enquiries', async () => {
  expect(await funnel()).toEqual([
    { days: 30, ...NONE },
    { days: 90, ...NONE },
  ]);
});

test('counts the enquiries of the period at each step, whenever the step was taken', async () => {
  // Forty days ago: one enquirer who took every step, and one who was answered late.
  api.clock.set(START);
  api.clock.advance({ hours: -40 * 24 });
  admin = await makeAdmin(api);
  const lesson = await makeLesson(api, { Date: '2026-10-15', Time: '10:00:00' });
  const old = await enquire(api);
  const late = await enquire(api);
  const token = await inviteEnquirer(api, admin, old, { Lesson_ID: lesson.id });
  const { body } = await signUpWith(api, token, formOf(old));
  if (!body.success) expect.unreachable();
  api.clock.advance({ hours: 25 });
  admin = await makeAdmin(api);
  const answer = (id: string) =>
    api.call(endpoints.updateEnquiry, {
      token: admin.token,
      params: { id },
      body: { status: 'contacted' },
    });
  await answer(late.id);
  // Recently: one invited, one joined with the credit only, one unanswered.
  api.clock.set(START);
  admin = await makeAdmin(api);
  await inviteEnquirer(api, admin, await enquire(api));
  const lately = await enquire(api);
  await signUpWith(api, await inviteEnquirer(api, admin, lately), formOf(lately));
  await enquire(api);
  expect(await funnel()).toEqual([
    { days: 30, ...NONE, enquiries: 3, answered_in_time: 2, invited: 2, joined: 2 - 1 },
    { days: 90, ...NONE, enquiries: 5, answered_in_time: 3, invited: 3, joined: 2, attended: 1 },
  ]);
  await buyCredits(body.user.id);
  expect((await funnel()).map(({ purchased }) => purchased)).toEqual([0, 1]);
});
