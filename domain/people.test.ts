// Who may be let into a family, and who may be asked to leave it.
import { expect, test } from 'vitest';

import {
  acceptanceSchema,
  newInvitationSchema,
  refuseInvitation,
  refuseParentRemoval,
} from './people.ts';

test.each([
  [{ parents: 1 }, null, null],
  [{ parents: 2 }, null, 'too_many_parents'],
  [{ parents: 1 }, { hasSignIn: false }, null],
  [{ parents: 2 }, { hasSignIn: false }, null],
  [{ parents: 1 }, { hasSignIn: true }, 'sign_in_exists'],
])('a family of %o may invite %o: %s', (family, student, refusal) => {
  expect(refuseInvitation(family, student)).toBe(refusal);
});

const holder = { id: 'h', is_owner: true };
const other = { id: 'o', is_owner: false };

test.each([
  ['the holder the other', [holder, other], { id: 'o', by: 'h' }, null],
  ['the holder themselves', [holder, other], { id: 'h', by: 'h' }, null],
  ['the other themselves', [holder, other], { id: 'o', by: 'o' }, null],
  ['the other the holder', [holder, other], { id: 'h', by: 'o' }, 'forbidden'],
  ['the last one themselves', [holder], { id: 'h', by: 'h' }, 'last_parent'],
])('%s may be removed by: %s', (_, parents, asked, refusal) => {
  expect(refuseParentRemoval(parents, asked)).toBe(refusal);
});

test('what is missing of an invitation is said at its field', () => {
  const { error } = newInvitationSchema.safeParse({ email: 'nobody', Student_ID: 7 });
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['role', 'Please choose who the invitation is for'],
    ['email', 'Invalid email address'],
    ['Student_ID', 'Please choose who the invitation is for'],
  ]);
});

test('a student accepts with a password alone', () => {
  expect(acceptanceSchema.safeParse({ token: 'x', password: 'quantum-leap' }).success).toBe(true);
});
