// Invitations into a family: who may send one and to whom, the email, and the result of accepting.
import { describe, expect } from 'vitest';

import { PASSWORD_COUNTS_MINUTES, SESSION_SECONDS } from '../../../domain/auth/session.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { INVITATION_DAYS } from '../../../domain/people/family.ts';
import { sessionStatus, signInAs, updateProfile } from '../../testing/accounts/families.ts';
import {
  accept,
  DEAD,
  type InvitationContent,
  invite,
  newEmail,
  read,
  tryToInvite,
} from '../../testing/accounts/invitations.ts';
import type { TestApp } from '../../testing/app.ts';
import { type Caller, makeCaller } from '../../testing/caller.ts';
import { readEmails, tokenTo } from '../../testing/emails.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  makeFamilies,
  makeFamily,
  PASSWORD,
} from '../../testing/factories.ts';
import { codeOf, sharedTest as test } from '../../testing/test.ts';

test.override('settings', { credits: 4 });

test('invites a second parent, who shares lessons and money', async ({ api, family }) => {
  const { token, ...invitation } = await invite(api, family);
  const { email } = invitation;
  const expires_at = new Date(api.clock.now + INVITATION_DAYS * 86_400_000).toISOString();
  const expectedInvitation = {
    id: expect.any(String),
    role: 'parent',
    email,
    Student_ID: null,
    expires_at,
  };
  expect(invitation).toEqual(expectedInvitation);
  const { parents, invitations } = await family.readFamily();
  expect(invitations).toEqual([invitation]);
  const inviter = { invited_by: parents[0]?.name, Student_Name: null };
  expect((await read(api, token)).body).toEqual({
    success: true,
    invitation: { kind: 'parent', email, ...inviter, expires_at },
  });

  const { status, body, headers } = await accept(api, token);
  expect(status).toBe(201);
  expect(headers['set-cookie']).toBeUndefined();
  expect(body).toMatchObject({
    user: {
      id: family.id,
      role: 'parent',
      name: 'Robin Second',
      Parent_Name: 'Robin Second',
      Parent_Email: email,
      Parent_Phone_Number: '07700900999',
      Credits: 4,
    },
  });
  await signInAs(api, email);
  const seen = await signedInBy(api, email, body).readFamily();
  expect(seen.parents.map((parent) => [parent.email, parent.is_owner])).toEqual([
    [family.email, true],
    [email, false],
  ]);
  expect(seen.invitations).toEqual([]);
  const [notice] = await family.readEmails('accepted:');
  expect(notice?.subject).toBe('Your invitation was accepted');
  for (const words of ['Robin Second', email, '/account']) expect(notice?.text).toContain(words);
  expect(await readEmails(api, email, 'accepted:')).toEqual([]);
});

/** The caller whom accepting has signed in. */
function signedInBy(api: TestApp, email: string, body: Awaited<ReturnType<typeof accept>>['body']) {
  if (!body.success) throw new Error(body.error);
  return makeCaller(api, { id: body.user.id, email, session: body.session });
}

test('ends the session of an accepted invitation with the sign-in', async ({ api, family }) => {
  const { token, email } = await invite(api, family, { role: 'student' });
  const student = signedInBy(api, email, (await accept(api, token)).body);
  expect(await sessionStatus(student)).toBe(200);
  await family.call(endpoints.removeSignIn, { params: { id: family.studentId } });
  expect(await sessionStatus(student)).toBe(401);
});

