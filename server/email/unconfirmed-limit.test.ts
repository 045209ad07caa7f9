// How many emails an unconfirmed address gets, across all accounts.
import type { RootOperationNode } from 'kysely';
import { describe, expect, inject } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { newId } from '../base/ids.ts';
import { transact, type Work } from '../engine/context.ts';
import { queueReminders } from '../lessons/reminders/reminders.ts';
import type { TestFamily } from '../testing/caller.ts';
import { watch } from '../testing/database/failing.ts';
import { readEmails, tokenTo } from '../testing/emails.ts';
import { addStudent, makeFamily, makeLesson, PASSWORD, signUpForm } from '../testing/factories.ts';
import { enquirer, formOf, signIn, signUpWith } from '../testing/lessons/free-lessons.ts';
import { begin, overlap } from '../testing/races/locks.ts';
import { test as base } from '../testing/test.ts';
import { compose } from './compose.ts';
import { queueEmail } from './queue.ts';
import { deleteEmailCounts, UNCONFIRMED_EMAILS } from './unconfirmed-limit.ts';

const VICTIM = 'victim@example.com';
const { max } = UNCONFIRMED_EMAILS;

const statements: RootOperationNode[] = [];

const test = base
  .override('settings', {
    wrap: (database) => watch(database, (node) => statements.push(node)),
  })
  /** Queues emails, one transaction each; returns how many were not dropped. */
  .extend('queue', ({ api }) => async (count: number, kind = 'test', to = VICTIM) => {
    let queued = 0;
    for (let n = 0; n < count; n += 1) {
      const email = compose(`${kind}:${newId()}`, to, 'Hello', ['Hello.']);
      queued += Number(await transact(api.context(null), (work) => queueEmail(work, email)));
    }
    return queued;
  })
  .extend('unconfirm', ({ api }) => async ({ personId }: TestFamily) => {
    const people = api.database.db.updateTable('people').set({ email_confirmed_at: null });
    await people.where('id', '=', personId).execute();
  })
  .extend('changePassword', ({ api, family }) => async () => {
    api.clock.advance({ ms: 1 });
    const body = { current_password: PASSWORD, password: PASSWORD };
    await family.call(endpoints.changePassword, { body });
  });

/** Calls an action seven times. */
async function sevenTimes(act: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < 7; n += 1) await act();
}

describe('an unconfirmed address', () => {
  test('gets five confirmations, whichever accounts ask for them', async ({ api }) => {
    const statuses: number[] = [];
    const body = { Parent_Email: VICTIM, current_password: PASSWORD };
    for (let n = 0; n < 3; n += 1) {
      const { either } = await makeFamily(api);
      for (let m = 0; m < 3; m += 1)
        statuses.push((await either(endpoints.updateProfile, { body })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429]);
    expect(await readEmails(api, VICTIM, 'confirm-email:')).toHaveLength(max);
    // The link sent last is still valid.
    const token = await tokenTo(api, VICTIM);
    expect((await api.either(endpoints.confirmEmail, { body: { token } })).status).toBe(200);
  });

  test('gets five answers to enquiries, and all are stored', async ({ api }) => {
    const form = { ...enquirer(), email: VICTIM };
    await sevenTimes(() => api.call(endpoints.registerInterest, { body: form }));
    expect(await readEmails(api, VICTIM, 'enquiry:')).toHaveLength(max);
    expect(await api.database.db.selectFrom('enquiries').select('id').execute()).toHaveLength(7);
  });

  test('gets five welcomes and farewells from seven accounts', async ({ api }) => {
    const form = { ...signUpForm(), Parent_Email: VICTIM };
    const seen = new Set<string>();
    const look = async () => {
      for (const { cause } of await readEmails(api, VICTIM)) seen.add(cause);
    };
    await sevenTimes(async () => {
      await api.call(endpoints.register, { body: form });
      await look();
      const token = await signIn(api, VICTIM);
      await api.call(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } });
      await look();
    });
    const kinds = [...seen].map((cause) => cause.split(':')[0]);
    expect(kinds.filter((kind) => kind === 'welcome')).toHaveLength(max);
    expect(kinds.filter((kind) => kind === 'deleted')).toHaveLength(max);
  });

  test('gets five notices of new passwords', async ({ family, unconfirm, changePassword }) => {
    await unconfirm(family);
    await sevenTimes(changePassword);
    expect(await family.readEmails('password-changed:')).toHaveLength(max);
  });

  test('gets the next a day after the earliest of the last five', async ({ api, queue }) => {
    const hour = 3_600_000;
    const day = UNCONFIRMED_EMAILS.hours * hour;
    const started = api.clock.now;
    const queueAfter = (ms: number, count: number) => {
      api.clock.now = started + ms;
      return queue(count);
    };
    for (let n = 0; n < max; n += 1) expect(await queueAfter(n * hour, 1)).toBe(1);
    expect(await queueAfter(day - 1, 1)).toBe(0);
    expect(await queueAfter(day, 2)).toBe(1);
    expect(await queueAfter(day + hour, 2)).toBe(1);
  });

  test('gets five of each kind, without affecting others', async ({ queue }) => {
    expect(await queue(7, 'one')).toBe(max);
    expect(await queue(7, 'another')).toBe(max);
    expect(await queue(1, 'one', 'somebody@example.com')).toBe(1);
  });

  test('gets five reminders, and dropped ones are processed once', async ({ api, unconfirm }) => {
    const family = await makeFamily(api, 7);
    await unconfirm(family);
    const lesson = await makeLesson(api);
    await family.book(lesson.id);
    for (let n = 0; n < 5; n += 1) await family.book(lesson.id, await addStudent(api, family));
    api.clock.set('2026-11-20T12:00:00.000Z');
    for (let n = 0; n < 3; n += 1) await queueReminders(api.context(null));
    expect(await family.readEmails('reminder:')).toHaveLength(max);
    const { now } = api.clock;
    const dropped = [{ failed_at: now, dismissed_at: now, body: null }];
    expect(await readEmails(api, '', 'reminder:')).toMatchObject(dropped);
    const kinds = await api.database.db.selectFrom('dropped_emails').select('kind').execute();
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['booked', 'reminder']);
  });
});

