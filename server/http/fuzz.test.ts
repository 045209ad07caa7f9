// Random requests from the endpoints' schemas, valid and broken: no internal failure, and no answer
// that the OpenAPI document does not describe.
import fc from 'fast-check';
import { afterAll, expect, inject } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { startStripeSandbox } from '../../sandbox/stripe.ts';
import { newId } from '../base/ids.ts';
import { connectStripe } from '../payments/stripe.ts';
import { fileOf, importFile, rowOf } from '../testing/accounts/imports.ts';
import { START, type TestApp } from '../testing/app.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import { expectAnswer, expectRefusal } from '../testing/client.ts';
import { readDocument } from '../testing/every-call/openapi-answers.ts';
import { makeTopic } from '../testing/every-call/use-rooms.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  joinTokenOf,
  makeAdmin,
  makeLesson,
  makeFamily,
  PASSWORD,
} from '../testing/factories.ts';
import type { Pools } from '../testing/random/arbitraries.ts';
import { fuzzed, type Shot, shots } from '../testing/random/random-requests.ts';
import { test as base } from '../testing/test.ts';

/** On PostgreSQL fewer: most of what they find depends on no engine. */
const RUNS = inject('engine') === 'sqlite' ? 20_000 : 5000;
const SEED = 20_261_118;

const sandbox = await startStripeSandbox({ now: () => Date.parse(START) });
afterAll(() => sandbox.close());
const { secretKey, webhookSecret, url: apiUrl } = sandbox;
base.override('settings', { payments: connectStripe({ secretKey, webhookSecret, apiUrl }) });

const test = base
  .extend('tokens', async ({ api }) => {
    const family = await makeFamily(api, 50);
    return {
      family,
      partner: await addParent(api, family),
      student: await addSignIn(api, family, family.studentId),
      booker: await addSignIn(api, family, await addStudent(api, family), true),
      other: await makeFamily(api, 2),
      admin: await makeAdmin(api),
    };
  })
  .extend('pools', ({ api, tokens }) => fillPools(api, tokens))
  .extend('documented', async ({ api }) => {
    return readDocument((await api.app.inject('/api/openapi.json')).json());
  });

type Tokens = Readonly<Record<'family' | 'other', TestFamily>> &
  Readonly<Record<'partner' | 'student' | 'booker' | 'admin', Caller>>;

async function fillPools(api: TestApp, tokens: Tokens): Promise<Pools> {
  const { family } = tokens;
  const topic = await makeTopic(tokens.admin);
  const lessons: string[] = [];
  for (let n = 0; n < 8; n += 1) {
    const Topic_ID = n % 2 === 0 ? topic : null;
    lessons.push((await makeLesson(api, { Max_Students: 1 + (n % 3), Topic_ID })).id);
  }
  const bookings: string[] = [];
  for (const id of lessons.slice(0, 4)) bookings.push(await family.book(id, family.studentId));
  const { body } = await family.call(endpoints.createCheckout, { body: { credits_quantity: 5 } });
  await api.call(endpoints.registerInterest, {
    body: { name: 'Ann', email: 'ann@example.com', mobile: '07700900123', year_class: 'year-10' },
  });
  const items = (
    await tokens.admin.call(endpoints.getTopic, { params: { id: topic } })
  ).body.topic.items.map(({ id }) => id);
  const more: string[] = [];
  for (let n = 0; n < 8; n += 1) more.push(await makeTopic(tokens.admin));
  const dates = ['2026-03-29', '2026-10-25', '2026-11-18', '2026-11-21', '2026-11-22'];
  dates.push('2027-10-31', '9999-12-31', '0001-01-01');
  const emails = ['ann@example.com', family.email, tokens.admin.email, 'ANN@EXAMPLE.COM'];
  const idsIn = async (table: 'enquiries' | 'payments') =>
    (await api.database.db.selectFrom(table).select('id').execute()).map(({ id }) => id);
  return {
    lessons: [...lessons, '7', '007'],
    // Those who book and attend are not here: once removed, most other calls would be refused.
    students: [family.id, tokens.other.id, await addStudent(api, family)],
    parents: [tokens.partner.id],
    invitations: [newId()],
    customers: await idsIn('enquiries'),
    payments: await idsIn('payments'),
    // Some of them are deleted in time.
    topics: [topic, ...more],
    columns: ['{}', '{"Parent_Email":1}'],
    import: [(await importFile(tokens.admin, fileOf([rowOf()]))).id],
    Topic_ID: [topic],
    Lesson_ID: [...lessons, 7],
    Lesson_IDs: lessons.slice(4).map((id) => [id]),
    Lesson_Name: ['GCSE: Waves'],
    itemId: items,
    n: ['0'],
    Item_IDs: [items],
    bookingId: [...bookings, '7'],
    token: await Promise.all(bookings.map((id) => joinTokenOf(api, id))),
    session_id: [body.checkout_url.split('/').at(-1) ?? '', 'cs_test_other'],
    Date: dates,
    Time: ['00:00:00', '01:30:00', '09:00:00', '23:59:59'],
    from: dates,
    to: dates,
    Meeting_Link: ['https://meet.example.com/a', 'http://[::1]:8080/?q=é#x'],
    email: emails,
    Parent_Email: emails,
    mobile: ['07700900123'],
    Parent_Phone_Number: ['07700900123'],
    // Mostly one that the caller has.
    Student_ID: [family.studentId, family.studentId, family.studentId, tokens.other.id],
    Student_Name: ['Ada'],
    password: [PASSWORD, 'another-password'],
    current_password: [PASSWORD],
    refresh_token: ['garbage', (await makeFamily(api)).session.refresh_token],
    code: ['000000', '12345678', 'abcd-efgh'],
    reason: ['A gift'],
  };
}

