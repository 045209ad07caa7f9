// How many emails an unconfirmed address gets, across all accounts.
import type { RootOperationNode } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';

import { queueReminders } from '../lessons/reminders.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { UNCONFIRMED_EMAILS } from '../../domain/limits.ts';
import { transact, type Work } from '../engine/context.ts';
import { newId } from '../ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { begin } from '../testing/begun.ts';
import { watch } from '../testing/failing.ts';
import type { TestFamily } from '../testing/caller.ts';
import {
  addStudent,
  makeAdmin,
  makeBooking,
  makeFamily,
  makeLesson,
  PASSWORD,
  signUpForm,
} from '../testing/factories.ts';
import { enquirer, formOf, signIn, signUpWith } from '../testing/free-lessons.ts';
import { readEmails, tokenTo } from '../testing/emails.ts';
import { expectWaiting } from '../testing/waiting.ts';
import { compose } from './compose.ts';
import { forgetCounts } from './unconfirmed-limit.ts';
import { queueEmail } from './queue.ts';

let api: TestApp;
const statements: RootOperationNode[] = [];
beforeEach(async () => {
  api = await startTestApp({
    wrap: (database) => watch(database, (node) => statements.push(node)),
  });
});
afterEach(() => api.close());

const VICTIM = 'victim@example.com';
const { max } = UNCONFIRMED_EMAILS;

const unconfirm = ({ personId }: TestFamily) =>
  api.database.db
    .updateTable('people')
    .set({ email_confirmed_at: null })
    .where('id', '=', personId)
    .execute();

/** Queues `count` emails, one transaction each; returns how many were not dropped. */
async function queue(count: number, kind = 'test', to = VICTIM): Promise<number> {
  let queued = 0;
  for (let n = 0; n < count; n += 1)
    queued += Number(
      await transact(api.context(null), (work) =>
        queueEmail(work, compose(`${kind}:${newId()}`, to, 'Hello', ['Hello.'])),
      ),
    );
  return queued;
}

async function changePassword({ token }: TestFamily): Promise<void> {
  api.clock.advance({ ms: 1 });
  const body = { current_password: PASSWORD, password: PASSWORD };
  await api.call(endpoints.changePassword, { token, body });
}

describe('an unconfirmed address', () => {
  test('gets five confirmations of a new email, whichever accounts ask for them', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { token } = await makeFamily(api);
      for (let m = 0; m < 3; m += 1) {
        const body = { Parent_Email: VICTIM, current_password: PASSWORD };
        const { status } = await api.either(endpoints.updateProfile, { token, body });
        statuses.push(status);
      }
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429]);
    expect(await readEmails(api, VICTIM, 'confirm-email:')).toHaveLength(max);
    // The link sent last is still valid.
    const token = await tokenTo(api, VICTIM);
    expect((await api.either(endpoints.confirmEmail, { body: { token } })).status).toBe(200);
  });

  test('gets five answers to enquiries, and all of them are stored', async () => {
    const form = { ...enquirer(), email: VICTIM };
    for (let n = 0; n < 7; n += 1) await api.call(endpoints.registerInterest, { body: form });
    expect(await readEmails(api, VICTIM, 'enquiry:')).toHaveLength(max);
    expect(await api.database.db.selectFrom('enquiries').select('id').execute()).toHaveLength(7);
  });

  test('gets five welcomes and farewells, however often an account is made and deleted', async () => {
    const form = { ...signUpForm(), Parent_Email: VICTIM };
    const seen = new Set<string>();
    for (let n = 0; n < 7; n += 1) {
      await api.call(endpoints.register, { body: form });
      for (const { cause } of await readEmails(api, VICTIM)) seen.add(cause);
      const token = await signIn(api, VICTIM);
      await api.call(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } });
      for (const { cause } of await readEmails(api, VICTIM)) seen.add(cause);
    }
    const kinds = [...seen].map((cause) => cause.split(':')[0]);
    expect(kinds.filter((kind) => kind === 'welcome')).toHaveLength(max);
    expect(kinds.filter((kind) => kind === 'deleted')).toHaveLength(max);
  });

  test('gets five notices of changed passwords', async () => {
    const family = await makeFamily(api);
    await unconfirm(family);
    for (let n = 0; n < 7; n += 1) await changePassword(family);
    expect(await readEmails(api, family.email, 'password-changed:')).toHaveLength(max);
  });

  test('gets the next one a day after the earliest of the last five', async () => {
    const hour = 3_600_000;
    const day = UNCONFIRMED_EMAILS.hours * hour;
    const started = api.clock.now;
    for (let n = 0; n < max; n += 1) {
      api.clock.now = started + n * hour;
      expect(await queue(1)).toBe(1);
    }
    api.clock.now = started + day - 1;
    expect(await queue(1)).toBe(0);
    api.clock.now = started + day;
    expect(await queue(2)).toBe(1);
    api.clock.now = started + day + hour;
    expect(await queue(2)).toBe(1);
  });

  test('gets five of each kind, without affecting other addresses', async () => {
    expect(await queue(7, 'one')).toBe(max);
    expect(await queue(7, 'another')).toBe(max);
    expect(await queue(1, 'one', 'somebody@example.com')).toBe(1);
  });

  test('gets five reminders, and dropped ones are processed once', async () => {
    const family = await makeFamily(api, 7);
    await unconfirm(family);
    const lesson = await makeLesson(api);
    await makeBooking(api, family, lesson.id);
    for (let n = 0; n < 5; n += 1)
      await makeBooking(api, family, lesson.id, await addStudent(api, family));
    api.clock.set('2026-11-20T12:00:00.000Z');
    for (let n = 0; n < 3; n += 1) await queueReminders(api.context(null));
    expect(await readEmails(api, family.email, 'reminder:')).toHaveLength(max);
    const dropped = await readEmails(api, '', 'reminder:');
    expect(dropped).toMatchObject([
      { failed_at: api.clock.now, dismissed_at: api.clock.now, body: null },
    ]);
    const kinds = await api.database.db.selectFrom('dropped_emails').select('kind').execute();
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['booked', 'reminder']);
  });
});

