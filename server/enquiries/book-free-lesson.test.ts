// A family books its free first lesson itself.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { addDays, ukDate } from '../../domain/time.ts';
import { DatabaseAway } from '../engine/away.ts';
import { leave, updateStudent } from '../testing/accounts/families.ts';
import type { TestFamily } from '../testing/caller.ts';
import { watch } from '../testing/database/failing.ts';
import { addSignIn, addStudent, makeLesson } from '../testing/factories.ts';
import {
  enquire,
  enquirer,
  findEnquiry,
  freeLessonOf,
  inviteEnquirer,
  listEnquiries,
  bookingOf,
  makeNewFamily,
  tryToInvite,
} from '../testing/lessons/free-lessons.ts';
import { codeOf, test } from '../testing/test.ts';
import { bookFreeLesson } from './book-free-lesson.ts';

test.override('settings', { credits: 0 });

const stateOf = async (family: TestFamily) => (await family.readProfile()).free_lesson;

const book = async (family: TestFamily, id: string, studentId?: string) =>
  codeOf(await family.tryToBookFree(id, studentId));

describe('booking the free first lesson', () => {
  test('grants the credit and books', async ({ api, family, lesson }) => {
    expect(await family.readLesson(lesson.id)).toMatchObject({ free_spots_left: 2 });
    const { status, body } = await family.tryToBookFree(lesson.id);
    expect({ status, body }).toMatchObject({ status: 201, body: { creditsRemaining: 0 } });
    const after = { isBooked: true, availableSpots: 9, free_spots_left: null };
    expect(await family.readLesson(lesson.id)).toMatchObject(after);
    const state = { free_lesson: 'had', credits: 0, booked: 1 };
    expect(await freeLessonOf(api, family.token)).toEqual(state);
    const entries = (await family.readLedger()).map(({ amount, reason }) => [amount, reason]);
    expect(entries).toEqual([
      [-1, null],
      [1, 'Free first lesson'],
    ]);
    const other = await makeNewFamily(api);
    expect(await other.readLesson(lesson.id)).toMatchObject({ free_spots_left: 1 });
  });

  test('is refused at once behind a call that finds the database away', async ({ api, lesson }) => {
    const families = [await makeNewFamily(api), await makeNewFamily(api)] as const;
    const statements: number[] = [];
    const [away, waiting] = families.map((family, index) => {
      const context = family.context();
      const database = watch(context.database, () => {
        statements.push(index);
        if (index === 0) throw new DatabaseAway(new Error('frozen'));
      });
      return bookFreeLesson({ ...context, database }, { lessonId: lesson.id });
    });
    await expect(away).rejects.toBeInstanceOf(DatabaseAway);
    await expect(waiting).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(statements).not.toContain(1);
    expect(await book(families[1], lesson.id)).toBe('done');
  });

  test('is possible for a family that has asked', async ({ family, lesson, tutor }) => {
    await family.call(endpoints.askForFreeLesson, { body: { year_class: 'year-10' } });
    expect(await book(family, lesson.id)).toBe('done');
    const enquiries = (await listEnquiries(tutor)).filter(({ email }) => email === family.email);
    expect(enquiries).toMatchObject([{ status: 'joined', year_class: 'year-10' }]);
  });

  test('makes a joined enquiry and tells the tutor', async ({ api, family, tutor }) => {
    const lesson = await makeLesson(api, { Lesson_Name: 'A-level: Optics' });
    await book(family, lesson.id);
    const [enquiry] = await listEnquiries(tutor);
    expect(enquiry).toMatchObject({ email: family.email, status: 'joined', year_class: 'year-12' });
    expect(enquiry?.answered_at).not.toBeNull();
    const { user } = await family.readProfile();
    const [news, ...others] = await tutor.readEmails('free-lesson-booked:');
    expect(others).toEqual([]);
    expect(news?.reply_to).toBe(family.email);
    for (const word of [
      `Email: ${family.email}`,
      `Phone: ${user.role === 'parent' ? user.Parent_Phone_Number : ''}`,
      `/booked-lessons#attendance-${lesson.id}`,
    ])
      expect(news?.text).toContain(word);
    const [email] = await family.readEmails('booked:');
    expect(email?.text).toContain('It is your free first lesson, and costs no credit.');
    expect(email?.text).not.toContain('Please confirm');
  });

  test("takes the student's year, and ends the enquiry's link", async ({ api, tutor, lesson }) => {
    const family = await makeNewFamily(api);
    const { user } = await family.readProfile();
    const mobile = user.role === 'parent' ? user.Parent_Phone_Number : '';
    const enquiry = await enquire(api, { ...enquirer(), email: family.email, mobile });
    await api.database.db
      .updateTable('people')
      .set({ email_confirmed_at: null })
      .where('id', '=', family.personId)
      .execute();
    const invite = await inviteEnquirer(api, tutor, enquiry);
    await api.database.db
      .updateTable('people')
      .set({ email_confirmed_at: api.clock.now })
      .where('id', '=', family.personId)
      .execute();
    await updateStudent(family, family.studentId, { year_class: 'year-13' });
    expect(await book(family, lesson.id)).toBe('done');
    expect(await findEnquiry(tutor, enquiry.id)).toMatchObject({ status: 'joined' });
    const redeemed = await family.either(endpoints.askForFreeLesson, { body: { invite } });
    expect(codeOf(redeemed)).toBe('invitation_not_found');
  });
});

