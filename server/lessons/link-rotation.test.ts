// Join links are rotated when someone who could read them loses access. Old links redirect members
// of the family.
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { FORMER_JOIN_LINKS } from '../../domain/limits.ts';
import { joinPath } from '../../domain/paths.ts';
import { withOwnLessons } from './own-lessons.ts';
import { rotateJoinLinks } from './rotate-join-links.ts';
import { transact } from '../engine/context.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { begin, lock } from '../testing/begun.ts';
import { readText, subscribe } from '../testing/calendars.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  joinTokenOf,
  makeBooking,
  makeFamily,
  makeLesson,
  parentOf,
  PASSWORD,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { readEmails, tokenTo } from '../testing/emails.ts';
import { expectWaiting } from '../testing/waiting.ts';
import { emailChange } from './change-notices.ts';
import { bookLesson } from './book.ts';
import { cancelBooking } from './cancel.ts';

let api: TestApp;
let family: TestFamily;
let siblingId: string;
let partner: Caller;
let sibling: Caller;
/** Saturday at 9; booked for the family's first student and the sibling. */
let lesson: string;
let bookings: readonly [own: string, siblings: string];
let old: readonly [own: string, siblings: string];
beforeEach(async () => {
  api = await startTestApp();
  family = await makeFamily(api, 5);
  siblingId = await addStudent(api, family);
  partner = await addParent(api, family);
  sibling = await addSignIn(api, family, siblingId);
  lesson = (await makeLesson(api)).id;
  bookings = [
    await makeBooking(api, family, lesson, family.studentId),
    await makeBooking(api, family, lesson, siblingId),
  ];
  old = await links();
});
afterEach(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  await api.close();
});

const links = async () =>
  [await joinTokenOf(api, bookings[0]), await joinTokenOf(api, bookings[1])] as const;
const read = async (token: string) =>
  (await api.either(endpoints.readJoinLink, { params: { token } })).status;
const follow = async ({ token: by }: Pick<Caller, 'token'>, token: string) => {
  const { body } = await api.either(endpoints.findCurrentLink, { token: by, params: { token } });
  return body.success ? body.join_link : body.code;
};
const rotate = () =>
  transact(api.context(null), (work) =>
    withOwnLessons(work, family.id, (own) => rotateJoinLinks(work, own)),
  );

/** All unsent emails to the family, with their calendar files. */
async function unsent(): Promise<string> {
  const emails = await api.database.db
    .selectFrom('emails')
    .select(['body', 'calendar'])
    .where('family_id', '=', family.id)
    .where('sent_at', 'is', null)
    .execute();
  return JSON.stringify(emails);
}

const byParent = { current_password: PASSWORD };
const ways: readonly [way: string, act: () => Promise<unknown>][] = [
  [
    'removing a parent',
    () =>
      api.call(endpoints.removeParent, {
        token: family.token,
        params: { id: partner.id },
        body: byParent,
      }),
  ],
  [
    "removing a student's sign-in",
    () => api.call(endpoints.removeSignIn, { token: family.token, params: { id: siblingId } }),
  ],
  [
    'removing a student with a sign-in',
    async () => {
      const id = await addStudent(api, family);
      await addSignIn(api, family, id);
      await api.call(endpoints.removeStudent, { token: family.token, params: { id } });
    },
  ],
  [
    'rotating a calendar feed',
    async () => {
      await subscribe(api, family);
      await subscribe(api, family);
    },
  ],
  [
    "ending a student's calendar feed",
    async () => {
      await subscribe(api, sibling);
      await api.call(endpoints.endCalendar, { token: sibling.token });
    },
  ],
  [
    'changing a password',
    () =>
      api.call(endpoints.changePassword, {
        token: family.token,
        body: { ...byParent, password: 'another-leap' },
      }),
  ],
  [
    'resetting a password',
    async () => {
      await api.call(endpoints.forgotPassword, { body: { email: family.email } });
      const token = await tokenTo(api, family.email);
      await api.call(endpoints.resetPassword, { body: { token, password: 'another-leap' } });
    },
  ],
];

describe.each(ways)('%s', (_, act) => {
  test('rotates the join links of all active bookings of the family, and of no other', async () => {
    const other = await makeFamily(api, 1);
    const others = await joinTokenOf(api, await makeBooking(api, other, lesson));
    const { token } = await makeFamily(api);
    await act();
    const current = await links();
    for (const [n, link] of current.entries()) {
      expect(link).not.toBe(old[n]);
      expect([await read(old[n] ?? ''), await read(link)]).toEqual([404, 200]);
      expect(await follow({ token }, old[n] ?? '')).toBe('join_link_not_found');
    }
    expect(await read(others)).toBe(200);
  });

  test('puts the new links into unsent emails and calendar files', async () => {
    expect(await unsent()).toContain(joinPath(old[0]));
    await act();
    const text = await unsent();
    for (const link of old) expect(text).not.toContain(link);
    const current = await links();
    expect(text).toContain(joinPath(current[0]));
    const emails = await readEmails(api, family.email);
    const message = emails.find(({ calendar }) => calendar !== null);
    expect(message?.text).toContain(joinPath(current[0]));
    expect(message?.calendar).toContain(joinPath(current[0]));
  });
});

