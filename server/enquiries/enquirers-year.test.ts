// An enquirer's year: the tutor reads it as it was said, and everything else is computed from the
// year of today.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { YearClass } from '../../domain/year-class.ts';
import { read } from '../testing/accounts/invitations.ts';
import { readEmails } from '../testing/emails.ts';
import {
  addStudent,
  makeAdmin,
  makeFamily,
  makeLesson,
  parentAgain,
  signInAgain,
} from '../testing/factories.ts';
import {
  enquire,
  enquirer,
  findEnquiry,
  formOf,
  inviteEnquirer,
  signIn,
  signUpWith,
} from '../testing/lessons/free-lessons.ts';
import { test as base } from '../testing/test.ts';
import { queueDailySummary } from '../tutor/daily-summary.ts';

const test = base
  .override('settings', { credits: 0 })
  .extend('enquireAt', ({ api }) => (instant: string, year_class: YearClass = 'year-11') => {
    api.clock.set(instant);
    return enquire(api, { ...enquirer(), year_class });
  });

const AUGUST = '2027-08-25T12:00:00.000Z';
const JUNE = '2027-06-25T12:00:00.000Z';
const SEPTEMBER = '2027-09-01T12:00:00.000Z';

test('the list shows the year as it was said', async ({ api, tutor, enquireAt }) => {
  const old = await enquireAt(JUNE);
  const summer = await enquireAt(AUGUST);
  api.clock.set(SEPTEMBER);
  const admin = await signInAgain(api, tutor);
  expect(await findEnquiry(admin, old.id)).toMatchObject({
    year_class: 'year-11',
    year_said_in: 2026,
  });
  expect(await findEnquiry(admin, summer.id)).toMatchObject({
    year_class: 'year-11',
    year_said_in: 2027,
  });
});

test('an invitation takes the year and the lessons of today', async ({ api, enquireAt }) => {
  const enquiry = await enquireAt('2027-08-31T22:59:59.999Z', 'year-11');
  const earlier = await enquireAt(JUNE, 'year-11');
  api.clock.set(SEPTEMBER);
  const admin = await makeAdmin(api);
  await makeLesson(api, { Date: '2027-09-11', Lesson_Name: 'GCSE: Waves' });
  await makeLesson(api, { Date: '2027-09-11', Lesson_Name: 'A-level: Optics' });
  const message = 'for {year}:\n{lessons}\n.';
  for (const [one, year, lesson, other] of [
    [enquiry, 'Year 11', 'GCSE: Waves', 'A-level: Optics'],
    [earlier, 'Year 12', 'A-level: Optics', 'GCSE: Waves'],
  ] as const) {
    const invite = await inviteEnquirer(api, admin, one, { message });
    const text = (await readEmails(api, one.email, 'enquiry-invitation:')).at(-1)?.text;
    expect(text).toContain(`for ${year}:`);
    expect(text).toContain(lesson);
    expect(text).not.toContain(other);
    const { body } = await read(api, invite);
    expect(body).toMatchObject({
      invitation: { year_class: year === 'Year 11' ? 'year-11' : 'year-12' },
    });
  }
});

test('a sign-up takes the year as it was said, and so as it is now', async ({ api, enquireAt }) => {
  const enquiry = await enquireAt(JUNE, 'year-11');
  api.clock.set(SEPTEMBER);
  const invite = await inviteEnquirer(api, await makeAdmin(api), enquiry);
  expect((await signUpWith(api, invite, formOf(enquiry))).status).toBe(201);
  const token = await signIn(api, enquiry.email);
  const { user } = (await api.call(endpoints.getProfile, { token })).body;
  expect(user.students).toMatchObject([{ year_class: 'year-12', year_to_confirm: true }]);
});

test('an invitation in July tells the form the year from September', async ({ api, enquireAt }) => {
  const [june, july] = [await enquireAt(JUNE), await enquireAt('2027-07-01T12:00:00.000Z')];
  const admin = await makeAdmin(api);
  const readOf = async (enquiry: { id: string; email: string }) =>
    (await read(api, await inviteEnquirer(api, admin, enquiry))).body;
  expect(await readOf(june)).toMatchObject({
    invitation: { year_class: 'year-11', year_asked: 'year-12' },
  });
  expect(await readOf(july)).toMatchObject({
    invitation: { year_class: 'year-11', year_asked: 'year-11' },
  });
});

