// Two things done to one account at once: neither is lost, and what was left stays left.
import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { Audience } from '../../domain/account.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { createPayment } from '../payments/payments.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import {
  type Holder,
  makeAdmin,
  makeLesson,
  makeFamily,
  parentOf,
  PASSWORD,
} from '../testing/factories.ts';
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
/** What the family's rows hold about people; the parent is null once the family has left. */
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
const leave = ({ token }: Holder) =>
  api.either(endpoints.deleteAccount, { token, body: confirmed });

/** Does `work` again and again for as long as the account is there, while its family leaves. */
async function leaveBeside(account: Holder, work: () => Promise<boolean>): Promise<void> {
  const over = new AbortController();
  const working = Array.from({ length: 4 }, async () => {
    // Queries of the embedded engine take no turn of the event loop by themselves.
    while (!over.signal.aborted && (await work())) await nextTurn();
  });
  const { status } = await leave(account);
  over.abort();
  await Promise.all(working);
  expect(status).toBe(200);
}

/** What is left of a name, address or number in the rows of a family that has left. */
async function remainsOf({ id }: Holder): Promise<string[]> {
  const { parent, student } = await wordsOf(id);
  const words = parent === null ? [] : [parent.name, parent.email, parent.phone ?? ''];
  return [...words, student.name].filter((text) => text !== 'Deleted account');
}

const details = {
  Parent_Name: 'Robin Ghost',
  Parent_Phone_Number: '07700900999',
  Student_Name: 'Kim Ghost',
};

test('a profile that is changed while its family leaves brings nothing back', async () => {
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

test('the same race can be lost: code that looks first and writes afterwards brings the name back', async () => {
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

/** The parts that kept their old value although their change had worked. */
async function lostChanges(change: (account: Holder, part: Part) => Promise<unknown>) {
  const account = await makeFamily(api);
  await Promise.all(parts.map((part) => change(account, part)));
  const { parent, student } = await wordsOf(account.id);
  const kept = [parent?.name, parent?.phone, student.name];
  return parts.filter((part) => !kept.includes(Object.values(part)[0]));
}

test('of partial changes of a profile at once none is lost', async () => {
  for (let round = 0; round < ROUNDS; round += 1)
    expect(
      await lostChanges(({ token }, body) => api.call(endpoints.updateProfile, { token, body })),
      `round ${round}`,
    ).toEqual([]);
});

test('the same changes can be lost: code that reads all fields and writes them back loses some', async () => {
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

test('a family that leaves five times at once leaves once', async () => {
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

test('a password that is changed while its family leaves opens nothing', async () => {
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
    // Whichever came first: a deletion with a password that no longer counts is none.
    expect([
      [200, 401],
      [400, 200],
    ]).toContainEqual([left.status, changed.status]);
    if (left.status === 200) expect(await remainsOf(account), `round ${round}`).toEqual([]);
  }
});

test('no checkout begins for an account that was left while it was asked for', async () => {
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
  'of five changes of a %s password at once one counts',
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
