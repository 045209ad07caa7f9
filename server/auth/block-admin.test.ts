// Blocked admins: `npm run admin:block` in its own process, and what it ends.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { linkFor, NEW_PASSWORD } from '../testing/accounts/accounts.ts';
import { makeAdmin, PASSWORD } from '../testing/factories.ts';
import { fetchCalendar, subscribe } from '../testing/lessons/calendars.ts';
import { enquire } from '../testing/lessons/free-lessons.ts';
import { PROGRAM_ENV } from '../testing/servers/child-server.ts';
import { codeOf, test as base } from '../testing/test.ts';
import { blockAdmin, restoreAccess } from './change-admins.ts';

// Some cases start a process.
vi.setConfig({ testTimeout: 60_000 });

const test = base
  .extend('helper', ({ api }) => makeAdmin(api))
  .extend(
    'block',
    ({ api }) =>
      (email: string) =>
        blockAdmin(api.context(null), email),
  )
  .extend('run', ({ api: { databaseOptions } }) => async (...args: string[]) => {
    const { databaseUrl, dataDir } = databaseOptions;
    const env = {
      ...PROGRAM_ENV,
      DATA_DIR: dataDir,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    };
    const file = join(import.meta.dirname, 'block-admin.ts');
    const failed = (error: unknown) => error as { stdout: string; stderr: string };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, ...args], {
      env,
    }).catch(failed);
    return stdout + stderr;
  })
  .extend('signIn', ({ api }) => (email: string, password: string) => {
    return api.either(endpoints.adminLogin, { body: { email, password } });
  });

describe('a blocked admin', () => {
  test('cannot use sessions, links, the password or the calendar', async ({
    api,
    tutor,
    helper,
    block,
    signIn,
  }) => {
    const token = await linkFor(api, 'admin', helper.email);
    const feed = await subscribe(api, { ...helper, isTutor: true });
    expect(await block(helper.email)).toBeNull();
    expect((await helper.refused(endpoints.adminVerify)).status).toBe(401);
    expect((await signIn(helper.email, PASSWORD)).status).toBe(401);
    const body = { token, password: NEW_PASSWORD };
    const reset = await api.either(endpoints.adminResetPassword, { body });
    expect(codeOf(reset)).toBe('invalid_reset_token');
    expect((await fetchCalendar(api, feed)).statusCode).toBe(404);
    await tutor.call(endpoints.adminVerify);
  });

  test('gets no reset link and no email, not even one that waits', async ({
    api,
    tutor,
    helper,
    block,
  }) => {
    await enquire(api);
    expect(await helper.readEmails()).toHaveLength(1);
    await block(helper.email);
    await api.call(endpoints.adminForgotPassword, { body: { email: helper.email } });
    await enquire(api);
    expect(await helper.readEmails()).toEqual([]);
    expect((await tutor.readEmails()).map(({ subject }) => subject)).toHaveLength(3);
  });

  test('is recorded, and told to the others', async ({ tutor, helper, block }) => {
    await block(helper.email);
    const [email] = await tutor.readEmails('admin_blocked');
    expect(email?.subject).toBe('An admin was blocked');
    expect(email?.text).toContain(`the account of Tutor (${helper.email})`);
    const { activities } = (await tutor.call(endpoints.listActivities)).body;
    expect(activities[0]).toMatchObject({ kind: 'admin_blocked', subject: 'On the server' });
  });

  test('is let in again by admin:create', async ({ api, tutor, helper, block, signIn }) => {
    await block(helper.email);
    const admin = { adminId: helper.id, password: NEW_PASSWORD };
    await restoreAccess(api.context(null), admin);
    expect((await signIn(helper.email, NEW_PASSWORD)).status).toBe(200);
    expect(await helper.readEmails('access_restored')).toHaveLength(1);
    expect(await tutor.readEmails('access_restored')).toHaveLength(1);
  });
});

test('the last admin who can sign in is not blocked', async ({ tutor, helper, block }) => {
  expect(await block(helper.email)).toBeNull();
  expect(await block(helper.email)).toBe(`${helper.email} is blocked already.`);
  expect(await block(tutor.email)).toContain('is the last admin who can sign in');
  expect(await block('nobody@example.com')).toBe('nobody@example.com is no admin.');
  await tutor.call(endpoints.adminVerify);
});

test('of two admins blocked at once, one can still sign in', async ({ api, db, block }) => {
  for (let round = 0; round < 10; round += 1) {
    await db.updateTable('admins').set({ password_hash: '' }).execute();
    const admins = [await makeAdmin(api), await makeAdmin(api)];
    const answers = await Promise.all(admins.map(({ email }) => block(email)));
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
  }
});

test('is a command', async ({ tutor, helper, run }) => {
  expect(await run()).toBe('Nothing was changed. Say whom: npm run admin:block -- EMAIL\n');
  expect(await run(helper.email.toUpperCase())).toContain(
    `${helper.email} cannot sign in any more and gets no emails.`,
  );
  expect(await run(tutor.email)).toContain('Nothing was changed. ');
});
