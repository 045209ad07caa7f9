// How authenticator apps name an account.
import { expect, test } from 'vitest';

import { secretUri } from './otp.ts';

test.each([
  ['Anna Physics', 'Anna Physics'],
  ['Physics: online', 'Physics online'],
])('names a site called %j to authenticator apps as %j', (site, issuer) => {
  const { pathname, searchParams } = new URL(
    secretUri('JBSWY3DPEHPK3PXP', { site, email: 'anna@example.com' }),
  );
  expect(searchParams.get('issuer')).toBe(issuer);
  expect(pathname.split(':').map(decodeURIComponent)).toEqual([
    expect.stringMatching(new RegExp(`${issuer}$`)),
    'anna@example.com',
  ]);
});