describe('a confirmed address', () => {
  test('gets every email', async ({ family, changePassword }) => {
    await sevenTimes(changePassword);
    expect(await family.readEmails('password-changed:')).toHaveLength(7);
  });

  test('costs a booking no extra statement', async ({ api, unconfirm }) => {
    const family = await makeFamily(api, 2);
    const countFor = async (time: string) => {
      const { id } = await makeLesson(api, { Time: time });
      statements.length = 0;
      await family.book(id);
      return statements.length;
    };
    const confirmed = await countFor('09:00:00');
    await unconfirm(family);
    expect(await countFor('10:00:00')).toBe(confirmed + 1);
  });

  test('of an admin gets every email', async ({ api, tutor }) => {
    await sevenTimes(() => api.call(endpoints.registerInterest, { body: enquirer() }));
    expect(await tutor.readEmails('enquiry:')).toHaveLength(7);
    const change = { current_password: PASSWORD, password: PASSWORD };
    await tutor.call(endpoints.changeAdminPassword, { body: change });
    const forgotten = { body: { email: tutor.email } };
    await sevenTimes(() => api.call(endpoints.adminForgotPassword, forgotten));
    // As many bookings as an account may have at a time.
    expect(await tutor.readEmails('reset:')).toHaveLength(5);
  });
});

describe('counts', () => {
  test('are logged once, without addresses', async ({ api, queue }) => {
    await queue(8);
    await queue(6, 'other');
    const lines: unknown[] = [];
    const log = { error: expect.unreachable, warn: (...line: unknown[]) => lines.push(line) };
    const forgetting = { database: api.database, clock: () => api.clock.now, log };
    await deleteEmailCounts(forgetting);
    await deleteEmailCounts(forgetting);
    expect(lines).toHaveLength(2);
    const about = (kind: string, count: number) => [{ kind, count }, expect.any(String)];
    expect(lines).toEqual(expect.arrayContaining([about('test', 3), about('other', 1)]));
    expect(JSON.stringify(lines)).not.toContain('@');
  });

  test('are deleted after a day, and store no address', async ({ api }) => {
    await signUpWith(api, undefined, formOf({ ...enquirer(), email: VICTIM }));
    const token = await signIn(api, VICTIM);
    await api.call(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } });
    const counts = () => api.database.db.selectFrom('email_counts').selectAll().execute();
    expect(await counts()).toHaveLength(2);
    expect(JSON.stringify(await counts())).not.toContain('victim');
    const log = { error: expect.unreachable, warn: expect.unreachable };
    api.clock.advance({ hours: UNCONFIRMED_EMAILS.hours });
    await deleteEmailCounts({ database: api.database, clock: () => api.clock.now, log });
    expect(await counts()).toEqual([]);
  });
});

describe('of concurrent emails', () => {
  test('queues five of twenty', async ({ api, queue }) => {
    const queued = await Promise.all(Array.from({ length: 20 }, () => queue(1)));
    expect(queued.reduce((sum, one) => sum + one, 0)).toBe(max);
    expect(await readEmails(api, VICTIM)).toHaveLength(max);
  });

  // SQLite has one connection, so its transactions run one after the other.
  if (inject('engine') === 'postgres') {
    test('naive code that reads first and writes later queues more', async ({ api }) => {
      const queueNaively = async (work: Work, cause: string) => {
        const emails = work.tx.selectFrom('emails').select('id').where('recipient', '=', VICTIM);
        const email = { ...compose(cause, VICTIM, 'Hello', []), isConfirmed: true };
        if ((await emails.execute()).length < max) await queueEmail(work, email);
      };
      const begun = await Promise.all(
        Array.from({ length: max + 1 }, (_, n) =>
          begin(api, (work) => queueNaively(work, `naive:${n}`)),
        ),
      );
      for (const one of begun) await one.end();
      expect((await readEmails(api, VICTIM)).length).toBeGreaterThan(max);
    });

    test('the sixth waits while the fifth is being queued', async ({ api, queue }) => {
      await queue(max - 1);
      const fifth = compose('test:5', VICTIM, 'Hello', []);
      const sixth = () => queue(1);
      expect(await overlap(api, (work) => queueEmail(work, fifth), sixth)).toBe(0);
    });
  }
});
