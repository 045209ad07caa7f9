// Tests what needs a confirmed address.
import { expect, test } from 'vitest';

import { refuseUnconfirmed } from './account.ts';

test.each([
  [false, 'email_unconfirmed'],
  [true, null],
] as const)('if confirmed (%s) refuses invitations and calendar feeds: %s', (is, refusal) => {
  expect(refuseUnconfirmed({ email_confirmed: is })).toBe(refusal);
});