test("creates a student's sign-in with the student's name", async ({ api, family }) => {
  const partner = await addParent(api, family);
  const name = 'Maya Middle Lastname';
  const studentId = await addStudent(api, family, name);
  const invitation = await invite(api, family, { role: 'student', Student_ID: studentId });
  const { token, email } = invitation;
  expect(invitation.Student_ID).toBe(studentId);
  const opened = { invitation: { kind: 'student', Student_Name: 'Maya' } };
  expect((await read(api, token)).body).toMatchObject(opened);
  const [message] = await readEmails(api, email);
  expect(message?.text).toContain('for Maya to sign in');
  // It goes to an unconfirmed address.
  expect(message?.text).not.toMatch(/Middle|Lastname/);
  // A student sends only a password; other fields are ignored.
  const { body } = await accept(api, token, { Parent_Name: 'Somebody Else' });
  expect(body).toMatchObject({
    user: { role: 'student', name, Credits: null, students: [{ id: studentId }] },
  });
  for (const parent of [family, partner]) {
    const [notice] = await parent.readEmails('accepted:');
    expect(notice?.text).toContain('sees the lessons, but no money');
  }
  const { students } = await family.readFamily();
  expect(students[1]).toMatchObject({ sign_in: { email }, may_book: false });
});

test('needs no student id in a family with one student', async ({ api, family }) => {
  const invitation = await invite(api, family, { role: 'student' });
  expect(invitation.Student_ID).toBe(family.studentId);
});

test.for([
  ['no role', { role: undefined }, 'role'],
  ['a role that there is not', { role: 'tutor' }, 'role'],
  ['no address', { email: 'nobody' }, 'email'],
  ['no student among several', { role: 'student' }, 'Student_ID'],
  ['a student of nobody', { role: 'student', Student_ID: 'x' }, 'Student_ID'],
  ['a wrong password', { current_password: 'wrong-password' }, 'current_password'],
])('refuses an invitation with %s, sends nothing', async ([, wrong, field], { api, family }) => {
  await addStudent(api, family);
  const email = newEmail();
  const answer = await tryToInvite(api, family, { email, ...(wrong as InvitationContent) });
  const body = { code: 'validation_failed', details: [{ field }] };
  expect(answer).toMatchObject({ status: 400, body });
  expect(await readEmails(api, email)).toEqual([]);
  expect((await family.readFamily()).invitations).toEqual([]);
});

test('needs no password within ten minutes of the sign-in', async ({ api, family }) => {
  const without = { current_password: undefined };
  const invited = async (caller: Caller) => (await tryToInvite(api, caller, without)).status;
  const { email } = family;
  const { clock } = api;
  const start = clock.now;
  const { session } = (await api.call(endpoints.login, { body: { email, password: PASSWORD } }))
    .body;
  const early = makeCaller(api, { id: family.id, email, session });
  clock.now += PASSWORD_COUNTS_MINUTES * 60_000 - 1;
  expect(await invited(early)).toBe(201);
  clock.now += 1;
  expect(await tryToInvite(api, early, without)).toMatchObject({
    status: 400,
    body: { details: [{ field: 'current_password' }] },
  });
  // Renewed at the end of its life, when the first session may be deleted, it counts no more.
  clock.now += SESSION_SECONDS.family * 1000 - PASSWORD_COUNTS_MINUTES * 60_000 - 1;
  let { refresh_token } = session;
  for (let round = 0; round < 7; round += 1) {
    const renewed = (await api.call(endpoints.refresh, { body: { refresh_token } })).body;
    ({ refresh_token } = renewed.session);
    clock.now += 1000;
    await signInAs(api, email);
    expect(await invited(makeCaller(api, { id: family.id, email, session: renewed.session }))).toBe(
      400,
    );
  }
  clock.now = start;
});

test('does not invite a student of another family', async ({ api, family }) => {
  const { studentId } = await makeFamily(api);
  const { body } = await tryToInvite(api, family, { role: 'student', Student_ID: studentId });
  expect(body).toMatchObject({ code: 'validation_failed', details: [{ field: 'Student_ID' }] });
});

test('refuses an address with an account, and sends it nothing', async ({ api, family }) => {
  const body = { code: 'email_taken', details: [{ field: 'email' }] };
  for (const { email } of [await makeFamily(api), family]) {
    expect(await tryToInvite(api, family, { email })).toMatchObject({ status: 409, body });
    expect(await readEmails(api, email)).toEqual([]);
  }
});

