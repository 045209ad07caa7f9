// Join links are rotated when someone who could read them loses access. Old links redirect members
// of the family.
import { describe, expect, inject } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { joinPath } from '../../../domain/paths.ts';
import { withOwnLessons } from '../../booking/own-lessons.ts';
import { transact } from '../../engine/context.ts';
import type { TestApp } from '../../testing/app.ts';
import type { Caller, TestFamily } from '../../testing/caller.ts';
import { tokenTo } from '../../testing/emails.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  joinTokenOf,
  adminOf,
  makeFamily,
  makeLesson,
  PASSWORD,
} from '../../testing/factories.ts';
import { readText, subscribe } from '../../testing/lessons/calendars.ts';
import { lock, overlap } from '../../testing/races/locks.ts';
import { test as base } from '../../testing/test.ts';
import { bookLesson } from '../bookings/book.ts';
import { cancelBooking } from '../bookings/cancel.ts';
import { notifyOfChange } from '../planner/change-notices.ts';
import { rotateJoinLinks, FORMER_JOIN_LINKS } from './rotate-join-links.ts';

/** A family with two students who have booked Saturday at 9. */
async function makeScene(api: TestApp, family: TestFamily, lesson: string) {
  const siblingId = await addStudent(api, family);
  const partner = await addParent(api, family);
  const sibling = await addSignIn(api, family, siblingId);
  const booking = await family.book(lesson, family.studentId);
  const siblings = await family.book(lesson, siblingId);
  const readLinks = async () =>
    [await joinTokenOf(api, booking), await joinTokenOf(api, siblings)] as const;
  const rotate = () =>
    transact(api.context(null), (work) =>
      withOwnLessons(work, family.id, (own) => rotateJoinLinks(work, own)),
    );
  /** All unsent emails to the family, with their calendar files. */
  const readUnsent = async () => {
    const emails = await api.database.db
      .selectFrom('emails')
      .select(['body', 'calendar'])
      .where('family_id', '=', family.id)
      .where('sent_at', 'is', null)
      .execute();
    return JSON.stringify(emails);
  };
  const old = await readLinks();
  return { api, family, partner, sibling, siblingId, booking, old, readLinks, rotate, readUnsent };
}
type Scene = Awaited<ReturnType<typeof makeScene>>;

const test = base
  .override('settings', { credits: 5 })
  .extend('scene', ({ api, family, lesson }) => makeScene(api, family, lesson.id));

const statusOf = async (api: TestApp, token: string) =>
  (await api.either(endpoints.readJoinLink, { params: { token } })).status;

/** The current link for an old one, or the code of the refusal. */
async function follow(caller: Caller | TestFamily, token: string): Promise<string> {
  const { body } = await caller.either(endpoints.findCurrentLink, { params: { token } });
  return body.success ? body.join_link : body.code;
}

const removeStudent = async ({ api, family }: Scene, hasSignIn: boolean) => {
  const id = await addStudent(api, family);
  if (hasSignIn) await addSignIn(api, family, id);
  await family.call(endpoints.removeStudent, { params: { id } });
};

const password = 'another-leap';
const confirmed = { current_password: PASSWORD };
const ways: Record<string, (scene: Scene) => Promise<unknown>> = {
  'removing a parent': ({ family, partner: { id } }) =>
    family.call(endpoints.removeParent, { params: { id }, body: confirmed }),
  "removing a student's sign-in": ({ family, siblingId }) =>
    family.call(endpoints.removeSignIn, { params: { id: siblingId } }),
  'removing a student with a sign-in': (scene) => removeStudent(scene, true),
  'rotating a calendar feed': async ({ api, family }) => {
    await subscribe(api, family);
    await subscribe(api, family);
  },
  "ending a student's calendar feed": async ({ api, sibling }) => {
    await subscribe(api, sibling);
    await sibling.call(endpoints.endCalendar);
  },
  'changing a password': ({ family }) =>
    family.call(endpoints.changePassword, { body: { ...confirmed, password } }),
  'resetting a password': async ({ api, family: { email } }) => {
    await api.call(endpoints.forgotPassword, { body: { email } });
    const token = await tokenTo(api, email);
    await api.call(endpoints.resetPassword, { body: { token, password } });
  },
};

describe.each(Object.entries(ways))('%s', (_, act) => {
  test('rotates all join links of the family', async ({ api, scene, lesson }) => {
    const other = await makeFamily(api, 1);
    const others = await joinTokenOf(api, await other.book(lesson.id));
    await act(scene);
    for (const [n, link] of (await scene.readLinks()).entries()) {
      const old = scene.old[n] ?? '';
      expect(link).not.toBe(old);
      expect([await statusOf(api, old), await statusOf(api, link)]).toEqual([404, 200]);
      expect(await follow(other, old)).toBe('join_link_not_found');
    }
    expect(await statusOf(api, others)).toBe(200);
  });

  test('puts the new links into unsent emails and their files', async ({ scene }) => {
    expect(await scene.readUnsent()).toContain(joinPath(scene.old[0]));
    await act(scene);
    const text = await scene.readUnsent();
    for (const link of scene.old) expect(text).not.toContain(link);
    const current = joinPath((await scene.readLinks())[0]);
    expect(text).toContain(current);
    const emails = await scene.family.readEmails();
    const email = emails.find(({ calendar }) => calendar !== null);
    expect(email?.text).toContain(current);
    expect(email?.calendar).toContain(current);
  });
});

