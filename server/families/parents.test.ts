// Two parents of one family: the rights of both, the rights of the owner, and how one leaves.
import { afterEach, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { newId } from '../ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  addParent,
  addSignIn,
  makeAdmin,
  makeFamily,
  makeLesson,
  PASSWORD,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { readEmails, tokenTo } from '../testing/emails.ts';

let api: TestApp;
let family: TestFamily;
let partner: Caller;
beforeEach(async () => {
  api = await startTestApp();
  family = await makeFamily(api, 3);
  partner = await addParent(api, family);
});
afterEach(() => api.close());

const remove = ({ token }: Caller, id: string, current_password = PASSWORD) =>
  api.either(endpoints.removeParent, { token, params: { id }, body: { current_password } });
const leave = ({ token }: Caller) =>
  api.either(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } });
const profileOf = async ({ token }: Pick<Caller, 'token'>) =>
  (await api.call(endpoints.getProfile, { token })).body.user;
const holdersOf = async ({ token }: Pick<Caller, 'token'>) =>
  (await api.call(endpoints.getFamily, { token })).body.family.parents.map(({ id, is_owner }) => [
    id,
    is_owner,
  ]);

test('shows each parent their own details and the same balance', async () => {
  expect(await profileOf(partner)).toMatchObject({
    id: family.id,
    role: 'parent',
    name: 'Other parent',
    Parent_Name: 'Other parent',
    Parent_Email: partner.email,
    Parent_Phone_Number: '07700900456',
    Credits: 3,
  });
  await api.call(endpoints.updateProfile, {
    token: partner.token,
    body: { Parent_Name: 'Robin Renamed', Parent_Phone_Number: '07700900789' },
  });
  expect(await profileOf(partner)).toMatchObject({ Parent_Name: 'Robin Renamed' });
  expect((await profileOf(family)).Parent_Name).not.toBe('Robin Renamed');
  const lesson = await makeLesson(api);
  const { body } = await api.call(endpoints.bookLesson, {
    token: partner.token,
    body: { Lesson_ID: lesson.id },
  });
  expect(body.creditsRemaining).toBe(2);
  // The other one may cancel it.
  await api.call(endpoints.cancelBooking, {
    token: family.token,
    params: { bookingId: body.booking.id },
  });
  expect((await profileOf(partner)).Credits).toBe(3);
});

test('shows the tutor the first parent if there is space for one', async () => {
  const admin = await makeAdmin(api);
  const { students } = (await api.call(endpoints.listFamilies, { token: admin.token })).body;
  expect(students).toHaveLength(1);
  expect(students[0]).toMatchObject({ id: family.id, Parent_Email: family.email });
});

test('lets the owner remove the other parent, who loses access and is notified', async () => {
  expect((await remove(family, partner.id)).status).toBe(200);
  expect((await api.refused(endpoints.verify, { token: partner.token })).status).toBe(401);
  expect((await readEmails(api, partner.email)).map(({ subject }) => subject)).toEqual([
    'Your sign-in was removed',
  ]);
  expect(await holdersOf(family)).toEqual([[family.personId, true]]);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('lets the other parent remove only themselves', async () => {
  expect(await remove(partner, family.personId)).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
  expect((await remove(partner, partner.id)).status).toBe(200);
  expect(await holdersOf(family)).toEqual([[family.personId, true]]);
});

test('makes the other parent the owner when the owner leaves', async () => {
  expect((await remove(family, family.personId)).status).toBe(200);
  expect(await holdersOf(partner)).toEqual([[partner.id, true]]);
  expect((await profileOf(partner)).Credits).toBe(3);
  expect((await leave(partner)).status).toBe(200);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('keeps the last parent', async () => {
  await remove(family, partner.id);
  const { status, body } = await remove(family, family.personId);
  expect([status, body]).toMatchObject([409, { code: 'last_parent' }]);
});

test('removes nobody without the password, or from another family', async () => {
  const stranger = await makeFamily(api);
  expect((await remove(family, partner.id, 'wrong-password')).body).toMatchObject({
    code: 'validation_failed',
    details: [{ field: 'current_password' }],
  });
  for (const id of [stranger.personId, newId(), family.id])
    expect((await remove(family, id)).body).toMatchObject({ code: 'not_found' });
  const student = await addSignIn(api, family, family.studentId);
  expect((await remove(family, student.id)).body).toMatchObject({ code: 'not_found' });
});

test('does not send queued emails to a removed parent', async () => {
  const lesson = await makeLesson(api);
  await api.call(endpoints.bookLesson, { token: family.token, body: { Lesson_ID: lesson.id } });
  expect(await readEmails(api, partner.email, 'booked:')).toHaveLength(1);
  await remove(family, partner.id);
  expect(await readEmails(api, partner.email, 'booked:')).toEqual([]);
  expect(await readEmails(api, family.email, 'booked:')).toHaveLength(1);
});

test('lets only the owner delete the account, and sends every parent the last email', async () => {
  const student = await addSignIn(api, family, family.studentId);
  expect(await leave(partner)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await profileOf(partner)).Credits).toBe(3);
  expect((await leave(family)).status).toBe(200);
  for (const { token } of [family, partner, student])
    expect((await api.refused(endpoints.verify, { token })).status).toBe(401);
  for (const { email } of [family, partner])
    expect((await readEmails(api, email)).map(({ subject }) => subject)).toEqual([
      'Your account was deleted',
    ]);
  expect(await readEmails(api, student.email)).toEqual([]);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('notifies the other parent of a changed email', async () => {
  const email = 'partner.new@example.com';
  await api.call(endpoints.updateProfile, {
    token: partner.token,
    body: { Parent_Email: email, current_password: PASSWORD },
  });
  expect((await profileOf(partner)).pending_email).toBe(email);
  expect((await profileOf(family)).pending_email).toBeNull();
  await api.call(endpoints.confirmEmail, { body: { token: await tokenTo(api, email) } });
  const [told] = await readEmails(api, family.email, 'parent-email-changed:');
  expect(told?.text).toContain(
    `Other parent signs in to your family's account with the address ${email}`,
  );
  expect(await readEmails(api, partner.email, 'email-changed:')).toHaveLength(1);
  expect(await readEmails(api, email, 'parent-email-changed:')).toEqual([]);
});

test('exports everybody in the family, whichever parent asks', async () => {
  await addSignIn(api, family, family.studentId);
  const { data } = (await api.call(endpoints.exportData, { token: partner.token })).body;
  expect(data.account).toMatchObject({ id: family.id, Parent_Email: partner.email });
  expect(data.people.map(({ role, email, phone }) => [role, email, phone !== null])).toEqual([
    ['parent', family.email, true],
    ['parent', partner.email, true],
    ['student', expect.any(String), false],
  ]);
  expect(data.students).toMatchObject([{ id: family.studentId, removed_at: null }]);
});