describe('a refusal', () => {
  test('comes in the order of the rule', async ({ api, family, lesson }) => {
    const full = await makeLesson(api, { Time: '11:00:00', Max_Students: 1 });
    await (await makeNewFamily(api, { credits: 1 })).book(full.id);
    expect(await book(family, 'unknown')).toBe('validation_failed');
    expect(await book(family, full.id)).toBe('lesson_full');
    expect(await book(family, lesson.id, full.id)).toBe('validation_failed');
    expect(await book(family, lesson.id)).toBe('done');
    expect(await book(family, lesson.id)).toBe('already_booked');
    expect(await book(family, full.id)).toBe('lesson_full');
    const other = await makeLesson(api, { Time: '12:00:00' });
    expect(await book(family, other.id)).toBe('free_lesson_used');
    api.clock.advance({ days: 20 });
    expect(await book(family, other.id)).toBe('lesson_started');
  });

  test('comes once the free spots are taken, and not for others', async ({ api, lesson }) => {
    for (const left of [2, 1]) {
      const next = await makeNewFamily(api);
      expect(await next.readLesson(lesson.id)).toMatchObject({ free_spots_left: left });
      expect(await book(next, lesson.id)).toBe('done');
    }
    const third = await makeNewFamily(api);
    expect(await third.readLesson(lesson.id)).toMatchObject({ free_spots_left: 0 });
    expect(await book(third, lesson.id)).toBe('free_spots_taken');
    expect(await stateOf(third)).toBe('available');
    const paying = await makeNewFamily(api, { credits: 1 });
    expect(await paying.readLesson(lesson.id)).toMatchObject({ free_spots_left: null });
    await paying.book(lesson.id);
  });

  test('is for families that have to ask', async ({ family, tutor, lesson }) => {
    const body = { free_lesson: 'ask' } as const;
    await tutor.call(endpoints.updateSettings, { body });
    expect(await book(family, lesson.id)).toBe('not_offered');
    expect(await family.readLesson(lesson.id)).toMatchObject({ free_spots_left: null });
    const { free_lesson, free_lesson_mode } = await family.readProfile();
    expect({ free_lesson, free_lesson_mode }).toEqual({
      free_lesson: 'available',
      free_lesson_mode: 'ask',
    });
  });

  test("is for a student's own sign-in", async ({ api, family, lesson }) => {
    const student = await addSignIn(api, family, family.studentId);
    await updateStudent(family, family.studentId, { may_book: true });
    const refused = await student.either(endpoints.bookLesson, {
      body: { Lesson_ID: lesson.id, free: true },
    });
    expect(refused.body).toMatchObject({
      code: 'not_offered',
      error: 'Please ask a parent to book your free first lesson.',
    });
    expect(await student.readLesson(lesson.id)).toMatchObject({ free_spots_left: null });
  });
});