test.for<[what: string, act: (scene: Scene) => Promise<unknown>]>([
  ['makes a first calendar feed', ({ api, family }) => subscribe(api, family)],
  ['ends none', ({ family }) => family.call(endpoints.endCalendar)],
  ['removes a student without a sign-in', (scene) => removeStudent(scene, false)],
])('keeps the links of a family that %s', async ([, act], { scene }) => {
  await act(scene);
  expect(await scene.readLinks()).toEqual(scene.old);
});

test('sends a failed email with the new link when it is retried', async ({ api, scene }) => {
  await api.database.db.updateTable('emails').set({ failed_at: 1 }).execute();
  await scene.rotate();
  expect(await scene.readUnsent()).not.toContain(scene.old[0]);
});

test('shows the new link in a calendar feed', async ({ api, family, scene }) => {
  const url = await subscribe(api, family);
  const readUnfolded = async () => (await readText(api, url)).replaceAll(/\r\n\s/g, '');
  expect(await readUnfolded()).toContain(joinPath(scene.old[0]));
  await scene.rotate();
  const text = await readUnfolded();
  expect(text).not.toContain(scene.old[0]);
  expect(text).toContain(joinPath((await scene.readLinks())[0]));
});

describe('an old link', () => {
  test('redirects parents, and a student from their own', async ({ api, scene }) => {
    const { old } = scene;
    await scene.rotate();
    const [own, siblings] = (await scene.readLinks()).map(joinPath);
    for (const parent of [scene.family, scene.partner]) {
      expect(await follow(parent, old[0])).toBe(own);
      expect(await follow(parent, old[1])).toBe(siblings);
    }
    expect(await follow(scene.sibling, old[1])).toBe(siblings);
    expect(await follow(scene.sibling, old[0])).toBe('join_link_not_found');
    expect(await follow(await makeFamily(api), old[0])).toBe('join_link_not_found');
    const { status } = await api.refused(endpoints.findCurrentLink, { params: { token: old[0] } });
    expect(status).toBe(401);
  });

  test('redirects after several rotations, up to a limit', async ({ family, scene }) => {
    for (let n = 0; n < FORMER_JOIN_LINKS; n += 1) await scene.rotate();
    expect(await follow(family, scene.old[0])).toBe(joinPath((await scene.readLinks())[0]));
    await scene.rotate();
    expect(await follow(family, scene.old[0])).toBe('join_link_not_found');
  });

  test('is erased once its booking has ended', async ({ api, family, scene }) => {
    await scene.rotate();
    const id = scene.booking;
    await cancelBooking(family.context(), id);
    expect(await follow(family, scene.old[0])).toBe('join_link_not_found');
    const bookings = api.database.db.selectFrom('bookings').select('former_join_hashes');
    expect(await bookings.where('id', '=', id).execute()).toEqual([{ former_join_hashes: null }]);
  });

  test('is neither an invalid nor the current one', async ({ family, scene }) => {
    await scene.rotate();
    const [current] = await scene.readLinks();
    for (const token of [current, 'x'.repeat(43), '%', "' or 1=1 --"])
      expect(await follow(family, token)).toBe('join_link_not_found');
  });
});

test('uses current links in bookings and emails of a rotation', async ({ api, scene }) => {
  const { family, siblingId } = scene;
  for (let round = 0; round < 6; round += 1) {
    const { id } = await makeLesson(api, { Date: `2026-12-0${round + 1}` });
    const [{ booking }] = await Promise.all([
      bookLesson(family.context(), { lessonId: id, studentId: siblingId }),
      scene.rotate(),
      scene.rotate(),
    ]);
    expect(await scene.readUnsent()).toContain(joinPath(await joinTokenOf(api, booking.id)));
    await Promise.all([cancelBooking(family.context(), booking.id), scene.rotate()]);
  }
});

// The embedded engine has one connection, so nothing waits for a row lock.
test.runIf(inject('engine') === 'postgres')(
  'puts the new link into an email that is queued during a rotation',
  async ({ api, lesson, scene, tutor }) => {
    await overlap(
      api,
      async (work) => {
        const facts = (await lock(work, { lessons: [lesson.id] })).lessons.get(lesson.id);
        if (facts === undefined) expect.unreachable();
        const acting = { ...work, actor: adminOf(tutor) };
        await notifyOfChange(acting, { ...facts, time: '08:00:00' }, facts);
      },
      scene.rotate,
    );
    const text = await scene.readUnsent();
    for (const link of scene.old) expect(text).not.toContain(link);
  },
);