describe('a confirmed address', () => {
  test('gets every email', async () => {
    const family = await makeFamily(api);
    for (let n = 0; n < 7; n += 1) await changePassword(family);
    expect(await readEmails(api, family.email, 'password-changed:')).toHaveLength(7);
  });

  test('costs a booking no extra statement', async () => {
    const lessons = [await makeLesson(api), await makeLesson(api, { Time: '10:00:00' })] as const;
    const family = await makeFamily(api, 2);
    const countOf = async (lessonId: string) => {
      statements.length = 0;
      await makeBooking(api, family, lessonId);
      return statements.length;
    };
    const confirmed = await countOf(lessons[0].id);
    await unconfirm(family);
    expect(await countOf(lessons[1].id)).toBe(confirmed + 1);
  });

  test('of an admin gets every email', async () => {
    const admin = await makeAdmin(api);
    for (let n = 0; n < 7; n += 1) await api.call(endpoints.registerInterest, { body: enquirer() });
    expect(await readEmails(api, admin.email, 'enquiry:')).toHaveLength(7);
    await api.call(endpoints.changeAdminPassword, {
      token: admin.token,
      body: { current_password: PASSWORD, password: PASSWORD },
    });
    for (let n = 0; n < 7; n += 1)
      await api.call(endpoints.adminForgotPassword, { body: { email: admin.email } });
    // As many bookings as an account may have at a time.
    expect(await readEmails(api, admin.email, 'reset:')).toHaveLength(5);
  });
});

test('logs dropped emails once, without addresses', async () => {
  await queue(8);
  await queue(6, 'other');
  const lines: unknown[] = [];
  const log = { error: expect.unreachable, warn: (...line: unknown[]) => lines.push(line) };
  const forgetting = { database: api.database, clock: () => api.clock.now, log };
  await forgetCounts(forgetting);
  await forgetCounts(forgetting);
  expect(lines).toHaveLength(2);
  expect(lines).toEqual(
    expect.arrayContaining([
      [{ kind: 'test', count: 3 }, expect.any(String)],
      [{ kind: 'other', count: 1 }, expect.any(String)],
    ]),
  );
  expect(JSON.stringify(lines)).not.toContain('@');
});

test('deletes a count after a day, and stores no address until then', async () => {
  const form = formOf({ ...enquirer(), email: VICTIM });
  await signUpWith(api, undefined, form);
  await api.call(endpoints.deleteAccount, {
    token: await signIn(api, VICTIM),
    body: { current_password: PASSWORD },
  });
  const counts = () => api.database.db.selectFrom('email_counts').selectAll().execute();
  expect(await counts()).toHaveLength(2);
  expect(JSON.stringify(await counts())).not.toContain('victim');
  const log = { error: expect.unreachable, warn: expect.unreachable };
  api.clock.advance({ hours: UNCONFIRMED_EMAILS.hours });
  await forgetCounts({ database: api.database, clock: () => api.clock.now, log });
  expect(await counts()).toEqual([]);
});

const AT_ONCE = 20;

/** A naive version that reads first and writes later. */
async function queueNaively(work: Work, cause: string): Promise<void> {
  const { count } = await work.tx
    .selectFrom('emails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recipient', '=', VICTIM)
    .executeTakeFirstOrThrow();
  if (count < max)
    await queueEmail(work, { ...compose(cause, VICTIM, 'Hello', []), isConfirmed: true });
}

test('queues five of twenty concurrent emails', async () => {
  const queued = await Promise.all(Array.from({ length: AT_ONCE }, () => queue(1)));
  expect(queued.reduce((sum, one) => sum + one, 0)).toBe(max);
  expect(await readEmails(api, VICTIM)).toHaveLength(max);
});

// SQLite has one connection, so its transactions run one after the other.
if (inject('engine') === 'postgres') {
  test('the naive version queues more than five of twenty concurrent emails', async () => {
    const begun = await Promise.all(
      Array.from({ length: max + 1 }, (_, n) =>
        begin(api, (work) => queueNaively(work, `naive:${n}`)),
      ),
    );
    for (const one of begun) await one.end();
    expect((await readEmails(api, VICTIM)).length).toBeGreaterThan(max);
  });

  test('an email that arrives while the fifth is being queued waits, and is dropped', async () => {
    await queue(max - 1);
    const fifth = await begin(api, (work) =>
      queueEmail(work, compose('test:5', VICTIM, 'Hello', [])),
    );
    const sixth = queue(1);
    await expectWaiting(api.database.db, 1);
    await fifth.end();
    expect(await sixth).toBe(0);
  });
}
