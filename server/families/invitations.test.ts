// Invitations into a family: who may send one and to whom, the email, and the result of accepting.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { INVITATION_DAYS } from '../../domain/limits.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import { addParent, addSignIn, addStudent, makeFamily, PASSWORD } from '../testing/factories.ts';
import { familyOf } from '../testing/families.ts';
import {
  accept,
  type Asked,
  DEAD,
  invite,
  newEmail,
  read,
  tryToInvite,
} from '../testing/invitations.ts';
import { readEmails, tokenTo } from '../testing/emails.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

test('invites a second parent, who accepts and shares lessons and money', async () => {
  const family = await makeFamily(api, 4);
  const { token, ...invitation } = await invite(api, family);
  expect(invitation).toEqual({
    id: expect.any(String),
    role: 'parent',
    email: invitation.email,
    Student_ID: null,
    expires_at: new Date(api.clock.now + INVITATION_DAYS * 86_400_000).toISOString(),
  });
  expect((await familyOf(api, family)).invitations).toEqual([invitation]);
  const { body: opened } = await read(api, token);
  const inviter = (await familyOf(api, family)).parents[0]?.name;
  expect(opened).toEqual({
    success: true,
    invitation: {
      kind: 'parent',
      email: invitation.email,
      invited_by: inviter,
      Student_Name: null,
      expires_at: invitation.expires_at,
    },
  });
  const { status, body, headers } = await accept(api, token);
  expect(status).toBe(201);
  if (!body.success) expect.unreachable();
  expect(headers['set-cookie']).toBeUndefined();
  expect(body.user).toMatchObject({
    id: family.id,
    role: 'parent',
    name: 'Robin Second',
    Parent_Name: 'Robin Second',
    Parent_Email: invitation.email,
    Parent_Phone_Number: '07700900999',
    Credits: 4,
  });
  const { session } = (
    await api.call(endpoints.login, { body: { email: invitation.email, password: PASSWORD } })
  ).body;
  const seen = await familyOf(api, { token: session.access_token });
  expect(seen.parents.map(({ email, is_owner }) => [email, is_owner])).toEqual([
    [family.email, true],
    [invitation.email, false],
  ]);
  expect(seen.invitations).toEqual([]);
  const [told] = await readEmails(api, family.email, 'accepted:');
  expect(told?.subject).toBe('Your invitation was accepted');
  expect(told?.text).toContain('Robin Second');
  expect(told?.text).toContain(invitation.email);
  expect(told?.text).toContain('/account');
  expect(await readEmails(api, invitation.email, 'accepted:')).toEqual([]);
});

test("creates a student's sign-in with the student's name, and notifies both parents", async () => {
  const family = await makeFamily(api);
  const partner = await addParent(api, family);
  const studentId = await addStudent(api, family, 'Maya Middle Lastname');
  const { token, email, Student_ID } = await invite(api, family, {
    role: 'student',
    Student_ID: studentId,
  });
  expect(Student_ID).toBe(studentId);
  expect((await read(api, token)).body).toMatchObject({
    invitation: { kind: 'student', Student_Name: 'Maya' },
  });
  const [message] = await readEmails(api, email);
  expect(message?.text).toContain('for Maya to sign in');
  // It goes to an unconfirmed address.
  expect(message?.text).not.toMatch(/Middle|Lastname/);
  // A student sends only a password; other fields are ignored.
  const { body } = await accept(api, token, { Parent_Name: 'Somebody Else' });
  expect(body).toMatchObject({
    user: {
      role: 'student',
      name: 'Maya Middle Lastname',
      Credits: null,
      students: [{ id: studentId }],
    },
  });
  for (const to of [family.email, partner.email]) {
    const [told] = await readEmails(api, to, 'accepted:');
    expect(told?.text).toContain('sees the lessons, but no money');
  }
  expect((await familyOf(api, family)).students[1]).toMatchObject({
    sign_in: { email },
    may_book: false,
  });
});

test('needs no student id in a family with one student', async () => {
  const family = await makeFamily(api);
  expect(await invite(api, family, { role: 'student' })).toMatchObject({
    Student_ID: family.studentId,
  });
});

test.each([
  ['no role', { role: undefined }, ['role']],
  ['a role that there is not', { role: 'tutor' }, ['role']],
  ['no address', { email: 'nobody' }, ['email']],
  ['no student among several', { role: 'student' }, ['Student_ID']],
  ['a student of nobody', { role: 'student', Student_ID: 'x' }, ['Student_ID']],
  ['no password', { current_password: undefined }, ['current_password']],
  ['a wrong password', { current_password: 'wrong-password' }, ['current_password']],
])('refuses an invitation with %s at its field, and sends nothing', async (_, wrong, fields) => {
  const family = await makeFamily(api);
  await addStudent(api, family);
  const email = newEmail();
  const { status, body } = await tryToInvite(api, family, { email, ...(wrong as Asked) });
  expect([status, body]).toMatchObject([400, { code: 'validation_failed' }]);
  if (body.success) expect.unreachable();
  expect(body.details?.map(({ field }) => field)).toEqual(fields);
  expect(await readEmails(api, email)).toEqual([]);
  expect((await familyOf(api, family)).invitations).toEqual([]);
});

