// An account that has piled up enquiries and numbers: what that costs others.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { transact } from '../engine/context.ts';
import { NO_MARKS } from '../people/contact-marks.ts';
import { HASH_QUEUE } from '../sessions/hashing.ts';
import { leave, signUp, updateProfile } from '../testing/accounts/families.ts';
import type { TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import { PASSWORD } from '../testing/factories.ts';
import {
  confirmAddress,
  enquire,
  enquirer,
  formOf,
  inviteEnquirer,
  makeNewFamily,
  signUpWith,
  tryToInvite,
} from '../testing/lessons/free-lessons.ts';
import { codeOf, test } from '../testing/test.ts';
import { insertEnquiry } from './enquiries.ts';

test.override('settings', { credits: 0 });

const book = async (family: TestFamily, id: string) => codeOf(await family.tryToBookFree(id));

/** A family with this number that has never had a free lesson. */
const withNumber = (api: TestApp, phone: string) => signUp(api, { Parent_Phone_Number: phone });

/** Changes the number and enquires with it, as often as there are numbers. */
async function enquireWith(api: TestApp, family: TestFamily, numbers: string[]) {
  for (const mobile of numbers) {
    await updateProfile(family, { Parent_Phone_Number: mobile });
    await enquire(api, { ...enquirer(), email: family.email, mobile });
  }
}

const newNumbers = (count: number) => Array.from({ length: count }, () => enquirer().mobile);

describe('a family with more enquiries than the queue of hashes holds', () => {
  test('keeps nobody else from signing in when it books', async ({ api, db, family, lesson }) => {
    const other = await signUp(api);
    // None of the marks is computed yet, as while the server is busy.
    const own = { familyId: family.id, marks: NO_MARKS };
    await transact(api.context(null), async (work) => {
      for (const mobile of newNumbers(HASH_QUEUE.max + 20))
        await insertEnquiry(work, { ...enquirer(), email: family.email, mobile }, own);
    });
    const booking = family.tryToBookFree(lesson.id);
    const body = { email: other.email, password: PASSWORD };
    const signIns = await Promise.all(
      Array.from({ length: 5 }, () => api.either(endpoints.login, { body })),
    );
    expect(signIns.map(codeOf)).toEqual(Array.from({ length: 5 }, () => 'done'));
    expect(codeOf(await booking)).toBe('done');
    const open = await db
      .selectFrom('enquiries')
      .select('id')
      .where('status', '<>', 'joined')
      .execute();
    expect(open).toEqual([]);
  });
});

describe('the numbers that a free lesson counts for', () => {
  test('are those of the account and its latest enquiry', async ({ api, lesson, tutor }) => {
    await tutor.call(endpoints.updateSettings, { body: { free_spots_per_lesson: 10 } });
    const [first = '', second = '', third = ''] = newNumbers(3);
    const family = await withNumber(api, enquirer().mobile);
    await confirmAddress(api, family.email);
    await enquireWith(api, family, [first, second, third]);
    expect(await book(family, lesson.id)).toBe('done');
    for (const number of [first, second])
      expect(await book(await withNumber(api, number), lesson.id)).toBe('done');
    await leave(family);
    expect(await book(await withNumber(api, third), lesson.id)).toBe('free_lesson_used');
  });

  test('are those of the invited enquiry and the account', async ({ api, lesson, tutor }) => {
    const [first = '', second = ''] = newNumbers(2);
    const family = await withNumber(api, first);
    await confirmAddress(api, family.email);
    const own = { ...enquirer(), email: family.email };
    await enquire(api, { ...own, mobile: first });
    await updateProfile(family, { Parent_Phone_Number: second });
    const { id } = await enquire(api, { ...own, mobile: second });
    expect(codeOf(await tryToInvite(api, tutor, id))).toBe('done');
    expect(await book(await withNumber(api, first), lesson.id)).toBe('done');
    expect(await book(await withNumber(api, second), lesson.id)).toBe('free_lesson_used');
  });

  test("are those of the account and its latest enquiry for the tutor's own credit", async ({
    api,
    lesson,
    tutor,
  }) => {
    const [first = '', second = ''] = newNumbers(2);
    const family = await withNumber(api, first);
    await confirmAddress(api, family.email);
    await enquireWith(api, family, [first, second]);
    const body = { amount: 1, reason: 'Free first lesson' };
    await tutor.call(endpoints.adjustCredits, { params: { id: family.id }, body });
    expect(await book(await withNumber(api, first), lesson.id)).toBe('done');
    expect(await book(await withNumber(api, second), lesson.id)).toBe('free_lesson_used');
  });

  test('are recognised in another notation', async ({ api, lesson, family }) => {
    await updateProfile(family, { Parent_Phone_Number: '+44 7700 900123' });
    expect(await book(family, lesson.id)).toBe('done');
    expect(await book(await withNumber(api, '07700900123'), lesson.id)).toBe('free_lesson_used');
  });

  test('are marked when they are stored', async ({ api, db, lesson }) => {
    const family = await withNumber(api, enquirer().mobile);
    const enquiry = await enquire(api);
    const marks = async () => {
      const own = db.selectFrom('people').select(['email_mark', 'phone_mark']);
      return own.where('id', '=', family.personId).executeTakeFirstOrThrow();
    };
    const before = await marks();
    expect(Object.values(before)).not.toContain(null);
    await updateProfile(family, { Parent_Phone_Number: enquiry.mobile });
    const ofEnquiry = db.selectFrom('enquiries').select(['email_mark', 'phone_mark']);
    const { phone_mark } = await ofEnquiry.where('id', '=', enquiry.id).executeTakeFirstOrThrow();
    expect(await marks()).toEqual({ ...before, phone_mark });
    await updateProfile(family, { Parent_Name: 'Another name' });
    expect(await marks()).toEqual({ ...before, phone_mark });
    expect(await book(family, lesson.id)).toBe('done');
  });
});

describe('an account that is deleted before its address is confirmed', () => {
  test('is not marked after it joined by a link', async ({ api, db, tutor }) => {
    const enquiry = await enquire(api);
    const invite = await inviteEnquirer(api, tutor, enquiry);
    const form = { ...formOf(enquiry), Parent_Email: enquirer().email };
    expect(codeOf(await signUpWith(api, invite, form))).toBe('done');
    const { body } = await api.call(endpoints.login, {
      body: { email: form.Parent_Email, password: PASSWORD },
    });
    const marks = () => db.selectFrom('once_marks').select('mark').execute();
    expect(await marks()).toHaveLength(4);
    await api.call(endpoints.deleteAccount, {
      token: body.session.access_token,
      body: { current_password: PASSWORD },
    });
    expect(await marks()).toEqual([]);
  });

  test("is not marked after the tutor's own credit", async ({ api, db, tutor }) => {
    const stranger = await makeNewFamily(api, { isConfirmed: false });
    const body = { amount: 1, reason: 'Free first lesson' };
    await tutor.call(endpoints.adjustCredits, { params: { id: stranger.id }, body });
    await leave(stranger);
    expect(await db.selectFrom('once_marks').select('mark').execute()).toEqual([]);
  });

  test('is marked if it was confirmed', async ({ api, db, tutor }) => {
    const stranger = await makeNewFamily(api, { isConfirmed: false });
    const body = { amount: 1, reason: 'Free first lesson' };
    await tutor.call(endpoints.adjustCredits, { params: { id: stranger.id }, body });
    await confirmAddress(api, stranger.email);
    await leave(stranger);
    expect(await db.selectFrom('once_marks').select('mark').execute()).toHaveLength(3);
  });
});
