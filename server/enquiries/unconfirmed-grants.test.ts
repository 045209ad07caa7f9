// Free first lessons of families that do not confirm their address in time.
import { describe, expect, inject } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { RATE_LIMITS } from '../../domain/limits.ts';
import { settleMoves } from '../lessons/planner/settle-moves.ts';
import { changeEmail, leave, signUp } from '../testing/accounts/families.ts';
import { newEmail } from '../testing/accounts/invitations.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import { giveCredits, makeLesson } from '../testing/factories.ts';
import {
  confirmAddress,
  enquirer,
  freeLessonOf,
  bookingOf,
  makeNewFamily,
} from '../testing/lessons/free-lessons.ts';
import {
  ALL_MARKS,
  book,
  countMarks,
  HAS_IT,
  MAY_HAVE_IT,
  pass,
  unconfirmedTest as test,
} from '../testing/lessons/unconfirmed-grants.ts';
import { overlap } from '../testing/races/locks.ts';
import { codeOf } from '../testing/test.ts';
import { followAddressChange } from './account.ts';
import { withdrawUnconfirmed } from './unconfirmed-grants.ts';

test.override('settings', { credits: 0, now: '2026-11-18T09:00:00.000Z' });

describe('a free lesson of an unconfirmed address', () => {
  test('is withdrawn after 24 hours', async ({ api, stranger, lesson, tutor }) => {
    expect(await book(stranger, lesson.id)).toBe('done');
    const [booked] = await stranger.readEmails('booked:');
    expect(booked?.text).toContain(
      'Please confirm by Thursday 19 November 2026 at 09:00 UK time that this address is yours.',
    );
    expect((await tutor.readEmails('free-lesson-booked:'))[0]?.text).toContain(
      'Unless that happens by Thursday 19 November 2026 at 09:00 UK time',
    );
    const confirmBy = async () => (await stranger.readProfile()).confirm_free_lesson_by;
    await pass(api, { hours: 23, minutes: 59 });
    expect(await freeLessonOf(api, stranger.token)).toEqual(HAS_IT);
    expect(await confirmBy()).toBe('2026-11-19T09:00:00.000Z');
    await pass(api, { minutes: 1 });
    expect(await freeLessonOf(api, stranger.token)).toEqual(MAY_HAVE_IT);
    expect(await confirmBy()).toBeNull();
    expect(await stranger.readLesson(lesson.id)).toMatchObject({
      availableSpots: 10,
      free_spots_left: 2,
    });
    const [news, ...others] = await stranger.readEmails('free-lesson-withdrawn:');
    expect(others).toEqual([]);
    expect(news?.text).toContain('Nobody has confirmed this email address in time.');
    expect(news?.thread).toBe(booked?.thread);
    expect(await countMarks(api)).toBe(0);
    const enquiries = await api.database.db.selectFrom('enquiries').select('status').execute();
    expect(enquiries).toEqual([{ status: 'contacted' }]);
    await pass(api, { hours: 1 });
    expect(await stranger.readEmails('free-lesson-withdrawn:')).toHaveLength(1);
  });

  test.for(['2025-11-21', '2026-11-19'])(
    'survives a slip to %s, and is withdrawn in time',
    async (slip, { api, stranger, lesson, tutor }) => {
      expect(await book(stranger, lesson.id)).toBe('done');
      await pass(api, { hours: 8 });
      await tutor.updateLesson(lesson.id, { Date: slip });
      await pass(api, { minutes: 9 });
      await tutor.updateLesson(lesson.id, { Date: lesson.Date });
      expect(await freeLessonOf(api, stranger.token)).toEqual(HAS_IT);
      await pass(api, { hours: 24 });
      expect(await freeLessonOf(api, stranger.token)).toEqual(MAY_HAVE_IT);
    },
  );

  test.for([
    [
      'the lesson',
      async (tutor: Caller, id: string) => tutor.updateLesson(id, { Time: '01:30:00' }),
    ],
    [
      'the booking',
      async (_: Caller, id: string, stranger: TestFamily, other: string) =>
        stranger.tryToMove(await bookingOf(stranger, id), other),
    ],
  ] as const)(
    'stays until the time that it was told, even if %s is moved to an earlier one',
    async ([, move], { api, stranger, tutor }) => {
      const { id } = await makeLesson(api, { Date: '2026-11-19', Time: '11:00:00' });
      const other = await makeLesson(api, { Date: '2026-11-19', Time: '01:30:00' });
      await book(stranger, id);
      await move(tutor, id, stranger, other.id);
      await pass(api, { minutes: 10 });
      await settleMoves(api.context(null));
      expect((await stranger.readProfile()).confirm_free_lesson_by).toBe(
        '2026-11-18T23:00:00.000Z',
      );
      await pass(api, { hours: 13, minutes: 49 });
      expect(await freeLessonOf(api, stranger.token)).toEqual(HAS_IT);
      await pass(api, { minutes: 1 });
      expect(await freeLessonOf(api, stranger.token)).toEqual(MAY_HAVE_IT);
    },
  );

  test("is told by the lesson's own start if it is booked during a slip", async ({
    api,
    stranger,
    lesson,
    tutor,
  }) => {
    await tutor.updateLesson(lesson.id, { Date: '2026-11-18', Time: '09:50:00' });
    expect(await book(stranger, lesson.id)).toBe('done');
    await tutor.updateLesson(lesson.id, { Date: lesson.Date, Time: lesson.Time });
    await pass(api, { hours: 24 });
    expect(await freeLessonOf(api, stranger.token)).toEqual(MAY_HAVE_IT);
  });

  test('shows no link that outlives it before confirmation', async ({ api, tutor, stranger }) => {
    const links = {
      Meeting_Link: 'https://meet.example.com/class',
      chat: 'https://chat.example.com/g',
    };
    const { id } = await makeLesson(api, {
      Date: '2026-11-18',
      Time: '10:00:00',
      Lesson_Name: 'GCSE: Light',
      Meeting_Link: links.Meeting_Link,
    });
    await tutor.call(endpoints.updateSettings, {
      body: { chat_links: { gcse: links.chat, 'a-level': null } },
    });
    const guest = await makeNewFamily(api, { isConfirmed: false });
    for (const family of [stranger, guest]) await book(family, id);
    const shown = async (family: TestFamily) => {
      const { body } = await family.call(endpoints.getRoom, { params: { id } });
      const { Meeting_Link, join_link } = await family.readLesson(id);
      expect(join_link).toMatch(/^\/join\//);
      return { Meeting_Link, chat: body.room.chat_link };
    };
    expect(await shown(stranger)).toEqual({ Meeting_Link: null, chat: null });
    // Once it has begun it is not withdrawn, and the address is as unconfirmed as before.
    await pass(api, { minutes: 75 });
    expect(await shown(stranger)).toEqual({ Meeting_Link: null, chat: null });
    await confirmAddress(api, stranger.email);
    expect(await shown(stranger)).toEqual(links);
    // A family that pays gets what any other paying family gets.
    expect(await shown(guest)).toEqual({ Meeting_Link: null, chat: null });
    await giveCredits(api, guest.id, 1);
    expect(await shown(guest)).toEqual(links);
  });

  test('is withdrawn 12 hours before the start', async ({ api, stranger }) => {
    const { id } = await makeLesson(api, { Date: '2026-11-19', Time: '02:00:00' });
    await book(stranger, id);
    await pass(api, { hours: 4, minutes: 59 });
    expect(await freeLessonOf(api, stranger.token)).toEqual(HAS_IT);
    await pass(api, { minutes: 1 });
    expect(await freeLessonOf(api, stranger.token)).toEqual(MAY_HAVE_IT);
  });

  test('is withdrawn by its start, whatever was paid for', async ({ api, stranger, lesson }) => {
    await book(stranger, lesson.id);
    await giveCredits(api, stranger.id, 1);
    const { id: early } = await makeLesson(api, { Date: '2026-11-18', Time: '18:00:00' });
    await stranger.book(early);
    await pass(api, { hours: 23, minutes: 59 });
    expect(await freeLessonOf(api, stranger.token)).toEqual(HAS_IT);
    await pass(api, { minutes: 1 });
    expect(await stranger.readLesson(lesson.id)).toMatchObject({ isBooked: false });
  });

  test('stays for an hour', async ({ api, stranger }) => {
    const { id } = await makeLesson(api, { Date: '2026-11-18', Time: '12:00:00' });
    await book(stranger, id);
    await pass(api, { minutes: 60, ms: -1 });
    expect(await freeLessonOf(api, stranger.token)).toEqual(HAS_IT);
    await pass(api, { ms: 1 });
    expect(await freeLessonOf(api, stranger.token)).toEqual(MAY_HAVE_IT);
  });

  test('stays once the address is confirmed', async ({ api, stranger, lesson }) => {
    await book(stranger, lesson.id);
    await confirmAddress(api, stranger.email);
    expect((await stranger.readProfile()).confirm_free_lesson_by).toBeNull();
    await pass(api, { hours: 30 });
    expect(await freeLessonOf(api, stranger.token)).toEqual(HAS_IT);
    expect(await countMarks(api)).toBe(ALL_MARKS);
  });

  test('is withdrawn from the balance once cancelled', async ({ api, stranger, lesson }) => {
    await book(stranger, lesson.id);
    await stranger.cancel(await bookingOf(stranger, lesson.id));
    await pass(api, { hours: 24 });
    expect(await freeLessonOf(api, stranger.token)).toEqual(MAY_HAVE_IT);
    const [news] = await stranger.readEmails('free-lesson-withdrawn:');
    expect(news?.subject).toBe('Your free first lesson was withdrawn');
  });

  test('is withdrawn after it was moved, or its credit spent', async ({ api, stranger }) => {
    const days = ['2026-11-23', '2026-11-24', '2026-11-25'];
    const ids: string[] = [];
    for (const date of days) ids.push((await makeLesson(api, { Date: date })).id);
    const [first = '', second = '', third = ''] = ids;
    await book(stranger, first);
    await stranger.tryToMove(await bookingOf(stranger, first), second);
    await stranger.cancel(await bookingOf(stranger, second));
    await stranger.book(third);
    await pass(api, { hours: 24 });
    expect(await freeLessonOf(api, stranger.token)).toEqual(MAY_HAVE_IT);
    expect(await stranger.readLesson(third)).toMatchObject({ isBooked: false });
  });

  test('is withdrawn after two moves; a paid lesson stays', async ({ api, stranger, lesson }) => {
    const other = await makeLesson(api, { Date: '2026-11-23' });
    const paid = await makeLesson(api, { Date: '2026-11-24' });
    await book(stranger, lesson.id);
    const between = await makeLesson(api, { Date: '2026-11-22' });
    await stranger.tryToMove(await bookingOf(stranger, lesson.id), between.id);
    await stranger.tryToMove(await bookingOf(stranger, between.id), other.id);
    await giveCredits(api, stranger.id, 1);
    await stranger.book(paid.id);
    await pass(api, { hours: 24 });
    expect(await stranger.readLesson(other.id)).toMatchObject({ isBooked: false });
    expect(await stranger.readLesson(paid.id)).toMatchObject({ isBooked: true });
  });

  test('can be booked again by a confirmed address only', async ({ api, stranger, lesson }) => {
    await book(stranger, lesson.id);
    await pass(api, { hours: 24 });
    expect(await book(stranger, lesson.id)).toBe('email_unconfirmed');
    await confirmAddress(api, stranger.email);
    expect(await book(stranger, lesson.id)).toBe('done');
    await pass(api, { hours: 24 });
    expect(await freeLessonOf(api, stranger.token)).toEqual(HAS_IT);
  });

  test('can be asked for again once, by a confirmed address', async ({ api, stranger, lesson }) => {
    const ask = async () => {
      const body = { year_class: 'year-11' } as const;
      return codeOf(await stranger.either(endpoints.askForFreeLesson, { body }));
    };
    const stateOf = async () => (await freeLessonOf(api, stranger.token)).free_lesson;
    await book(stranger, lesson.id);
    await pass(api, { hours: 24 });
    expect([await ask(), await ask(), await stateOf()]).toEqual([
      'email_unconfirmed',
      'email_unconfirmed',
      'available',
    ]);
    await confirmAddress(api, stranger.email);
    expect([await ask(), await ask(), await stateOf()]).toEqual(['done', 'already_asked', 'asked']);
    // The tutor's answer allows no other question.
    await api.database.db.updateTable('enquiries').set({ status: 'contacted' }).execute();
    expect(await ask()).toBe('already_asked');
    expect(await book(stranger, lesson.id)).toBe('done');
  });

  test('frees address and number as the account is deleted', async ({ api, stranger, lesson }) => {
    await book(stranger, lesson.id);
    expect(await countMarks(api)).toBe(ALL_MARKS);
    await leave(stranger);
    expect(await countMarks(api)).toBe(0);
  });

  test('counts for the address that the family confirms instead', async ({ api, lesson }) => {
    const victim = enquirer();
    const own = newEmail();
    const signUpAs = (email: string) =>
      signUp(api, { Parent_Email: email, Parent_Phone_Number: enquirer().mobile });
    const stranger = await signUpAs(victim.email);
    expect(await book(stranger, lesson.id)).toBe('done');
    await changeEmail(api, stranger, own);
    await pass(api, { hours: 30 });
    expect(await freeLessonOf(api, stranger.token)).toEqual(HAS_IT);
    expect(await countMarks(api)).toBe(ALL_MARKS);
    expect(await book(await signUpAs(victim.email), lesson.id)).toBe('done');
    await leave(stranger);
    expect(await book(await signUpAs(own), lesson.id)).toBe('free_lesson_used');
  });

  test.runIf(inject('engine') === 'postgres')(
    'stays if another address is confirmed while it is about to be withdrawn',
    async ({ api, stranger, lesson }) => {
      await book(stranger, lesson.id);
      api.clock.advance({ hours: 24 });
      await overlap(
        api,
        async (work) => {
          const own = work.tx.updateTable('people').where('id', '=', stranger.personId);
          await own.set({ email: newEmail(), email_confirmed_at: work.now }).execute();
          await followAddressChange(work, {
            familyId: stranger.id,
            email: stranger.email,
            marks: { before: 'old address', after: 'new address' },
          });
        },
        () => withdrawUnconfirmed(api.context(null)),
      );
      expect(await freeLessonOf(api, stranger.token)).toEqual(HAS_IT);
    },
  );

  test('gives the spot to the waiting list', async ({ api, stranger }) => {
    const { id } = await makeLesson(api, { Date: '2026-11-25', Max_Students: 1 });
    const next = await makeNewFamily(api, { credits: 1 });
    await book(stranger, id);
    await next.joinWaitingList(id);
    await pass(api, { hours: 24 });
    expect(await next.readLesson(id)).toMatchObject({ isBooked: true });
  });
});

describe('the limit for unconfirmed addresses', () => {
  test.override('settings', { credits: 0, rateLimitScale: 1 });

  test('counts the bookings from one network', async ({ api, lesson, tutor }) => {
    await tutor.call(endpoints.updateSettings, { body: { free_spots_per_lesson: 10 } });
    const { perDay } = RATE_LIMITS.unconfirmedLessons;
    for (let n = 0; n < perDay; n += 1) {
      const family = await makeNewFamily(api, { isConfirmed: false });
      expect(await book(family, lesson.id)).toBe('done');
    }
    const late = await makeNewFamily(api, { isConfirmed: false });
    expect(await book(late, lesson.id)).toBe('rate_limited');
    await confirmAddress(api, late.email);
    expect(await book(late, lesson.id)).toBe('done');
  });
});