test.each<[what: string, act: () => Promise<unknown>]>([
  ['makes a first calendar feed', () => subscribe(api, family)],
  ['ends none', () => api.call(endpoints.endCalendar, { token: family.token })],
  [
    'removes a student without a sign-in',
    async () => {
      const id = await addStudent(api, family);
      await api.call(endpoints.removeStudent, { token: family.token, params: { id } });
    },
  ],
])('keeps the links of a family that %s', async (_, act) => {
  await act();
  expect(await links()).toEqual(old);
});

test('sends a failed email with the new link when it is retried', async () => {
  await api.database.db.updateTable('emails').set({ failed_at: 1 }).execute();
  await rotate();
  expect(await unsent()).not.toContain(old[0]);
});

test('shows the new link in a calendar feed', async () => {
  const url = await subscribe(api, family);
  const readUnfolded = async () => (await readText(api, url)).replaceAll(/\r\n\s/g, '');
  expect(await readUnfolded()).toContain(joinPath(old[0]));
  await rotate();
  const text = await readUnfolded();
  expect(text).not.toContain(old[0]);
  expect(text).toContain(joinPath((await links())[0]));
});

describe('an old link', () => {
  test('redirects the parents of the family, and a student only from their own link', async () => {
    await rotate();
    const [own, siblings] = (await links()).map(joinPath);
    for (const parent of [family, partner]) {
      expect(await follow(parent, old[0])).toBe(own);
      expect(await follow(parent, old[1])).toBe(siblings);
    }
    expect(await follow(sibling, old[1])).toBe(siblings);
    expect(await follow(sibling, old[0])).toBe('join_link_not_found');
    expect(await follow(await makeFamily(api), old[0])).toBe('join_link_not_found');
    const { status } = await api.refused(endpoints.findCurrentLink, { params: { token: old[0] } });
    expect(status).toBe(401);
  });

  test('redirects after several rotations, up to a limit', async () => {
    for (let n = 0; n < FORMER_JOIN_LINKS; n += 1) await rotate();
    const second = old[0];
    expect(await follow(family, second)).toBe(joinPath((await links())[0]));
    await rotate();
    expect(await follow(family, second)).toBe('join_link_not_found');
  });

  test('is erased once its booking has ended', async () => {
    await rotate();
    await cancelBooking(api.context(parentOf(family)), bookings[0]);
    expect(await follow(family, old[0])).toBe('join_link_not_found');
    const { former_join_hashes } = await api.database.db
      .selectFrom('bookings')
      .select('former_join_hashes')
      .where('id', '=', bookings[0])
      .executeTakeFirstOrThrow();
    expect(former_join_hashes).toBeNull();
  });

  test.each(['', 'x'.repeat(43), '%', "' or 1=1 --"])(
    'is not found when it is invalid: %j',
    async (token) => {
      await rotate();
      if (token !== '') expect(await follow(family, token)).toBe('join_link_not_found');
      expect(await follow(family, (await links())[0])).toBe('join_link_not_found');
    },
  );
});

test('uses current links in bookings and emails created during a rotation', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id } = await makeLesson(api, { Date: `2026-12-0${round + 1}` });
    const actor = api.context(parentOf(family));
    const [booked] = await Promise.all([
      bookLesson(actor, { lessonId: id, studentId: siblingId }),
      rotate(),
      rotate(),
    ]);
    const [current, text] = [await joinTokenOf(api, booked.booking.id), await unsent()];
    expect(text).toContain(joinPath(current));
    await Promise.all([cancelBooking(actor, booked.booking.id), rotate()]);
  }
});

// The embedded engine has one connection, so nothing waits for a row lock.
if (inject('engine') === 'postgres')
  test('puts the new link into an email that is queued during a rotation', async () => {
    const changing = await begin(api, async (work) => {
      const facts = (await lock(work, { lessons: [lesson] })).lessons.get(lesson);
      if (facts === undefined) expect.unreachable();
      await emailChange(work, { ...facts, time: '08:00:00' }, facts);
    });
    const rotating = rotate();
    await expectWaiting(api.database.db, 1);
    await changing.end();
    await rotating;
    const text = await unsent();
    for (const link of old) expect(text).not.toContain(link);
  });
