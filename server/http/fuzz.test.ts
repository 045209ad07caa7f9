// Requests at random from the endpoints' own schemas, valid and broken: never a failure inside, and no answer
// that the OpenAPI document does not describe.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod';

import type { Endpoint } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import { newId } from '../ids.ts';
import { connectStripe } from '../payments/stripe.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import {
  brokenBodies,
  type JsonSchema,
  junk,
  objectOf,
  type Pools,
  wholeObjectOf,
} from '../testing/arbitraries.ts';
import { expectAnswer, expectRefusal } from '../testing/client.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  doorOf,
  type FamilyHolder,
  type Holder,
  makeAdmin,
  makeLesson,
  makeFamily,
  PASSWORD,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';

// What is refused, and how, does not depend on the engine.
const RUNS = inject('engine') === 'sqlite' ? 20_000 : 1500;
const SEED = 20_261_118;

let api: TestApp;
let sandbox: StripeSandbox;
let tokens: Readonly<Record<'family' | 'other', FamilyHolder>> &
  Readonly<Record<'partner' | 'student' | 'booker' | 'admin', Holder>>;
let pools: Pools;
/** 'GET /api/health' to each status it may have, with the codes of failures. */
let documented: Map<string, Map<number, ReadonlySet<string>>>;

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ responses: z.record(z.string(), z.object({ description: z.string() })) }),
    ),
  ),
});

beforeAll(async () => {
  sandbox = await startStripeSandbox({ now: () => Date.parse(START) });
  api = await startTestApp({
    payments: connectStripe({
      secretKey: sandbox.secretKey,
      webhookSecret: sandbox.webhookSecret,
      apiUrl: sandbox.url,
    }),
  });
  const family = await makeFamily(api, 50);
  tokens = {
    family,
    partner: await addParent(api, family),
    student: await addSignIn(api, family, family.studentId),
    booker: await addSignIn(api, family, await addStudent(api, family), true),
    other: await makeFamily(api, 2),
    admin: await makeAdmin(api),
  };
  const lessons: string[] = [];
  for (let n = 0; n < 8; n += 1) lessons.push((await makeLesson(api, { Max_Students: 1 + (n % 3) })).id);
  pools = await fillPools(lessons);
  documented = readDocument(documentSchema.parse((await api.app.inject('/api/openapi.json')).json()));
});
afterAll(async () => {
  await api.close();
  await sandbox.close();
});

async function fillPools(lessons: readonly string[]): Promise<Pools> {
  const { family } = tokens;
  const bookings: string[] = [];
  for (const Lesson_ID of lessons.slice(0, 4)) {
    const { body } = await api.call(endpoints.bookLesson, {
      token: family.token,
      body: { Lesson_ID, Student_ID: family.studentId },
    });
    bookings.push(body.booking.id);
  }
  const { body } = await api.call(endpoints.createCheckout, {
    token: family.token,
    body: { credits_quantity: 5 },
  });
  await api.call(endpoints.registerInterest, {
    body: { name: 'Ann', email: 'ann@example.com', mobile: '07700900123', year_class: 'year-10' },
  });
  const dates = [
    '2026-03-29',
    '2026-10-25',
    '2026-11-18',
    '2026-11-21',
    '2026-11-22',
    '2027-10-31',
    '9999-12-31',
    '0001-01-01',
  ];
  const emails = ['ann@example.com', family.email, tokens.admin.email, 'ANN@EXAMPLE.COM'];
  return {
    lessons: [...lessons, '7', '007'],
    students: [family.id, tokens.other.id, family.studentId, tokens.other.studentId],
    parents: [family.personId, tokens.partner.id],
    invitations: [newId()],
    customers: await idsIn('enquiries'),
    payments: await idsIn('purchases'),
    Lesson_ID: [...lessons, 7],
    bookingId: [...bookings, '7'],
    token: await Promise.all(bookings.map((id) => doorOf(api, id))),
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
    Student_ID: [family.id, tokens.other.id, family.studentId],
    Student_Name: ['Ada'],
    password: [PASSWORD, 'another-password'],
    current_password: [PASSWORD],
    refresh_token: ['garbage', family.session.access_token],
    code: ['000000', '12345678', 'abcd-efgh'],
    reason: ['A gift'],
  };
}

const idsIn = async (table: 'enquiries' | 'purchases') =>
  (await api.database.db.selectFrom(table).select('id').execute()).map(({ id }) => id);

function readDocument({ paths }: z.infer<typeof documentSchema>) {
  const found = new Map<string, Map<number, ReadonlySet<string>>>();
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { responses }] of Object.entries(operations)) {
      const byStatus = Object.entries(responses).map(
        ([status, { description }]) =>
          [
            Number(status),
            new Set(description.split(' | ').map((part) => part.split(':')[0] ?? '')),
          ] as const,
      );
      found.set(`${method.toUpperCase()} ${path}`, new Map(byStatus));
    }
  return found;
}