test('allows two parents, and one sign-in for each student', async ({ api, family }) => {
  await addParent(api, family);
  expect(codeOf(await tryToInvite(api, family))).toBe('too_many_parents');
  await addSignIn(api, family, family.studentId);
  expect(codeOf(await tryToInvite(api, family, { role: 'student' }))).toBe('sign_in_exists');
});

test('revokes the older invitation to the same sign-in', async ({ api, family }) => {
  const first = await invite(api, family);
  const forStudent = await invite(api, family, { role: 'student' });
  const second = await invite(api, family);
  expect((await read(api, first.token)).body).toMatchObject(DEAD);
  for (const { token } of [forStudent, second]) expect((await read(api, token)).status).toBe(200);
  const { invitations } = await family.readFamily();
  expect(invitations.map(({ id }) => id)).toEqual([forStudent.id, second.id]);
});

const ADVERT = 'Your parcel is held, pay at www.evil.example/now:';
test.for([
  [ADVERT, 'https://evil.example/prize', 'A parent', 'their child'],
  ['Ann-Marie O’Neil', 'Zoë\u00a0Lastname', 'Ann-Marie O’Neil', 'Zoë'],
  ['Dr. Ann Example', 'Max', 'Dr. Ann Example', 'Max'],
  ['evil.example', 'evil.example', 'A parent', 'their child'],
] as const)(
  'shows text typed by somebody to a stranger only as a plain name: %s',
  async ([parentName, studentName, inviter, student], { api, family }) => {
    await updateProfile(family, { Parent_Name: parentName, Student_Name: studentName });
    const [parent, child] = [newEmail(), newEmail()];
    await invite(api, family, { email: parent });
    await invite(api, family, { role: 'student', email: child });
    for (const [email, words] of [
      [parent, `${inviter} has invited you to share`],
      [child, `for ${student} to sign in`],
    ] as const) {
      const [message] = await readEmails(api, email);
      expect(message?.subject).toBe('You have been invited');
      expect(message?.text).toContain(words);
      expect(message?.text).not.toContain('Lastname');
    }
  },
);

describe('an address that five families have invited today', () => {
  const fiveTest = test.extend('five', async ({ api }) => {
    const email = newEmail();
    const families = await makeFamilies(api, 5);
    for (const family of families)
      expect((await tryToInvite(api, family, { email })).status).toBe(201);
    return { email, first: families[0] ?? expect.unreachable() };
  });

  fiveTest('can be invited once by each other family', async ({ api, five: { email } }) => {
    for (const family of await makeFamilies(api, 2)) {
      expect((await tryToInvite(api, family, { email })).status).toBe(201);
      const again = await tryToInvite(api, family, { email });
      expect(again).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      // The earlier email still lets them in.
      expect((await family.readFamily()).invitations).toHaveLength(1);
    }
    expect(await readEmails(api, email, 'invitation:')).toHaveLength(7);
  });

  fiveTest('cannot be invited again by one of them within a day', async ({ api, five }) => {
    const { email, first } = five;
    for (const [passed, status] of [
      [{}, 429],
      [{ hours: 24, ms: -1 }, 429],
      [{ ms: 1 }, 201],
    ] as const) {
      api.clock.advance(passed);
      expect((await tryToInvite(api, first, { email })).status).toBe(status);
    }
  });
});

test('lets one family invite an address five times a day', async ({ api, family }) => {
  const email = newEmail();
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await tryToInvite(api, family, { email })).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  expect((await tryToInvite(api, family)).status).toBe(201);
});

test('stores the token as a hash, and never returns it', async ({ api, db, family }) => {
  const email = newEmail();
  const { body } = await tryToInvite(api, family, { email });
  const rows = await db.selectFrom('invitations').selectAll().execute();
  const token = await tokenTo(api, email);
  expect(JSON.stringify([body, await family.readFamily(), rows])).not.toContain(token);
});
