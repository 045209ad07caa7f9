// Tests the form for the first admin.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { newAdminSchema } from './setup.ts';

test('requires a name, an email and a password for the first admin', () => {
  expect(z.safeParse(newAdminSchema, {}).error?.issues.map(({ message }) => message)).toEqual([
    'Invalid email address',
    'Name must be at least 2 characters',
    'Password must be at least 6 characters',
  ]);
});
