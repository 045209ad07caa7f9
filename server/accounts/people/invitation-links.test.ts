// The invitation link: how long it works, how it ends, and that no address remains afterwards.
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { INVITATION_DAYS } from '../../../domain/people/family.ts';
import { newId } from '../../base/ids.ts';
import { sendDueEmails } from '../../email/worker.ts';
import {
  leave,
  signInAs,
  tryToRemoveParent,
  tryToRemoveStudent,
} from '../../testing/accounts/families.ts';
import { accept, DEAD, invite, read, withdraw } from '../../testing/accounts/invitations.ts';
import type { TestApp } from '../../testing/app.ts';
import type { TestFamily } from '../../testing/caller.ts';
import { readEmails } from '../../testing/emails.ts';
import { addParent, addStudent, makeFamily, signUpForm } from '../../testing/factories.ts';
import { fakeServer } from '../../testing/servers/mail-server.ts';
import { sharedTest as test } from '../../testing/test.ts';

/** Each makes an invitation, ends it and returns the token of its link. */
const endings: Readonly<Record<string, (api: TestApp, family: TestFamily) => Promise<string>>> = {
  unknown: async () => 'x'.repeat(43),
  async used(api, family) {
    const { token } = await invite(api, family);
    await accept(api, token);
    return token;
  },
  async withdrawn(api, family) {
    const { token, id } = await invite(api, family);
    expect((await withdraw(api, family, id)).status).toBe(200);
    return token;
  },
  async expired(api, family) {
    const { token } = await invite(api, family);
    api.clock.advance({ days: INVITATION_DAYS });
    return token;
  },
  async 'of a family that has left'(api, family) {
    const { token } = await invite(api, family);
    await leave(family);
    return token;
  },
  async 'of a student who was removed'(api, family) {
    const studentId = await addStudent(api, family);
    const { token } = await invite(api, family, { role: 'student', Student_ID: studentId });
    expect((await tryToRemoveStudent(family, studentId)).status).toBe(200);
    return token;
  },
  async 'of a parent who was removed'(api, family) {
    const partner = await addParent(api, family);
    const { token } = await invite(api, partner, { role: 'student' });
    expect((await tryToRemoveParent(family, partner.id)).status).toBe(200);
    return token;
  },
};

test.for(Object.entries(endings))(
  'an invitation that is %s says what to do, and lets nobody in',
  async ([, end], { api, family }) => {
    const token = await end(api, family);
    for (const answer of [await read(api, token), await accept(api, token)])
      expect(answer).toMatchObject({ status: 404, body: DEAD });
  },
);

test('accepts the link up to its last minute', async ({ api, family }) => {
  const { token } = await invite(api, family);
  api.clock.advance({ days: INVITATION_DAYS, ms: -1 });
  expect((await read(api, token)).status).toBe(200);
  api.clock.advance({ ms: 1 });
  expect((await read(api, token)).status).toBe(404);
});

test('keeps the invitation and the account of its address', async ({ api, family }) => {
  const { token, email } = await invite(api, family);
  await api.call(endpoints.register, { body: { ...signUpForm(), Parent_Email: email } });
  const refused = await accept(api, token);
  expect(refused).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  expect((await read(api, token)).status).toBe(200);
  expect((await signInAs(api, email)).id).not.toBe(family.id);
});

const [parentName, parentPhoneNumber] = [undefined, undefined];
test.for([
  ['no name', { Parent_Name: parentName }, ['Parent_Name']],
  [
    'neither',
    { Parent_Name: parentName, Parent_Phone_Number: parentPhoneNumber },
    ['Parent_Name', 'Parent_Phone_Number'],
  ],
  ['a short password', { password: 'short' }, ['password']],
] as const)('refuses %s and allows another try', async ([, wrong, fields], { api, family }) => {
  const { token } = await invite(api, family);
  const details = fields.map((field) => ({ field }));
  expect(await accept(api, token, wrong)).toMatchObject({ status: 400, body: { details } });
  expect((await accept(api, token)).status).toBe(201);
});

test('lets only the inviting family withdraw it, once', async ({ api, family }) => {
  const other = await makeFamily(api);
  const { id } = await invite(api, family);
  for (const refused of [await withdraw(api, other, id), await withdraw(api, family, newId())])
    expect(refused).toMatchObject({ status: 404, body: DEAD });
  expect((await withdraw(api, family, id)).status).toBe(200);
  expect((await withdraw(api, family, id)).status).toBe(404);
});

test('deletes the address of an ended invitation', async ({ api, family }) => {
  const { id, email } = await invite(api, family);
  await withdraw(api, family, id);
  const { taken, mailing } = fakeServer(api);
  await sendDueEmails(mailing);
  // Nor is a queued link sent.
  expect(taken.filter(({ recipient }) => recipient === email)).toEqual([]);
  expect(await readEmails(api, email)).toEqual([]);
  const used = await invite(api, family);
  await sendDueEmails(mailing);
  expect(taken.filter(({ recipient }) => recipient === used.email)).toHaveLength(1);
  await accept(api, used.token);
  expect(await readEmails(api, used.email, 'invitation:')).toEqual([]);
});