describe('once for each family', () => {
  test('counts siblings together', async ({ api, family, lesson }) => {
    const sibling = await addStudent(api, family);
    expect(await book(family, lesson.id, sibling)).toBe('done');
    expect(await book(family, lesson.id, family.studentId)).toBe('free_lesson_used');
    const other = await makeLesson(api, { Time: '12:00:00' });
    expect(await book(family, other.id, family.studentId)).toBe('free_lesson_used');
  });

  test('knows the number after the account was deleted', async ({ api, family, lesson }) => {
    expect(await book(family, lesson.id)).toBe('done');
    const { phone } = await api.database.db
      .selectFrom('people')
      .select('phone')
      .where('id', '=', family.personId)
      .executeTakeFirstOrThrow();
    await leave(family);
    const again = await makeNewFamily(api);
    await api.database.db
      .updateTable('people')
      .set({ phone })
      .where('id', '=', again.personId)
      .execute();
    expect(await book(again, lesson.id)).toBe('free_lesson_used');
    expect(await again.readCredits()).toBe(0);
    // Nothing of the attempt stays.
    expect(await stateOf(again)).toBe('available');
  });

  test('answers a repeated request with the first answer', async ({ family, lesson }) => {
    const request = {
      body: { Lesson_ID: lesson.id, free: true },
      headers: { 'idempotency-key': 'once' },
    };
    const first = await family.call(endpoints.bookLesson, request);
    expect((await family.call(endpoints.bookLesson, request)).body).toEqual(first.body);
  });

  test("refuses the tutor's invitation afterwards", async ({ api, tutor, lesson }) => {
    const family = await makeNewFamily(api);
    expect(await book(family, lesson.id)).toBe('done');
    const [own] = await listEnquiries(tutor);
    expect(codeOf(await tryToInvite(api, tutor, own?.id ?? ''))).toBe('already_joined');
  });
});

describe('the free spot', () => {
  test('comes back on cancelling, and the credit stays', async ({ api, family, lesson }) => {
    await book(family, lesson.id);
    await family.cancel(await bookingOf(family, lesson.id));
    expect(await family.readCredits()).toBe(1);
    expect(await stateOf(family)).toBe('had');
    const next = await makeNewFamily(api);
    expect(await next.readLesson(lesson.id)).toMatchObject({ free_spots_left: 2 });
  });

  test('comes back when the booking is moved, with its credit', async ({ api, family, lesson }) => {
    const other = await makeLesson(api, { Time: '12:00:00' });
    await book(family, lesson.id);
    const moved = await family.tryToMove(await bookingOf(family, lesson.id), other.id);
    expect(codeOf(moved)).toBe('done');
    const next = await makeNewFamily(api);
    for (const { id } of [lesson, other])
      expect(await next.readLesson(id)).toMatchObject({ free_spots_left: 2 });
  });

  test('is never more than the spots that are left', async ({ api, tutor, lesson }) => {
    await tutor.updateLesson(lesson.id, { Max_Students: 2 });
    await (await makeNewFamily(api, { credits: 1 })).book(lesson.id);
    const family = await makeNewFamily(api);
    expect(await family.readLesson(lesson.id)).toMatchObject({ free_spots_left: 1 });
    const body = { free_spots_per_lesson: 0 };
    await tutor.call(endpoints.updateSettings, { body });
    expect(await family.readLesson(lesson.id)).toMatchObject({ free_spots_left: 0 });
  });

  test('ends with a deleted lesson', async ({ api, family, tutor, lesson }) => {
    await book(family, lesson.id);
    await tutor.deleteLesson(lesson.id);
    expect(await family.readCredits()).toBe(1);
    const again = await makeLesson(api, { Date: addDays(ukDate(api.clock.now), 5) });
    await family.book(again.id);
  });
});