function tokenOf(tokens: Tokens, { endpoint, caller }: Shot): string | undefined {
  if (caller === 'nobody') return undefined;
  if (caller === 'garbage') return 'garbage';
  if (caller === 'own') return tokens[endpoint.auth === 'admin' ? 'admin' : 'family'].token;
  return tokens[caller].token;
}

const asText = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;

async function shoot(api: TestApp, token: string | undefined, shot: Shot) {
  const { endpoint, params, query, body, broken, type, key } = shot;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(asText(params[name]).toWellFormed() || '-'),
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, asText(value)]],
    ),
  ).toString();
  const file = endpoint.file === undefined ? undefined : fileOf([rowOf()]);
  const payload =
    broken ?? file ?? (endpoint.body === undefined ? undefined : JSON.stringify(body));
  const answer = await api.app.inject({
    method: endpoint.method,
    url: search === '' ? path : `${path}?${search}`,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': type }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(typeof key === 'string' && HEADER_TEXT.test(key) ? { 'idempotency-key': key } : {}),
    },
    ...(payload === undefined || endpoint.method === 'GET' ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json<unknown>(), headers: answer.headers };
}

test(
  `gets documented answers for ${RUNS} random requests`,
  { timeout: 900_000 },
  async ({ api, tokens, pools, documented }) => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(shots(pools), async (shot) => {
        const { endpoint } = shot;
        const call = `${endpoint.method} ${endpoint.path}`;
        const answer = await shoot(api, tokenOf(tokens, shot), shot);
        seen.set(call, (seen.get(call) ?? 0) + (answer.status < 400 ? 1 : 0));
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
        const described = documented.get(call)?.get(answer.status);
        expect(
          described,
          `${call} answers ${answer.status}: ${JSON.stringify(answer.body)}`,
        ).toBeDefined();
        if (answer.status < 400) expectAnswer(endpoint, answer);
        else expect([...(described ?? [])]).toContain(expectRefusal(answer).body.code);
        const isShared = endpoint.sharedSeconds !== undefined && answer.status < 400;
        expect(answer.headers['cache-control']).toBe(
          isShared ? `public, max-age=${endpoint.sharedSeconds}` : 'no-store',
        );
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
    // A fuzz test whose requests are all refused would prove nothing.
    const worked = [...seen.values()].filter((count) => count > 0).length;
    expect(worked).toBeGreaterThan(fuzzed.length * 0.6);
  },
);
