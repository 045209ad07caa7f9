// `npm run admin:create` in its own process, next to the server, with its answers piped in.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, PASSWORD } from '../testing/factories.ts';
import { readEmails, tokenTo } from '../testing/emails.ts';

// Each case starts a process.
vi.setConfig({ testTimeout: 60_000 });

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const NEW_PASSWORD = 'entanglement';

/** Runs the command on the app's database; returns its output and exit code. */
async function run(...lines: string[]) {
  const { databaseUrl, dataDir } = api.databaseOptions;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'create-admin.ts')], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
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
}

const signIn = (email: string, password: string) =>
  api.either(endpoints.adminLogin, { body: { email, password } });

/** An admin with two-factor authentication on and an open password link. */
async function makeLockedOut(): Promise<Caller & { readonly link: string }> {
  const admin = await makeAdmin(api);
  const { token, email } = admin;
  const { body } = await api.call(endpoints.setUpTwoFactor, {
    token,
    body: { current_password: PASSWORD },
  });
  const code = new TOTP({ secret: Secret.fromBase32(body.setup.secret) }).generate({
    timestamp: api.clock.now,
  });
  await api.call(endpoints.enableTwoFactor, { token, body: { code } });
  await api.call(endpoints.adminForgotPassword, { body: { email } });
  return { ...admin, link: await tokenTo(api, email) };
}

test('creates an admin from email, name and password, without showing the password', async () => {
  const { code, output, complaint } = await run('New@Example.com', 'Marie', PASSWORD, PASSWORD);
  expect([code, complaint]).toEqual([0, '']);
  expect(output).toContain('new@example.com can now sign in at /admin-login.');
  expect(output).not.toContain(PASSWORD);
  const { body } = await signIn('new@example.com', PASSWORD);
  expect(body).toMatchObject({ success: true, user: { name: 'Marie', email: 'new@example.com' } });
});

test.each([
  [
    ['bad@example.com', 'M', 'short', 'short'],
    'Name must be at least 2 characters; Password must be at least 6',
  ],
  [['bad@example.com', 'Marie', PASSWORD, `${PASSWORD}!`], 'The two passwords are not the same.'],
])('creates no admin for the answers %j', async (lines, reason) => {
  const { code, complaint } = await run(...lines);
  expect([code, complaint]).toEqual([1, expect.stringContaining(`Nothing was changed. ${reason}`)]);
  expect((await signIn('bad@example.com', PASSWORD)).status).toBe(401);
});

test('restores access for an existing admin after a confirmation', async () => {
  const admin = await makeLockedOut();
  const colleague = await makeAdmin(api);
  const { code, output } = await run(admin.email, 'yes', NEW_PASSWORD, NEW_PASSWORD);
  expect(code).toBe(0);
  for (const part of [
    `${admin.email} is an admin already (Tutor).`,
    'gets a new password',
    'two-factor authentication\nis switched off',
    'every admin is told by email',
    `${admin.email} can now sign in at /admin-login.`,
  ])
    expect(output).toContain(part);

  // Signing in needs no code, and earlier sessions and links no longer work.
  expect((await signIn(admin.email, NEW_PASSWORD)).status).toBe(200);
  expect((await signIn(admin.email, PASSWORD)).status).toBe(401);
  expect((await api.refused(endpoints.adminVerify, { token: admin.token })).status).toBe(401);
  const reset = { token: admin.link, password: 'a third one' };
  expect((await api.refused(endpoints.adminResetPassword, { body: reset })).body.code).toBe(
    'invalid_reset_token',
  );

  const kinds = await api.database.db
    .selectFrom('activities')
    .select(['kind', 'detail'])
    .where('admin_id', '=', admin.id)
    .where('kind', 'in', ['password_changed', 'two_factor_off'])
    // Both have the same time.
    .orderBy('kind')
    .execute();
  expect(kinds).toEqual([
    { kind: 'password_changed', detail: 'Access restored on the server' },
    { kind: 'two_factor_off', detail: 'Two-factor authentication switched off' },
  ]);
  for (const { email } of [admin, colleague])
    expect((await readEmails(api, email, 'access_restored')).map(({ subject }) => subject)).toEqual(
      ['Access was restored on the server'],
    );
});

test.each([
  // The answers for a new admin, given by somebody who did not expect the question.
  [['Tutor', NEW_PASSWORD, NEW_PASSWORD], 'It was not confirmed with "yes".'],
  [['yes', NEW_PASSWORD, 'another'], 'The two passwords are not the same.'],
])('changes nothing for an existing admin and the answers %j', async (answers, reason) => {
  const admin = await makeLockedOut();
  const { code, complaint } = await run(admin.email, ...answers);
  expect([code, complaint]).toEqual([1, `Nothing was changed. ${reason}\n`]);
  await api.call(endpoints.adminVerify, { token: admin.token });
  expect((await signIn(admin.email, PASSWORD)).body).toMatchObject({ code: 'two_factor_required' });
  expect(await readEmails(api, admin.email, 'access_restored')).toEqual([]);
});
