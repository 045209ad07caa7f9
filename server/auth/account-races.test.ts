// Concurrent changes of one account: none is lost, and a deleted account stays deleted.
import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { Audience } from '../../domain/account.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { createPayment } from '../payments/payments.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, makeLesson, makeFamily, parentOf, PASSWORD } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';

vi.setConfig({ testTimeout: 90_000 });

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const ROUNDS = 10;
const NEW_PASSWORD = 'entanglement';
const confirmed = { current_password: PASSWORD };

const familyOf = (id: string) =>
  api.database.db.selectFrom('families').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** The personal data in the family's rows; the parent is null once the family has left. */
async function wordsOf(id: string) {
  const { db } = api.database;
  const parent = await db
    .selectFrom('people')
    .selectAll()
    .where('family_id', '=', id)
    .executeTakeFirst();
  const student = await db
    .selectFrom('students')
    .selectAll()
    .where('family_id', '=', id)
    .executeTakeFirstOrThrow();
  return { parent: parent ?? null, student };
}
const leave = ({ token }: Caller) =>
  api.either(endpoints.deleteAccount, { token, body: confirmed });

/** Repeats `work` for as long as the account exists, while its family leaves. */
async function leaveBeside(account: Caller, work: () => Promise<boolean>): Promise<void> {
  const over = new AbortController();
  const working = Array.from({ length: 4 }, async () => {
    // Queries of the embedded engine do not yield to the event loop by themselves.
    while (!over.signal.aborted && (await work())) await nextTurn();
  });
  const { status } = await leave(account);
  over.abort();
  await Promise.all(working);
  expect(status).toBe(200);
}

/** The remains of a name, address or number in the rows of a family that has left. */
async function remainsOf({ id }: Caller): Promise<string[]> {
  const { parent, student } = await wordsOf(id);
  const words = parent === null ? [] : [parent.name, parent.email, parent.phone ?? ''];
  return [...words, student.name].filter((text) => text !== 'Deleted account');
}

const details = {
  Parent_Name: 'Robin Ghost',
  Parent_Phone_Number: '07700900999',
  Student_Name: 'Kim Ghost',
};

test('restores nothing when a profile changes while its family leaves', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const account = await makeFamily(api);
    const { token } = account;
    await leaveBeside(account, async () => {
      const { status } = await api.either(endpoints.updateProfile, { token, body: details });
      expect([200, 401]).toContain(status);
      return status === 200;
    });
    expect(await remainsOf(account), `round ${round}`).toEqual([]);
  }
});

test('loses the same race with code that checks first: the name comes back', async () => {
  const { db } = api.database;
  let left: string[] = [];
  for (let round = 0; round < ROUNDS && left.length === 0; round += 1) {
    const account = await makeFamily(api);
    await leaveBeside(account, async () => {
      const { deleted_at } = await familyOf(account.id);
      if (deleted_at !== null) return false;
      await nextTurn();
      await db
        .updateTable('students')
        .set({ name: details.Student_Name })
        .where('family_id', '=', account.id)
        .execute();
      return true;
    });
    left = await remainsOf(account);
  }
  expect(left).not.toEqual([]);
  await db
    .updateTable('students')
    .set({ name: 'Deleted account' })
    .where('removed_at', 'is not', null)
    .execute();
});

const parts = [
  { Parent_Name: 'Robin Changed' },
  { Parent_Phone_Number: '07700900777' },
  { Student_Name: 'Kim Changed' },
] as const;
type Part = (typeof parts)[number];

/** The parts that still have their old value although their change succeeded. */
async function lostChanges(change: (account: Caller, part: Part) => Promise<unknown>) {
  const account = await makeFamily(api);
  await Promise.all(parts.map((part) => change(account, part)));
  const { parent, student } = await wordsOf(account.id);
  const kept = [parent?.name, parent?.phone, student.name];
  return parts.filter((part) => !kept.includes(Object.values(part)[0]));
}

test('loses none of several concurrent profile changes', async () => {
  for (let round = 0; round < ROUNDS; round += 1)
    expect(
      await lostChanges(({ token }, body) => api.call(endpoints.updateProfile, { token, body })),
      `round ${round}`,
    ).toEqual([]);
});

test('loses some with code that writes back all fields', async () => {
  let lost = 0;
  for (let round = 0; round < ROUNDS && lost === 0; round += 1) {
    const found = await lostChanges(async ({ id }, part) => {
      const { parent } = await wordsOf(id);
      const name = 'Parent_Name' in part ? part.Parent_Name : (parent?.name ?? '');
      const phone =
        'Parent_Phone_Number' in part ? part.Parent_Phone_Number : (parent?.phone ?? '');
      await api.database.db
        .updateTable('people')
        .set({ name, phone })
        .where('family_id', '=', id)
        .execute();
    });
    lost = found.length;
  }
  expect(lost).toBeGreaterThan(0);
});

test('deletes an account once when asked five times at once', async () => {
  const account = await makeFamily(api, 2);
  const { token, email } = account;
  const { id } = await makeLesson(api);
  await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: id } });
  const answers = await Promise.all(Array.from({ length: 5 }, () => leave(account)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 401, 401, 401, 401,
  ]);
  const emails = await api.database.db
    .selectFrom('emails')
    .select('cause')
    .where('recipient', '=', email)
    .execute();
  expect(emails).toHaveLength(1);
  expect(await remainsOf(account)).toEqual([]);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('starts no session when a password changes while its family leaves', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const account = await makeFamily(api);
    const { token } = account;
    const [left, changed] = await Promise.all([
      leave(account),
      api.either(endpoints.changePassword, {
        token,
        body: { ...confirmed, password: NEW_PASSWORD },
      }),
    ]);
    // Whichever came first: a deletion with an outdated password is refused.
    expect([
      [200, 401],
      [400, 200],
    ]).toContainEqual([left.status, changed.status]);
    if (left.status === 200) expect(await remainsOf(account), `round ${round}`).toEqual([]);
  }
});

test('starts no checkout for an account that is deleted meanwhile', async () => {
  const account = await makeFamily(api);
  await leave(account);
  const order = { credits: 1, amount: 3000, currency: 'gbp' };
  const { db } = api.database;
  await expect(createPayment(api.context(parentOf(account)), order)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  expect(
    await db.selectFrom('payments').select('id').where('family_id', '=', account.id).execute(),
  ).toEqual([]);
});

test.each<[Audience]>([['family'], ['admin']])(
  'accepts one of five concurrent changes of a %s password',
  async (audience) => {
    const { token, email } = await (audience === 'family' ? makeFamily : makeAdmin)(api);
    const [change, login] =
      audience === 'family'
        ? [endpoints.changePassword, endpoints.login]
        : [endpoints.changeAdminPassword, endpoints.adminLogin];
    const wanted = [1, 2, 3, 4, 5].map((n) => `${NEW_PASSWORD}-${n}`);
    const answers = await Promise.all(
      wanted.map((password) => api.either(change, { token, body: { ...confirmed, password } })),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
    const chosen = wanted[answers.findIndex(({ status }) => status === 200)] ?? 'none';
    await api.call(login, { body: { email, password: chosen } });
  },
);