test('an enquirer who has finished school is invited to any lesson', async ({ api, enquireAt }) => {
  const enquiry = await enquireAt(JUNE, 'year-13');
  api.clock.set(SEPTEMBER);
  await makeLesson(api, { Date: '2027-09-11', Lesson_Name: 'GCSE: Waves' });
  const message = 'for {year}:\n{lessons}\n.';
  const invite = await inviteEnquirer(api, await makeAdmin(api), enquiry, { message });
  const [email] = await readEmails(api, enquiry.email, 'enquiry-invitation:');
  expect(email?.text).toContain('for A-level:');
  expect(email?.text).toContain('GCSE: Waves');
  expect((await read(api, invite)).body).toMatchObject({
    invitation: { year_class: null, year_asked: null },
  });
  await signUpWith(api, invite, formOf(enquiry));
  const token = await signIn(api, enquiry.email);
  const { user } = (await api.call(endpoints.getProfile, { token })).body;
  expect(user.students).toMatchObject([{ year_class: null, finished: true }]);
});

test("an invitation of a family finds the student by today's year", async ({ api }) => {
  api.clock.set(JUNE);
  const form = { ...enquirer(), year_class: 'year-11' } as const;
  const family = await makeFamily(api);
  const sibling = await addStudent(api, family);
  const { db } = api.database;
  await db
    .updateTable('people')
    .set({ phone: form.mobile })
    .where('id', '=', family.personId)
    .execute();
  await db
    .updateTable('students')
    .set({ year_class: 'year-12', year_said_in: 2027 })
    .where('id', '=', sibling)
    .execute();
  const enquiry = await enquire(api, { ...form, email: family.email });
  api.clock.set(SEPTEMBER);
  const lesson = await makeLesson(api, { Date: '2027-09-11' });
  const admin = await makeAdmin(api);
  await admin.call(endpoints.inviteEnquirer, {
    params: { id: enquiry.id },
    body: { Lesson_ID: lesson.id },
  });
  const booked = await db.selectFrom('bookings').select('student_id').execute();
  expect(booked).toEqual([{ student_id: sibling }]);
});

test('the daily summary says the year of today', async ({ api, tutor, enquireAt }) => {
  await enquireAt('2027-08-31T12:00:00.000Z', 'year-11');
  await enquireAt(JUNE, 'year-12');
  api.clock.set('2027-09-01T07:00:00.000Z');
  await queueDailySummary(api.context(null));
  const [email] = await tutor.readEmails('daily-summary:');
  expect(email?.text).toContain('Year 11: due by');
  expect(email?.text).toContain('Year 13: late since');
});

test('asks a finished student for no year', async ({ api, db, family, tutor }) => {
  await db
    .updateTable('students')
    .set({ year_class: 'year-13', year_said_in: 2026 })
    .where('id', '=', family.studentId)
    .execute();
  api.clock.set(SEPTEMBER);
  const parent = await parentAgain(api, family);
  expect((await parent.either(endpoints.askForFreeLesson, { body: {} })).status).toBe(201);
  const { customers } = (await (await signInAgain(api, tutor)).call(endpoints.listEnquiries)).body;
  expect(customers).toMatchObject([{ year_class: 'year-13', year_said_in: 2026 }]);
});

test('emails about a request have the year of today', async ({ api, db, family, tutor }) => {
  await db
    .updateTable('students')
    .set({ year_class: 'year-11', year_said_in: 2026 })
    .where('id', '=', family.studentId)
    .execute();
  api.clock.set(SEPTEMBER);
  await makeLesson(api, { Date: '2027-09-11', Lesson_Name: 'GCSE: Waves' });
  await makeLesson(api, { Date: '2027-09-11', Lesson_Name: 'A-level: Optics' });
  const parent = await parentAgain(api, family);
  await parent.call(endpoints.askForFreeLesson, { body: {} });
  const [received] = await readEmails(api, family.email, 'enquiry:');
  expect(received?.text).toContain('The next lessons for Year 12 are:');
  expect(received?.text).toContain('A-level: Optics');
  expect(received?.text).not.toMatch(/Year 11|GCSE: Waves/);
  const [notice] = await readEmails(api, tutor.email, 'enquiry:');
  expect(notice?.text).toMatch(/^Year 12, to answer by /);
});
