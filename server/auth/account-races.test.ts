// Concurrent changes of one account: none is lost, and a deleted account stays deleted.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { createPayment } from '../payments/checkout/create-payment.ts';
import {
  audiences,
  confirmed,
  makeAccount,
  NEW_PASSWORD,
  passwords,
} from '../testing/accounts/accounts.ts';
import { tryToLeave } from '../testing/accounts/families.ts';
import type { TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import { makeFamily } from '../testing/factories.ts';
import { expectNoneIn, expectSomeIn } from '../testing/races/rounds.ts';
import { sharedTest as test } from '../testing/test.ts';

vi.setConfig({ testTimeout: 90_000 });

const ROUNDS = 10;

/** The personal data in the family's rows; the parent is undefined once the family has left. */
async function readRows({ database: { db } }: TestApp, id: string) {
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
  return { parent, student };
}

/** The remains of a name, address or number in the rows of a family that has left. */
async function remainsOf(api: TestApp, { id }: TestFamily): Promise<string[]> {
  const { parent, student } = await readRows(api, id);
  const words = parent === undefined ? [] : [parent.name, parent.email, parent.phone ?? ''];
  return [...words, student.name].filter((text) => text !== 'Deleted account');
}

describe('a profile that changes while its family leaves', () => {
  const details = {
    Parent_Name: 'Robin Ghost',
    Parent_Phone_Number: '07700900999',
    Student_Name: 'Kim Ghost',
  };

  /** What remains after repeating `work` for as long as the account exists. */
  async function leaveBeside(api: TestApp, work: (family: TestFamily) => Promise<boolean>) {
    const family = await makeFamily(api);
    const over = new AbortController();
    const working = Array.from({ length: 4 }, async () => {
      // Queries of the embedded engine do not yield to the event loop by themselves.
      while (!over.signal.aborted && (await work(family))) await nextTurn();
    });
    const { status } = await tryToLeave(family);
    over.abort();
    await Promise.all(working);
    expect(status).toBe(200);
    return remainsOf(api, family);
  }

  test('restores nothing', async ({ api }) => {
    const update = async ({ either }: TestFamily) => {
      const { status } = await either(endpoints.updateProfile, { body: details });
      expect([200, 401]).toContain(status);
      return status === 200;
    };
    await expectNoneIn(ROUNDS, () => leaveBeside(api, update));
  });

  test('restores the name with code that checks first', async ({ api }) => {
    const { db } = api.database;
    const update = async ({ id }: TestFamily) => {
      const families = db.selectFrom('families').select('deleted_at').where('id', '=', id);
      if ((await families.executeTakeFirstOrThrow()).deleted_at !== null) return false;
      // Longer than the family takes to leave, so that it can leave in between.
      await sleep(20);
      await db
        .updateTable('students')
        .set({ name: details.Student_Name })
        .where('family_id', '=', id)
        .execute();
      return true;
    };
    await expectSomeIn(ROUNDS, () => leaveBeside(api, update));
    await db
      .updateTable('students')
      .set({ name: 'Deleted account' })
      .where('removed_at', 'is not', null)
      .execute();
  });
});

describe('several concurrent profile changes', () => {
  const parts = [
    { Parent_Name: 'Robin Changed' },
    { Parent_Phone_Number: '07700900777' },
    { Student_Name: 'Kim Changed' },
  ] as const;
  type Part = (typeof parts)[number];

  /** The parts that still have their old value although their change succeeded. */
  async function lost(api: TestApp, change: (by: TestFamily, part: Part) => Promise<unknown>) {
    const family = await makeFamily(api);
    await Promise.all(parts.map((part) => change(family, part)));
    const { parent, student } = await readRows(api, family.id);
    const kept = [parent?.name, parent?.phone, student.name];
    return parts.filter((part) => !kept.includes(Object.values(part)[0]));
  }

  test('are all stored', async ({ api }) => {
    await expectNoneIn(ROUNDS, () =>
      lost(api, ({ call }, body) => call(endpoints.updateProfile, { body })),
    );
  });

  test('lose some with code that writes back all fields', async ({ api }) => {
    await expectSomeIn(ROUNDS, () =>
      lost(api, async ({ id }, part) => {
        const { parent } = await readRows(api, id);
        const whole = { Parent_Name: parent?.name, Parent_Phone_Number: parent?.phone, ...part };
        await api.database.db
          .updateTable('people')
          .set({ name: whole.Parent_Name ?? '', phone: whole.Parent_Phone_Number ?? '' })
          .where('family_id', '=', id)
          .execute();
      }),
    );
  });
});

test('deletes an account once when asked five times at once', async ({ api, lesson }) => {
  const family = await makeFamily(api, 2);
  await family.book(lesson.id);
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => tryToLeave(family)));
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([200, 401, 401, 401, 401]);
  expect(await family.readEmails()).toHaveLength(1);
  expect(await remainsOf(api, family)).toEqual([]);
});

test('starts no session when a password changes while its family leaves', async ({ api }) => {
  await expectNoneIn(ROUNDS, async () => {
    const family = await makeFamily(api);
    const [left, changed] = await Promise.all([
      tryToLeave(family),
      family.either(endpoints.changePassword, { body: passwords }),
    ]);
    // Whichever came first: a deletion with an outdated password is refused.
    expect(['200, 401', '400, 200']).toContain(`${left.status}, ${changed.status}`);
    return left.status === 200 ? remainsOf(api, family) : 0;
  });
});

test('starts no checkout for an account that is deleted meanwhile', async ({ api, family }) => {
  await tryToLeave(family);
  const price = { credits: 1, amount: 3000, currency: 'gbp' };
  const paying = createPayment(family.context(), price);
  await expect(paying).rejects.toMatchObject({ code: 'unauthenticated' });
  const payments = api.database.db.selectFrom('payments').where('family_id', '=', family.id);
  expect(await payments.select('id').execute()).toEqual([]);
});

test.for(audiences)(
  'accepts one of five concurrent changes of a $audience password',
  async ({ audience, change, login }, { api }) => {
    const { either, email } = await makeAccount(api, audience);
    const wanted = [1, 2, 3, 4, 5].map((n) => `${NEW_PASSWORD}-${n}`);
    const answers = await Promise.all(
      wanted.map((password) => either(change, { body: { ...confirmed, password } })),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
    const chosen = wanted[answers.findIndex(({ status }) => status === 200)] ?? 'none';
    await api.call(login, { body: { email, password: chosen } });
  },
);
