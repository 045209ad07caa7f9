// The test email that the tutor can send to check delivery.
import { afterEach, expect, test } from 'vitest';
import * as endpoints from '../../domain/endpoints.ts';
import { ACCOUNT_LIMITS } from '../../domain/limits.ts';
import { startTestApp, type TestApp, type TestOptions } from '../testing/app.ts';
import { makeAdmin } from '../testing/factories.ts';
import { readEmails } from '../testing/emails.ts';

let api: TestApp;
afterEach(() => api.close());

async function start(options: TestOptions) {
  api = await startTestApp(options);
  return makeAdmin(api);
}

test.each([
  [{ mailServer: 'smtp.example.com' }, 'through the mail server smtp.example.com'],
  [{}, 'kept as a file in the data folder'],
])('with %j, says that it was sent %s', async (options, words) => {
  const admin = await start(options);
  await makeAdmin(api);
  for (const times of [1, 2]) {
    const { body } = await api.call(endpoints.sendTestEmail, { token: admin.token });
    expect(body.email).toBe(admin.email);
    const emails = await readEmails(api, null, 'test-email:');
    expect(emails).toHaveLength(times);
    for (const message of emails) {
      expect(message.recipient).toBe(admin.email);
      expect(message.text).toContain(words);
    }
  }
});

test('allows ten an hour', async () => {
  const admin = await start({ rateLimitScale: 1 });
  for (let sent = 0; sent < ACCOUNT_LIMITS.testEmail.calls; sent += 1)
    await api.call(endpoints.sendTestEmail, { token: admin.token });
  const { status } = await api.refused(endpoints.sendTestEmail, { token: admin.token });
  expect(status).toBe(429);
  expect(await readEmails(api, admin.email, 'test-email:')).toHaveLength(
    ACCOUNT_LIMITS.testEmail.calls,
  );
});
