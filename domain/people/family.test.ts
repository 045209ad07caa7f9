// Tests who can be invited into a family, and who can be removed.
import { expect, test } from 'vitest';

import {
  acceptanceSchema,
  newInvitationSchema,
  refuseInvitation,
  refuseParentRemoval,
} from './family.ts';

test.each([
  [{ parents: 1 }, null, null],
  [{ parents: 2 }, null, 'too_many_parents'],
  [{ parents: 1 }, { hasSignIn: false }, null],
  [{ parents: 2 }, { hasSignIn: false }, null],
  [{ parents: 1 }, { hasSignIn: true }, 'sign_in_exists'],
])('a family of %o may invite %o: %s', (family, student, refusal) => {
  expect(refuseInvitation(family, student)).toBe(refusal);
});

const owner = { id: 'owner', is_owner: true };
const other = { id: 'other', is_owner: false };

test.each([
  ['the other parent, by the owner', [owner, other], { id: 'other', by: 'owner' }, null],
  ['the owner, by themselves', [owner, other], { id: 'owner', by: 'owner' }, null],
  ['the other parent, by themselves', [owner, other], { id: 'other', by: 'other' }, null],
  ['the owner, by the other parent', [owner, other], { id: 'owner', by: 'other' }, 'forbidden'],
  ['the last parent, by themselves', [owner], { id: 'owner', by: 'owner' }, 'last_parent'],
])('decides on removing %s', (_, parents, asked, refusal) => {
  expect(refuseParentRemoval(parents, asked)).toBe(refusal);
});

test('reports each missing field of an invitation', () => {
  const { error } = newInvitationSchema.safeParse({ email: 'nobody', Student_ID: 7 });
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['role', 'Please choose who the invitation is for'],
    ['email', 'Invalid email address'],
    ['Student_ID', 'Please choose who the invitation is for'],
  ]);
});

test('lets a student accept with only a password', () => {
  expect(acceptanceSchema.safeParse({ token: 'x', password: 'quantum-leap' }).success).toBe(true);
});
