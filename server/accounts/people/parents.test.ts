// Two parents of one family: the rights of both, the rights of the owner, and how one leaves.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { newId } from '../../base/ids.ts';
import {
  requestEmail,
  sessionStatus,
  subjectsTo,
  tryToLeave,
  tryToRemoveParent,
  updateProfile,
} from '../../testing/accounts/families.ts';
import type { Caller } from '../../testing/caller.ts';
import { readEmails, tokenTo } from '../../testing/emails.ts';
import { addParent, addSignIn, makeFamily } from '../../testing/factories.ts';
import { codeOf, test as base } from '../../testing/test.ts';

const test = base.extend('partner', ({ api, family }) => addParent(api, family));
test.override('settings', { credits: 3 });

const readUser = async ({ readProfile }: Caller) => (await readProfile()).user;
const ownersOf = async ({ readFamily }: Caller) =>
  (await readFamily()).parents.map(({ id, is_owner }) => [id, is_owner]);

describe('both parents', () => {
  test('see their own details and the same balance', async ({ family, lesson, partner }) => {
    const name = 'Other parent';
    expect(await readUser(partner)).toMatchObject({
      id: family.id,
      Person_ID: partner.id,
      role: 'parent',
      name,
      Parent_Name: name,
      Parent_Email: partner.email,
      Parent_Phone_Number: '07700900456',
      Credits: 3,
    });
    const changes = { Parent_Name: 'Robin Renamed', Parent_Phone_Number: '07700900789' };
    await updateProfile(partner, changes);
    expect(await readUser(partner)).toMatchObject(changes);
    expect((await readUser(family)).Parent_Name).not.toBe('Robin Renamed');
    const bookingId = await partner.book(lesson.id);
    expect(await family.readCredits()).toBe(2);
    // The other one may cancel it.
    expect((await family.tryToCancel(bookingId)).status).toBe(200);
    expect(await partner.readCredits()).toBe(3);
  });

  test('export everybody in the family', async ({ api, family, partner }) => {
    await addSignIn(api, family, family.studentId);
    const { data } = (await partner.call(endpoints.exportData)).body;
    expect(data.account).toMatchObject({ id: family.id, Parent_Email: partner.email });
    expect(data.people.map(({ role, email, phone }) => [role, email, phone !== null])).toEqual([
      ['parent', family.email, true],
      ['parent', partner.email, true],
      ['student', expect.any(String), false],
    ]);
    expect(data.students).toMatchObject([{ id: family.studentId, removed_at: null }]);
  });

  test('are told of a changed email', async ({ api, family, partner }) => {
    const email = 'partner.new@example.com';
    await requestEmail(api, partner, email);
    expect((await readUser(partner)).pending_email).toBe(email);
    expect((await readUser(family)).pending_email).toBeNull();
    await api.call(endpoints.confirmEmail, { body: { token: await tokenTo(api, email) } });
    const [notice] = await family.readEmails('parent-email-changed:');
    expect(notice?.text).toContain(
      `Other parent signs in to your family's account with the address ${email}`,
    );
    expect(await partner.readEmails('email-changed:')).toHaveLength(1);
    expect(await readEmails(api, email, 'parent-email-changed:')).toEqual([]);
  });
});

test('shows the tutor the first parent in the list', async ({ family, partner, tutor }) => {
  expect(await ownersOf(family)).toEqual([
    [family.personId, true],
    [partner.id, false],
  ]);
  const { students } = (await tutor.call(endpoints.listFamilies)).body;
  expect(students).toHaveLength(1);
  expect(students[0]).toMatchObject({ id: family.id, Parent_Email: family.email });
});

describe('removing a parent', () => {
  test('ends their access with an email, for the owner', async ({ family, partner }) => {
    expect((await tryToRemoveParent(family, partner.id)).status).toBe(200);
    expect(await sessionStatus(partner)).toBe(401);
    expect(await subjectsTo(partner)).toEqual(['Your sign-in was removed']);
    expect(await ownersOf(family)).toEqual([[family.personId, true]]);
  });

  test('lets the other parent remove only themselves', async ({ family, partner }) => {
    const refused = await tryToRemoveParent(partner, family.personId);
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await tryToRemoveParent(partner, partner.id)).status).toBe(200);
    expect(await ownersOf(family)).toEqual([[family.personId, true]]);
  });

  test('makes the other parent the owner when the owner leaves', async ({ family, partner }) => {
    expect((await tryToRemoveParent(family, family.personId)).status).toBe(200);
    expect(await ownersOf(partner)).toEqual([[partner.id, true]]);
    expect(await partner.readCredits()).toBe(3);
    expect((await tryToLeave(partner)).status).toBe(200);
  });

  test('keeps the last parent', async ({ family, partner }) => {
    await tryToRemoveParent(family, partner.id);
    const refused = await tryToRemoveParent(family, family.personId);
    expect(refused).toMatchObject({ status: 409, body: { code: 'last_parent' } });
  });

  test('needs the password and a parent of the family', async ({ api, family, partner }) => {
    expect((await tryToRemoveParent(family, partner.id, 'wrong-password')).body).toMatchObject({
      code: 'validation_failed',
      details: [{ field: 'current_password' }],
    });
    const stranger = await makeFamily(api);
    const student = await addSignIn(api, family, family.studentId);
    for (const id of [stranger.personId, newId(), family.id, student.id])
      expect(codeOf(await tryToRemoveParent(family, id))).toBe('not_found');
  });

  test('withholds their queued emails', async ({ family, lesson, partner }) => {
    await family.book(lesson.id);
    expect(await partner.readEmails('booked:')).toHaveLength(1);
    await tryToRemoveParent(family, partner.id);
    expect(await partner.readEmails('booked:')).toEqual([]);
    expect(await family.readEmails('booked:')).toHaveLength(1);
  });
});

test('lets only the owner delete the account', async ({ api, family, partner }) => {
  const student = await addSignIn(api, family, family.studentId);
  const refused = await tryToLeave(partner);
  expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(await partner.readCredits()).toBe(3);
  expect((await tryToLeave(family)).status).toBe(200);
  for (const person of [family, partner, student]) expect(await sessionStatus(person)).toBe(401);
  for (const parent of [family, partner])
    expect(await subjectsTo(parent)).toEqual(['Your account was deleted']);
  expect(await subjectsTo(student)).toEqual([]);
});