const fuzzed: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints).filter(
  ([name, endpoint]) =>
    // A stream does not end, and leaving ends the accounts that the others need.
    !('isStream' in endpoint) &&
    ![
      'deleteAccount',
      'changePassword',
      'changeAdminPassword',
      'logout',
      'adminLogout',
      'enableTwoFactor',
    ].includes(name),
);

const schemaOf = (schema: Endpoint['body']): JsonSchema =>
  schema === undefined ? {} : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);

/** Whether a password may have to be checked or hashed, which Argon2id makes slow. */
const takesPassword = ([, { body }]: readonly [string, Endpoint]) =>
  Object.keys(schemaOf(body).properties ?? {}).some((field) => field.endsWith('password'));

// Called as often as the others, these would double the time of the run; a quarter still is over a hundred calls of each.
const anyEndpoint = fc.oneof(
  ...fuzzed.map((one) => ({ weight: takesPassword(one) ? 1 : 4, arbitrary: fc.constant(one) })),
);

interface Shot {
  readonly endpoint: Endpoint;
  readonly caller:
    | 'own'
    | 'other'
    | 'partner'
    | 'student'
    | 'booker'
    | 'admin'
    | 'family'
    | 'garbage'
    | 'nobody';
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown>;
  /** Sent instead of the body. */
  readonly broken: string | null;
  readonly type: string;
  readonly key: unknown;
}

const otherCallers = [
  'other',
  'partner',
  'student',
  'booker',
  'admin',
  'family',
  'garbage',
  'nobody',
] as const;

const JSON_TYPE = 'application/json';

/** Requests that are right in form, and ones that are broken in every way. */
function shots(): fc.Arbitrary<Shot> {
  return fc.tuple(anyEndpoint, fc.boolean()).chain(([[, endpoint], isWhole]) => {
    const make = isWhole ? wholeObjectOf : objectOf;
    const own = { ...pools, ...weeksOf(endpoint), id: idsOf(endpoint.path) };
    return fc.record({
      endpoint: fc.constant(endpoint),
      caller: isWhole
        ? fc.constant('own' as const)
        : fc.constantFrom(...Array.from({ length: 6 }, () => 'own' as const), ...otherCallers),
      params: make(schemaOf(endpoint.params), own),
      query: make(schemaOf(endpoint.query), own),
      body: make(schemaOf(endpoint.body), own),
      broken: isWhole ? fc.constant(null) : fc.option(brokenBodies, { freq: 4 }),
      type: isWhole
        ? fc.constant(JSON_TYPE)
        : fc.constantFrom(
            JSON_TYPE,
            JSON_TYPE,
            JSON_TYPE,
            JSON_TYPE,
            `${JSON_TYPE}; charset=x`,
            'text/plain',
          ),
      key: fc.option(junk, { freq: 3 }),
    });
  });
}

/** Weeks are copied from one alone: copies of copies would double without end. */
const weeksOf = (endpoint: Endpoint): Pools =>
  endpoint === endpoints.copyWeek ? { from: ['2026-11-21'], to: ['2027-10-31', '9999-12-31'] } : {};

/** Ids of what the path is about. */
function idsOf(path: string): readonly unknown[] {
  const about = ['students', 'parents', 'invitations', 'customers', 'payments'].find((noun) =>
    path.includes(noun),
  );
  return pools[about ?? 'lessons'] ?? [];
}

function tokenOf({ endpoint, caller }: Shot): string | undefined {
  if (caller === 'nobody') return undefined;
  if (caller === 'garbage') return 'garbage';
  if (caller === 'own') return tokens[endpoint.auth === 'admin' ? 'admin' : 'family'].token;
  return tokens[caller].token;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;

async function shoot(shot: Shot) {
  const { endpoint, params, query, body, broken, type, key } = shot;
  const token = tokenOf(shot);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(asText(params[name]).toWellFormed() || '-'),
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, asText(value)]])),
  ).toString();
  const payload = broken ?? (endpoint.body === undefined ? undefined : JSON.stringify(body));
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

test(`${RUNS} requests at random get documented answers and nothing breaks`, async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(shots(), async (shot) => {
      const { endpoint } = shot;
      const call = `${endpoint.method} ${endpoint.path}`;
      const answer = await shoot(shot);
      seen.set(call, (seen.get(call) ?? 0) + (answer.status < 400 ? 1 : 0));
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
      const described = documented.get(call)?.get(answer.status);
      expect(described, `${call} answers ${answer.status}: ${JSON.stringify(answer.body)}`).toBeDefined();
      if (answer.status < 400) expectAnswer(endpoint, answer);
      else expect([...(described ?? [])]).toContain(expectRefusal(answer).body.code);
      const isShared = endpoint.sharedSeconds !== undefined && answer.status < 400;
      expect(answer.headers['cache-control']).toBe(
        isShared ? `public, max-age=${endpoint.sharedSeconds}` : 'no-store',
      );
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  // Fuzz that nothing lets through would prove nothing.
  const worked = [...seen.values()].filter((count) => count > 0).length;
  expect(worked).toBeGreaterThan(fuzzed.length * 0.6);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
}, 300_000);
