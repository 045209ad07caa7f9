// `npm run admin:create` in its own process, next to the server, with its answers piped in.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { describe, expect, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { linkFor, NEW_PASSWORD } from '../testing/accounts/accounts.ts';
import { enableTwoFactor } from '../testing/accounts/two-factor.ts';
import { readEmails } from '../testing/emails.ts';
import { makeAdmin, PASSWORD } from '../testing/factories.ts';
import { PROGRAM_ENV } from '../testing/servers/child-server.ts';
import { codeOf, sharedTest } from '../testing/test.ts';

// Each case starts a process.
vi.setConfig({ testTimeout: 60_000 });

const test = sharedTest
  /** Runs the command on the app's database with these answers. */
  .extend('run', ({ api: { databaseOptions } }) => async (...lines: readonly string[]) => {
    const { databaseUrl, dataDir } = databaseOptions;
    const child = spawn(process.execPath, [join(import.meta.dirname, 'create-admin.ts')], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...PROGRAM_ENV,
        DATA_DIR: dataDir,
        ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      },
    });
    child.stdin.end(lines.map((line) => `${line}\n`).join(''));
    const [output, complaint] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { code: child.exitCode, output, complaint };
  })
  .extend('signIn', ({ api }) => (email: string, password: string) => {
    return api.either(endpoints.adminLogin, { body: { email, password } });
  })
  /** An admin with two-factor authentication on and an open password link. */
  .extend('lockedOut', async ({ api }) => {
    const admin = await makeAdmin(api);
    await enableTwoFactor(api, admin);
    return { ...admin, link: await linkFor(api, 'admin', admin.email) };
  });

describe('for a new email', () => {
  test('creates an admin without showing the password', async ({ run, signIn }) => {
    const { code, output, complaint } = await run('New@Example.com', 'Marie', PASSWORD, PASSWORD);
    expect([code, complaint]).toEqual([0, '']);
    expect(output).toContain('new@example.com can now sign in at /admin-login.');
    expect(output).not.toContain(PASSWORD);
    const { body } = await signIn('new@example.com', PASSWORD);
    const user = { name: 'Marie', email: 'new@example.com' };
    expect(body).toMatchObject({ success: true, user });
  });

  test('records it and tells every admin', async ({ api, tutor, run }) => {
    await run('third@example.com', 'Lise', PASSWORD, PASSWORD);
    const { id } = await api.database.db
      .selectFrom('admins')
      .select('id')
      .where('email', '=', 'third@example.com')
      .executeTakeFirstOrThrow();
    const { activities } = (await tutor.call(endpoints.listActivities)).body;
    expect(activities.map(({ kind, admin }) => [kind, admin])).toContainEqual([
      'admin_added',
      'Lise',
    ]);
    for (const to of [tutor.email, 'third@example.com']) {
      const [email] = await readEmails(api, to, `admin_added:${id}`);
      expect(email).toMatchObject({ subject: 'An admin was added' });
      expect(email?.text).toContain('the account of Lise (third@example.com)');
    }
  });

  test.for([
    [['M', 'short', 'short'], 'Name must be at least 2 characters; Password must be at least 6'],
    [['Marie', PASSWORD, `${PASSWORD}!`], 'The two passwords are not the same.'],
  ] as const)('creates no admin for the answers %j', async ([lines, reason], { run, signIn }) => {
    const { code, complaint } = await run('bad@example.com', ...lines);
    expect(code).toBe(1);
    expect(complaint).toContain(`Nothing was changed. ${reason}`);
    expect((await signIn('bad@example.com', PASSWORD)).status).toBe(401);
  });
});

describe('for an existing admin', () => {
  test('restores access after a confirmation', async ({ api, tutor, run, signIn, lockedOut }) => {
    const { email, link, id } = lockedOut;
    const { code, output } = await run(email, 'yes', NEW_PASSWORD, NEW_PASSWORD);
    expect(code).toBe(0);
    for (const part of [
      `${email} is an admin already (Tutor).`,
      'gets a new password',
      'two-factor authentication\nis switched off',
      'every admin is told by email',
      `${email} can now sign in at /admin-login.`,
    ])
      expect(output).toContain(part);

    // Signing in needs no code, and earlier sessions and links no longer work.
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect((await lockedOut.refused(endpoints.adminVerify)).status).toBe(401);
    const body = { token: link, password: 'a third one' };
    const reset = await api.either(endpoints.adminResetPassword, { body });
    expect(codeOf(reset)).toBe('invalid_reset_token');

    const kinds = await api.database.db
      .selectFrom('activities')
      .select(['kind', 'detail'])
      .where('admin_id', '=', id)
      .where('kind', 'in', ['password_changed', 'two_factor_off'])
      // Both have the same time.
      .orderBy('kind')
      .execute();
    expect(kinds).toEqual([
      { kind: 'password_changed', detail: 'Access restored on the server' },
      { kind: 'two_factor_off', detail: 'Two-factor authentication switched off' },
    ]);
    for (const admin of [lockedOut, tutor]) {
      const subjects = (await admin.readEmails('access_restored')).map(({ subject }) => subject);
      expect(subjects).toEqual(['Access was restored on the server']);
    }
  });

  test.for([
    // The answers for a new admin, given by somebody who did not expect the question.
    [['Tutor', NEW_PASSWORD, NEW_PASSWORD], 'It was not confirmed with "yes".'],
    [['yes', NEW_PASSWORD, 'another'], 'The two passwords are not the same.'],
  ] as const)(
    'changes nothing for the answers %j',
    async ([answers, reason], { run, signIn, lockedOut }) => {
      const { code, complaint } = await run(lockedOut.email, ...answers);
      expect([code, complaint]).toEqual([1, `Nothing was changed. ${reason}\n`]);
      await lockedOut.call(endpoints.adminVerify);
      const { body } = await signIn(lockedOut.email, PASSWORD);
      expect(body).toMatchObject({ code: 'two_factor_required' });
      expect(await lockedOut.readEmails('access_restored')).toEqual([]);
    },
  );
});
