// The list of migrations: in order, and never changed once it was released.
import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { migrations } from './migrations.ts';
import type { Migration } from './triggers.ts';

test('names are unique and in order', () => {
  const names = migrations.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].toSorted());
});

// A database that has them never runs them again. The texts are hashed for both engines.
test('migrations stay as they were released', () => {
  const hashOf = ({ statements }: Migration) =>
    createHash('sha256')
      .update(JSON.stringify([statements('sqlite'), statements('postgres')]))
      .digest('hex')
      .slice(0, 16);
  expect(Object.fromEntries(migrations.map((one) => [one.name, hashOf(one)]))).toEqual({
    '2026-11-23-baseline': '3dd44db3dc53b9d8',
    '2026-11-24-lesson-room': '6138c642435ca07a',
    '2026-11-25-chat-links': '2e309a2824ad29d8',
    '2026-11-26-free-first-lessons': '5a14c569949afadb',
    '2026-11-27-excuse-links': 'ef1d35773b23cbef',
    '2026-11-28-imports': 'f1c140b29139c4ba',
    '2026-11-29-business': 'd2f497419f8e1df7',
    '2026-11-29-figures': '4894346565d496f2',
    '2026-11-30-site': 'b2f07a955c76bc2c',
    '2026-12-02-promotion-codes': 'a01dc2105c92d359',
    '2026-12-03-pictures': '913ab980a866eff6',
    '2026-12-04-reconciliation': 'fdd89e63ff6ecc2c',
    '2026-12-05-refunds': '567090a4859c1947',
    '2026-12-06-setup-addresses': '69f834bb1e989db1',
    '2026-12-07-retention': 'fad5e5baba048cb3',
    '2026-12-08-session-age': '4c13d00fa6b68d82',
    '2026-12-09-checks': '2be29e86468904a1',
    '2026-12-10-passed-over': 'fcf9eaad2380bf5d',
    '2026-12-11-contact-marks': '2ee84f887a62dc48',
    '2026-12-11-school-years': '5a6cb72f70cf8b03',
    '2026-12-12-reveal-times': '9e53761093d77fa1',
    '2026-12-13-caught-enquiries': '1b17402b79a090a7',
    '2026-12-14-refunding-admins': '69dd6243a9d088db',
    '2026-12-15-due-import-invitations': '0d3b88abbe3cd86c',
    '2026-12-16-inquiries': '21057c5dfe075a27',
    '2026-12-17-active-bookings': '67e5cf1f6d300341',
  });
});