test('does not invite a student of another family', async () => {
  const [family, other] = [await makeFamily(api), await makeFamily(api)];
  const { body } = await tryToInvite(api, family, { role: 'student', Student_ID: other.studentId });
  expect(body).toMatchObject({ code: 'validation_failed', details: [{ field: 'Student_ID' }] });
});

test('refuses an address with an account, and does not notify its owner', async () => {
  const [family, other] = [await makeFamily(api), await makeFamily(api)];
  for (const email of [other.email, family.email]) {
    const { status, body } = await tryToInvite(api, family, { email });
    expect([status, body]).toMatchObject([
      409,
      { code: 'email_taken', details: [{ field: 'email' }] },
    ]);
    expect(await readEmails(api, email)).toEqual([]);
  }
});

test('allows at most two parents, and one sign-in for each student', async () => {
  const family = await makeFamily(api);
  await addParent(api, family);
  expect((await tryToInvite(api, family)).body).toMatchObject({ code: 'too_many_parents' });
  await addSignIn(api, family, family.studentId);
  expect((await tryToInvite(api, family, { role: 'student' })).body).toMatchObject({
    code: 'sign_in_exists',
  });
});

test('revokes the older invitation to the same sign-in, and no other', async () => {
  const family = await makeFamily(api);
  const first = await invite(api, family);
  const forStudent = await invite(api, family, { role: 'student' });
  const second = await invite(api, family);
  expect((await read(api, first.token)).body).toMatchObject(DEAD);
  expect((await read(api, forStudent.token)).status).toBe(200);
  expect((await read(api, second.token)).status).toBe(200);
  expect((await familyOf(api, family)).invitations.map(({ id }) => id)).toEqual([
    forStudent.id,
    second.id,
  ]);
});

test.each([
  [
    'Your parcel is held, pay at www.evil.example/now:',
    'https://evil.example/prize',
    'A parent',
    'their child',
  ],
  ['Ann-Marie O’Neil', 'Zoë\u00a0Lastname', 'Ann-Marie O’Neil', 'Zoë'],
  ['Dr. Ann Example', 'Max', 'Dr. Ann Example', 'Max'],
  ['evil.example', 'evil.example', 'A parent', 'their child'],
])(
  'shows text typed by somebody to a stranger only as a plain name: %s',
  async (Parent_Name, Student_Name, inviter, student) => {
    const family = await makeFamily(api);
    await api.call(endpoints.updateProfile, {
      token: family.token,
      body: { Parent_Name, Student_Name },
    });
    const [parent, child] = [newEmail(), newEmail()];
    await invite(api, family, { email: parent });
    await invite(api, family, { role: 'student', email: child });
    const [toParent] = await readEmails(api, parent);
    const [toChild] = await readEmails(api, child);
    expect([toParent?.subject, toChild?.subject]).toEqual([
      'You have been invited',
      'You have been invited',
    ]);
    expect(toParent?.text).toContain(`${inviter} has invited you to share`);
    expect(toChild?.text).toContain(`for ${student} to sign in`);
    expect(toChild?.text).not.toContain('Lastname');
  },
);

describe('an address that five families have invited today', () => {
  const invitedByFive = async () => {
    const email = newEmail();
    const families: TestFamily[] = [];
    for (let n = 0; n < 5; n += 1) {
      const family = await makeFamily(api);
      families.push(family);
      expect((await tryToInvite(api, family, { email })).status).toBe(201);
    }
    return { email, families };
  };
  const invitationsTo = (email: string) => readEmails(api, email, 'invitation:');

  test('can be invited once by each other family', async () => {
    const { email } = await invitedByFive();
    for (let n = 0; n < 2; n += 1) {
      const family = await makeFamily(api);
      expect((await tryToInvite(api, family, { email })).status).toBe(201);
      expect(await tryToInvite(api, family, { email })).toMatchObject({
        status: 429,
        body: { code: 'rate_limited' },
      });
      // The earlier email still lets them in.
      expect((await familyOf(api, family)).invitations).toHaveLength(1);
    }
    expect(await invitationsTo(email)).toHaveLength(7);
  });

  test('cannot be invited again by one of them within a day', async () => {
    const { email, families } = await invitedByFive();
    const [first] = families;
    if (first === undefined) expect.unreachable();
    expect((await tryToInvite(api, first, { email })).status).toBe(429);
    const started = api.clock.now;
    api.clock.advance({ hours: 24, ms: -1 });
    expect((await tryToInvite(api, first, { email })).status).toBe(429);
    api.clock.advance({ ms: 1 });
    expect((await tryToInvite(api, first, { email })).status).toBe(201);
    api.clock.now = started;
  });
});

test('lets one family invite an address five times a day', async () => {
  const family = await makeFamily(api);
  const email = newEmail();
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await tryToInvite(api, family, { email })).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  expect((await tryToInvite(api, family, { email: newEmail() })).status).toBe(201);
});

test('stores the token as a hash, and never returns it', async () => {
  const family = await makeFamily(api);
  const { body } = await tryToInvite(api, family);
  if (!body.success) expect.unreachable();
  const token = await tokenTo(api, body.invitation.email);
  expect(JSON.stringify(body)).not.toContain(token);
  expect(JSON.stringify(await familyOf(api, family))).not.toContain(token);
  const rows = await api.database.db.selectFrom('invitations').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});
