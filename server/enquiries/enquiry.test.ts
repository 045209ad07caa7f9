// Registrations of interest: validation, storing once, and the emails.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { HONEYPOT_FIELD } from '../../domain/enquiry.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { IDEMPOTENCY_HOURS, LENGTHS } from '../../domain/limits.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { readEmails } from '../testing/emails.ts';

let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterAll(() => api.close());
beforeEach(() => {
  api.clock.advance({ minutes: 1 });
});

const form = {
  name: 'Ann Example',
  email: 'ann@example.com',
  mobile: '07700 900123',
  year_class: 'year-12',
} as const;

const letters = (length: number) => 'a'.repeat(length);
const list = async () => (await api.call(endpoints.listEnquiries, { token: admin.token })).body;
const submit = (body: object, key?: string) =>
  api.either(endpoints.registerInterest, {
    body: body as typeof form,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
const emailsAbout = async (name: string) =>
  (await readEmails(api, null))
    .filter(({ text }) => text.includes(name))
    .map(({ recipient, subject }) => `${recipient}: ${subject}`)
    .toSorted((a, b) => (a < b ? -1 : 1));

const SHORT_NAME = 'Name must be at least 2 characters';
const EMAIL = 'Invalid email address';
const SHORT_PHONE = 'Phone number must be at least 10 digits';
const YEAR = 'Please select a valid year class';
const CONTROLS = 'Remove the control characters';

test.each([
  ['name', undefined, SHORT_NAME],
  ['name', null, SHORT_NAME],
  ['name', ' a ', SHORT_NAME],
  ['name', letters(LENGTHS.name.max + 1), 'Name must be less than 100 characters'],
  ['name', 'Ann\tExample', CONTROLS],
  ['email', undefined, EMAIL],
  ['email', 'ann', EMAIL],
  ['email', 'ann@', EMAIL],
  ['email', '', EMAIL],
  ['email', `${letters(LENGTHS.email.max)}@example.com`, 'Email must be less than 255 characters'],
  ['mobile', undefined, SHORT_PHONE],
  ['mobile', 7_700_900_123, SHORT_PHONE],
  ['mobile', '123456789', SHORT_PHONE],
  ['mobile', '1234567890123456', 'Phone number must be less than 15 digits'],
  ['year_class', undefined, YEAR],
  ['year_class', 'year-9', YEAR],
  ['year_class', 'Year 10', YEAR],
  ['year_class', 10, YEAR],
])('refuses an enquiry whose %s is %j', async (field, value, message) => {
  const { body } = await api.refused(endpoints.registerInterest, {
    body: { ...form, [field]: value },
  });
  expect(body).toEqual({
    success: false,
    code: 'validation_failed',
    error: message,
    details: [{ field, message }],
  });
});

test('reports every error of an empty form at once, and stores nothing', async () => {
  const before = (await list()).total;
  const { body } = await api.refused(endpoints.registerInterest, { body: {} });
  expect(body.details?.map(({ field }) => field)).toEqual([
    'name',
    'email',
    'mobile',
    'year_class',
  ]);
  expect((await list()).total).toBe(before);
});

test('trims and stores an enquiry, answers the visitor once and notifies each admin', async () => {
  const second = await makeAdmin(api);
  const { body } = await api.call(endpoints.registerInterest, {
    body: { ...form, name: '  Zoë <Example> ', email: 'ZOE@Example.com', mobile: ' 07700900123 ' },
  });
  expect(body).toEqual({ success: true });
  const { customers } = await list();
  expect(customers[0]).toMatchObject({
    name: 'Zoë <Example>',
    email: 'zoe@example.com',
    mobile: '07700900123',
    year_class: 'year-12',
    created_at: new Date(api.clock.now).toISOString(),
    status: 'new',
  });
  expect(await emailsAbout('zoe@example.com')).toEqual(
    [
      `${admin.email}: New enquiry from Zoë <Example>`,
      `${second.email}: New enquiry from Zoë <Example>`,
    ].toSorted((a, b) => (a < b ? -1 : 1)),
  );
  const [told] = await readEmails(api, admin.email);
  expect(told?.html).toContain('Zoë &lt;Example&gt;');
  const received = await readEmails(api, 'zoe@example.com');
  expect(received.map(({ subject }) => subject)).toEqual(['We have received your enquiry']);
  // Not a plain name, so an email to a stranger does not contain it.
  expect(received[0]?.text).toMatch(/^Hello,\n/);
});

test.each([
  ['a whole form', form],
  ['a broken form', { name: '', email: 5 }],
  ['an empty form', {}],
])('answers %s with the hidden field filled in with success, and drops it', async (_, body) => {
  const before = (await list()).total;
  const answer = await submit({ ...body, [HONEYPOT_FIELD]: 'https://spam.example.com' });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({ success: true });
  expect((await list()).total).toBe(before);
});

test.each(['', '   ', null])(
  'accepts the hidden field with the value %j as empty',
  async (value) => {
    const before = (await list()).total;
    expect((await submit({ ...form, [HONEYPOT_FIELD]: value })).status).toBe(201);
    expect((await list()).total).toBe(before + 1);
  },
);

test('does not use up the key of a dropped form', async () => {
  const before = (await list()).total;
  await submit({ ...form, [HONEYPOT_FIELD]: 'x' }, 'key-of-a-program');
  await submit(form, 'key-of-a-program');
  expect((await list()).total).toBe(before + 1);
});

test('gives a repeat with the same key the first answer, and stores nothing', async () => {
  const before = (await list()).total;
  for (const body of [
    form,
    form,
    { ...form, name: ` ${form.name} `, email: 'ANN@example.com', extra: 1 },
  ])
    expect(await submit(body, 'repeat')).toMatchObject({ status: 201, body: { success: true } });
  expect((await list()).total).toBe(before + 1);
});

test('stores one enquiry and sends its emails once for concurrent repeats', async () => {
  const before = (await list()).total;
  const body = { ...form, name: 'Simultaneous', email: 'simultaneous@example.com' };
  const answers = await Promise.all(Array.from({ length: 12 }, () => submit(body, 'at-once')));
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  expect((await list()).total).toBe(before + 1);
  expect(
    (await emailsAbout('Simultaneous')).filter((message) => message.includes('We have received')),
  ).toHaveLength(1);
});

test('stores the same form again without a key or with another one', async () => {
  const before = (await list()).total;
  await submit(form);
  await submit(form);
  await submit(form, 'one');
  await submit(form, 'two');
  expect((await list()).total).toBe(before + 4);
});

test('refuses the same key with another form', async () => {
  await submit(form, 'reused');
  const before = (await list()).total;
  for (const change of [
    { name: 'Bob' },
    { email: 'b@example.com' },
    { mobile: '0123456789' },
    { year_class: 'year-13' },
  ]) {
    const { status, body } = await submit({ ...form, ...change }, 'reused');
    expect(status).toBe(422);
    expect(body).toEqual({
      success: false,
      code: 'idempotency_key_reused',
      error: errorCatalogue.idempotency_key_reused.text,
    });
  }
  expect((await list()).total).toBe(before);
});

test('accepts a key of the maximum length, and no longer one', async () => {
  const longest = 'k'.repeat(LENGTHS.idempotencyKey.max);
  expect((await submit(form, longest)).status).toBe(201);
  const { status, body } = await submit(form, `${longest}k`);
  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: 'validation_failed',
    details: [{ field: 'Idempotency-Key' }],
  });
});

test('expires a key after a day, and not before', async () => {
  await submit(form, 'for-a-day');
  const before = (await list()).total;
  api.clock.advance({ hours: IDEMPOTENCY_HOURS, ms: -1 });
  await submit(form, 'for-a-day');
  // The tutor's own session has expired meanwhile.
  admin = await makeAdmin(api);
  expect((await list()).total).toBe(before);
  api.clock.advance({ ms: 1 });
  await submit({ ...form, name: 'Someone else' }, 'for-a-day');
  expect((await list()).total).toBe(before + 1);
});

test('does not remember the key of a refused form', async () => {
  expect((await submit({ ...form, name: '' }, 'refused-first')).status).toBe(400);
  expect((await submit(form, 'refused-first')).status).toBe(201);
});

test('lists enquiries newest first, with their total', async () => {
  for (const name of ['First', 'Second', 'Third']) {
    await submit({ ...form, name });
    api.clock.advance({ seconds: 1 });
  }
  const { customers, total } = await list();
  expect(customers.slice(0, 3).map(({ name }) => name)).toEqual(['Third', 'Second', 'First']);
  expect(total).toBe(customers.length);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});
