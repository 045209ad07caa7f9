// The invitation link: how long it works, how it ends, and that no address remains afterwards.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { INVITATION_DAYS } from '../../domain/limits.ts';
import { newId } from '../ids.ts';
import { sendDueEmails } from '../email/worker.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import { addParent, addStudent, makeFamily, PASSWORD } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { accept, DEAD, invite, read, withdraw } from '../testing/invitations.ts';
import { fakeServer } from '../testing/mail-server.ts';
import { readEmails } from '../testing/emails.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

test.each([
  ['unknown', async () => 'x'.repeat(43)],
  [
    'used',
    async (family: Caller) => {
      const { token } = await invite(api, family);
      await accept(api, token);
      return token;
    },
  ],
  [
    'withdrawn',
    async (family: Caller) => {
      const { token, id } = await invite(api, family);
      expect((await withdraw(api, family, id)).status).toBe(200);
      return token;
    },
  ],
  [
    'expired',
    async (family: Caller) => {
      const { token } = await invite(api, family);
      api.clock.advance({ minutes: INVITATION_DAYS * 24 * 60 });
      return token;
    },
  ],
  [
    'of a family that has left',
    async (family: Caller) => {
      const { token } = await invite(api, family);
      await api.call(endpoints.deleteAccount, {
        token: family.token,
        body: { current_password: PASSWORD },
      });
      return token;
    },
  ],
  [
    'of a student who was removed',
    async (family: TestFamily) => {
      const Student_ID = await addStudent(api, family);
      const { token } = await invite(api, family, { role: 'student', Student_ID });
      await api.call(endpoints.removeStudent, { token: family.token, params: { id: Student_ID } });
      return token;
    },
  ],
  [
    'of a parent who was removed',
    async (family: TestFamily) => {
      const partner = await addParent(api, family);
      const { token } = await invite(api, partner, { role: 'student' });
      await api.call(endpoints.removeParent, {
        token: family.token,
        params: { id: partner.id },
        body: { current_password: PASSWORD },
      });
      return token;
    },
  ],
] as const)('an invitation that is %s says what to do, and lets nobody in', async (_, make) => {
  const family = await makeFamily(api);
  const token = await make(family);
  for (const { status, body } of [await read(api, token), await accept(api, token)])
    expect([status, body]).toMatchObject([404, DEAD]);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('accepts the link up to its last minute', async () => {
  const family = await makeFamily(api);
  const { token } = await invite(api, family);
  const { now } = api.clock;
  api.clock.now = now + INVITATION_DAYS * 86_400_000 - 1;
  expect((await read(api, token)).status).toBe(200);
  api.clock.now += 1;
  expect((await read(api, token)).status).toBe(404);
  api.clock.now = now;
});

test('keeps the account of an address that signed up meanwhile, and the invitation', async () => {
  const family = await makeFamily(api);
  const { token, email } = await invite(api, family);
  await api.call(endpoints.register, {
    body: {
      Parent_Name: 'Own Account',
      Parent_Email: email,
      Parent_Phone_Number: '07700900111',
      Student_Name: 'Own Student',
      password: 'own-password',
    },
  });
  const { status, body } = await accept(api, token);
  expect([status, body]).toMatchObject([409, { code: 'email_taken' }]);
  expect((await read(api, token)).status).toBe(200);
  const own = (await api.call(endpoints.login, { body: { email, password: 'own-password' } })).body;
  expect(own.user.id).not.toBe(family.id);
});

test.each([
  ['no name', { Parent_Name: undefined }, ['Parent_Name']],
  [
    'neither',
    { Parent_Name: undefined, Parent_Phone_Number: undefined },
    ['Parent_Name', 'Parent_Phone_Number'],
  ],
  ['a short password', { password: 'short' }, ['password']],
])('refuses %s and allows another try', async (_, wrong, fields) => {
  const family = await makeFamily(api);
  const { token } = await invite(api, family);
  const { status, body } = await accept(api, token, wrong);
  expect(status).toBe(400);
  if (body.success) expect.unreachable();
  expect(body.details?.map(({ field }) => field)).toEqual(fields);
  expect((await accept(api, token)).status).toBe(201);
});

test('lets only the inviting family withdraw an invitation, once', async () => {
  const [family, other] = [await makeFamily(api), await makeFamily(api)];
  const { id } = await invite(api, family);
  for (const refused of [await withdraw(api, other, id), await withdraw(api, family, newId())])
    expect([refused.status, refused.body]).toMatchObject([404, DEAD]);
  expect((await withdraw(api, family, id)).status).toBe(200);
  expect((await withdraw(api, family, id)).status).toBe(404);
});

test('deletes the address of a withdrawn or used invitation, and does not send a queued link', async () => {
  const family = await makeFamily(api);
  const { id, email } = await invite(api, family);
  await withdraw(api, family, id);
  const { taken, mailing } = fakeServer(api);
  await sendDueEmails(mailing);
  expect(taken.filter(({ recipient }) => recipient === email)).toEqual([]);
  expect(await readEmails(api, email)).toEqual([]);
  const used = await invite(api, family);
  await sendDueEmails(mailing);
  expect(taken.filter(({ recipient }) => recipient === used.email)).toHaveLength(1);
  await accept(api, used.token);
  expect(await readEmails(api, used.email, 'invitation:')).toEqual([]);
});
