// Automatic invitations, and the tutor's other settings.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { AUTOMATIC_INVITATIONS, MAX_REPLY_TEMPLATES } from '../../domain/limits.ts';
import { DEFAULT_GREETING, SHIPPED_TEMPLATES } from '../../domain/settings.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin } from '../testing/factories.ts';
import { enquire, enquirer, formOf, linkTo, signUpWith } from '../testing/free-lessons.ts';
import { readEmails } from '../testing/emails.ts';

const AS_SHIPPED = {
  invite_automatically: false,
  reply_templates: SHIPPED_TEMPLATES,
  daily_summary: true,
  greeting: DEFAULT_GREETING,
};

let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterAll(() => api.close());
afterEach(async () => {
  api.clock.set(START);
  await api.database.db.deleteFrom('once_marks').execute();
  await set({ invite_automatically: false, reply_templates: [...SHIPPED_TEMPLATES] });
});

const set = async (body: object) =>
  (await api.call(endpoints.updateSettings, { token: admin.token, body })).body.settings;
const get = async () =>
  (await api.call(endpoints.getSettings, { token: admin.token })).body.settings;
const linksOf = async (email: string) => readEmails(api, email, 'enquiry-invitation:');
const enquiryOf = async (id: string) =>
  (await api.call(endpoints.listEnquiries, { token: admin.token })).body.customers.find(
    (customer) => customer.id === id,
  );

test('is off by default, with three templates; each setting changes by itself', async () => {
  expect(await get()).toEqual(AS_SHIPPED);
  expect(SHIPPED_TEMPLATES).toHaveLength(3);
  const mine = [{ name: 'Mine', subject: 'For {name}', text: 'Hello {name}' }];
  expect(await set({ reply_templates: mine })).toEqual({
    ...AS_SHIPPED,
    reply_templates: mine,
  });
  expect(await set({ invite_automatically: true })).toEqual({
    ...AS_SHIPPED,
    invite_automatically: true,
    reply_templates: mine,
  });
  expect(await get()).toEqual({ ...AS_SHIPPED, invite_automatically: true, reply_templates: mine });
});

test.each([
  ['a switch that is neither', { invite_automatically: 'yes' }, 'invite_automatically'],
  [
    'a template without a name',
    { reply_templates: [{ name: ' ', text: 'x' }] },
    'reply_templates.0.name',
  ],
  ['an empty text', { reply_templates: [{ name: 'x', text: ' ' }] }, 'reply_templates.0.text'],
  [
    'a text that is too long',
    { reply_templates: [{ name: 'x', text: 'y'.repeat(2001) }] },
    'reply_templates.0.text',
  ],
  [
    'too many of them',
    {
      reply_templates: Array.from({ length: MAX_REPLY_TEMPLATES + 1 }, () => ({
        name: 'x',
        text: 'y',
      })),
    },
    'reply_templates',
  ],
] satisfies [string, object, string][])(
  'refuses %s and changes nothing',
  async (_, body: object, field) => {
    const { status, body: answer } = await api.either(endpoints.updateSettings, {
      token: admin.token,
      body,
    });
    expect(status).toBe(400);
    expect(answer).toMatchObject({ details: [{ field }] });
    expect(await get()).toEqual(AS_SHIPPED);
  },
);

test('invites nobody while it is off', async () => {
  const { email } = await enquire(api);
  expect(await linksOf(email)).toEqual([]);
});

test('sends the first template with the link, and the tutor still owes an answer', async () => {
  await set({
    invite_automatically: true,
    reply_templates: [{ name: 'Mine', text: 'Hello {name} of {year}' }],
  });
  const enquiry = await enquire(api);
  const [message, ...more] = await linksOf(enquiry.email);
  expect(more).toEqual([]);
  expect(message?.text).toContain(`Hello ${enquiry.name} of Year 12`);
  expect(await enquiryOf(enquiry.id)).toMatchObject({
    status: 'new',
    answered_at: null,
    invitation: { Lesson_ID: null },
  });
  const signedUp = await signUpWith(api, await linkTo(api, enquiry.email), formOf(enquiry));
  expect(signedUp.body).toMatchObject({ free_lesson: 'credit' });
});

test('invites an address or a number once, even after a deletion', async () => {
  await set({ invite_automatically: true });
  const first = await enquire(api);
  await api.call(endpoints.deleteEnquiry, { token: admin.token, params: { id: first.id } });
  const { id: _, ...form } = first;
  for (const again of [
    form,
    { ...enquirer(), email: form.email },
    { ...enquirer(), mobile: `+44 ${form.mobile.slice(1)}` },
  ]) {
    const enquiry = await enquire(api, again);
    expect(await linksOf(enquiry.email)).toEqual([]);
  }
});

test('leaves an enquirer with an account to the tutor', async () => {
  const form = enquirer();
  await signUpWith(api, undefined, formOf(form));
  await set({ invite_automatically: true });
  await enquire(api, form);
  expect(await linksOf(form.email)).toEqual([]);
  expect(await readEmails(api, form.email, 'free-lesson:')).toEqual([]);
});

test('stops at the daily limit, however many enquire at once', async () => {
  await set({ invite_automatically: true });
  const rows = Array.from({ length: AUTOMATIC_INVITATIONS.max - 2 }, (__, number) => ({
    kind: 'automatic_sent' as const,
    mark: `earlier ${number}`,
    marked_at: api.clock.now,
  }));
  await api.database.db.insertInto('once_marks').values(rows).execute();
  const all = await Promise.all(Array.from({ length: 5 }, () => enquire(api)));
  const sent = await Promise.all(all.map(async ({ email }) => (await linksOf(email)).length));
  expect(sent.filter((count) => count === 1)).toHaveLength(2);
  expect(sent.filter((count) => count === 0)).toHaveLength(3);
  api.clock.advance({ hours: AUTOMATIC_INVITATIONS.hours });
  const { email } = await enquire(api);
  expect(await linksOf(email)).toHaveLength(1);
});

test('invites once for an enquiry that is sent again', async () => {
  await set({ invite_automatically: true });
  const form = enquirer();
  await Promise.all(
    Array.from({ length: 3 }, () =>
      api.call(endpoints.registerInterest, { body: form, headers: { 'idempotency-key': 'once' } }),
    ),
  );
  expect(await linksOf(form.email)).toHaveLength(1);
});
