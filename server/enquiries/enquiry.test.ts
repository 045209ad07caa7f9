// Registrations of interest: validation, storing once, and the emails.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { HONEYPOT_FIELD } from '../../domain/enquiries/enquiry.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { LENGTHS } from '../../domain/limits.ts';
import { IDEMPOTENCY_HOURS } from '../engine/idempotency.ts';
import { readEmails } from '../testing/emails.ts';
import { makeAdmin } from '../testing/factories.ts';
import { sharedTest, statusesOf } from '../testing/test.ts';

const form = {
  name: 'Ann Example',
  email: 'ann@example.com',
  mobile: '07700 900123',
  year_class: 'year-12',
} as const;

const test = sharedTest
  .extend('submit', ({ api }) => {
    api.clock.advance({ minutes: 1 });
    return (body: object = form, key?: string) => {
      const headers = key === undefined ? {} : { headers: { 'idempotency-key': key } };
      return api.either(endpoints.registerInterest, { body: body as typeof form, ...headers });
    };
  })
  /** How many enquiries were stored since this test began. */
  .extend('countStored', async ({ db }) => {
    const count = async () => (await db.selectFrom('enquiries').select('id').execute()).length;
    const before = await count();
    return async () => (await count()) - before;
  });

test('says what is wrong with the only invalid field', async ({ submit }) => {
  const { body } = await submit({ ...form, year_class: 'year-9' });
  const error = 'Please select a valid year class';
  const details = [{ field: 'year_class', message: error }];
  expect(body).toEqual({ success: false, code: 'validation_failed', error, details });
});

test('reports every error of an empty form', async ({ submit, countStored }) => {
  const fields = ['name', 'email', 'mobile', 'year_class'];
  const details = fields.map((field) => ({ field }));
  expect(await submit({})).toMatchObject({ status: 400, body: { details } });
  expect(await countStored()).toBe(0);
});

test('stores an enquiry and answers it once', async ({ api, tutor, submit }) => {
  const second = await makeAdmin(api);
  const name = 'Zoë <Example>';
  const typed = { name: `  ${name} `, email: 'ZOE@Example.com', mobile: ' 07700900123 ' };
  expect((await submit({ ...form, ...typed })).body).toEqual({ success: true });
  const { customers } = (await tutor.call(endpoints.listEnquiries)).body;
  expect(customers[0]).toMatchObject({
    name,
    email: 'zoe@example.com',
    mobile: '07700900123',
    year_class: 'year-12',
    created_at: new Date(api.clock.now).toISOString(),
    status: 'new',
  });
  for (const admin of [tutor, second]) {
    const notices = (await admin.readEmails()).filter(({ text }) =>
      text.includes('zoe@example.com'),
    );
    expect(notices).toMatchObject([{ subject: `New enquiry from ${name}` }]);
    expect(notices[0]?.html).toContain('Zoë &lt;Example&gt;');
  }
  const received = await readEmails(api, 'zoe@example.com');
  expect(received).toMatchObject([{ subject: 'We have received your enquiry' }]);
  // Not a plain name, so an email to a stranger does not contain it.
  expect(received[0]?.text).toMatch(/^.+\n\nHello,\n/);
});

test.for([
  ['a whole form', form],
  ['a broken form', { name: '', email: 5 }],
  ['an empty form', {}],
] as const)(
  'answers %s with the hidden field filled in with success, and stores no enquiry',
  async ([, body], { submit, countStored }) => {
    const answer = await submit({ ...body, [HONEYPOT_FIELD]: 'https://spam.example.com' });
    expect(answer).toMatchObject({ status: 201, body: { success: true } });
    expect(await countStored()).toBe(0);
  },
);

test.for(['', '   ', null])(
  'accepts the hidden field with the value %j as empty',
  async (value, { submit, countStored }) => {
    expect((await submit({ ...form, [HONEYPOT_FIELD]: value })).status).toBe(201);
    expect(await countStored()).toBe(1);
  },
);

test('stores a form again without the same key', async ({ submit, countStored }) => {
  for (const key of [undefined, undefined, 'one', 'two']) await submit(form, key);
  expect(await countStored()).toBe(4);
});

test('lists enquiries newest first, with their total', async ({ api, tutor, submit }) => {
  for (const name of ['First', 'Second', 'Third']) {
    await submit({ ...form, name });
    api.clock.advance({ seconds: 1 });
  }
  const { customers, total } = (await tutor.call(endpoints.listEnquiries)).body;
  expect(customers.slice(0, 3).map(({ name }) => name)).toEqual(['Third', 'Second', 'First']);
  expect(total).toBe(customers.length);
});

describe('the key of an enquiry', () => {
  test('is not used up by a dropped form', async ({ submit, countStored }) => {
    await submit({ ...form, [HONEYPOT_FIELD]: 'x' }, 'key-of-a-program');
    await submit(form, 'key-of-a-program');
    expect(await countStored()).toBe(1);
  });

  test('is not used up by a refused form', async ({ submit }) => {
    expect((await submit({ ...form, name: '' }, 'refused-first')).status).toBe(400);
    expect((await submit(form, 'refused-first')).status).toBe(201);
  });

  test('gives a repeat the first answer', async ({ submit, countStored }) => {
    const spelled = { ...form, name: ` ${form.name} `, email: 'ANN@example.com', extra: 1 };
    for (const body of [form, form, spelled])
      expect(await submit(body, 'repeat')).toMatchObject({ status: 201, body: { success: true } });
    expect(await countStored()).toBe(1);
  });

  test('stores one of concurrent repeats', async ({ api, submit, countStored }) => {
    const body = { ...form, email: 'simultaneous@example.com' };
    const answers = await Promise.all(Array.from({ length: 12 }, () => submit(body, 'at-once')));
    expect(new Set(statusesOf(answers))).toEqual(new Set([201]));
    expect(await countStored()).toBe(1);
    const emails = await readEmails(api, body.email);
    expect(emails).toMatchObject([{ subject: 'We have received your enquiry' }]);
  });

  test('is refused with another form', async ({ submit, countStored }) => {
    await submit(form, 'reused');
    const code = 'idempotency_key_reused';
    for (const change of [
      { name: 'Bob' },
      { email: 'b@example.com' },
      { mobile: '0123456789' },
      { year_class: 'year-13' },
    ]) {
      const { status, body } = await submit({ ...form, ...change }, 'reused');
      expect(status).toBe(422);
      expect(body).toEqual({ success: false, code, error: errorCatalogue[code].text });
    }
    expect(await countStored()).toBe(1);
  });

  test('may have the maximum length, and no more', async ({ submit }) => {
    const longest = 'k'.repeat(LENGTHS.idempotencyKey.max);
    expect((await submit(form, longest)).status).toBe(201);
    const body = { code: 'validation_failed', details: [{ field: 'Idempotency-Key' }] };
    expect(await submit(form, `${longest}k`)).toMatchObject({ status: 400, body });
  });

  test('expires after a day, and not before', async ({ api, submit, countStored }) => {
    await submit(form, 'for-a-day');
    api.clock.advance({ hours: IDEMPOTENCY_HOURS, ms: -1 });
    await submit(form, 'for-a-day');
    expect(await countStored()).toBe(1);
    api.clock.advance({ ms: 1 });
    await submit({ ...form, name: 'Someone else' }, 'for-a-day');
    expect(await countStored()).toBe(2);
  });
});
