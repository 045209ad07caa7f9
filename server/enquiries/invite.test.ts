// The tutor's invitation of an enquirer: its email, its page, its refusals, and how it ends.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { ENQUIRY_INVITATION_DAYS } from '../../domain/limits.ts';
import { newId } from '../ids.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, makeBooking, makeFamily, makeLesson } from '../testing/factories.ts';
import {
  confirmAddress,
  enquire,
  formOf,
  freeLessonOf,
  inviteEnquirer,
  linkTo,
  signIn,
  signUpWith,
  tryToInvite,
} from '../testing/free-lessons.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { accept, DEAD, read } from '../testing/invitations.ts';
import { readEmails } from '../testing/emails.ts';

let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterAll(() => api.close());
beforeEach(() => api.clock.set(START));

const enquiryOf = async (id: string) => {
  const { body } = await api.call(endpoints.listEnquiries, { token: admin.token });
  return body.customers.find((customer) => customer.id === id);
};
const withdraw = (id: string) =>
  api.either(endpoints.withdrawEnquiryInvitation, { token: admin.token, params: { id } });
const LIFE_MS = ENQUIRY_INVITATION_DAYS * 86_400_000;
const expiry = () => new Date(Date.parse(START) + LIFE_MS).toISOString();

test("emails the link after the tutor's words, and counts as the answer", async () => {
  const enquiry = await enquire(api);
  const lesson = await makeLesson(api, { Lesson_Name: 'A-level waves' });
  const { status, body } = await tryToInvite(api, admin, enquiry.id, {
    Lesson_ID: lesson.id,
    message: 'Dear {name},\n\nfor {year}:\n{lessons}\n\nWelcome!',
  });
  expect(status).toBe(200);
  if (!body.success) expect.unreachable();
  const sent_at = START;
  expect(body.customer).toEqual({
    ...enquiry,
    created_at: sent_at,
    status: 'contacted',
    note: '',
    answered_at: sent_at,
    invitation: { sent_at, expires_at: expiry(), Lesson_ID: lesson.id },
  });
  expect(await enquiryOf(enquiry.id)).toEqual(body.customer);
  const [message] = await readEmails(api, enquiry.email, 'enquiry-invitation:');
  expect(message?.text).toContain(`Dear ${enquiry.name},\n\nfor Year 12:\n`);
  expect(message?.text).toContain(': A-level waves\n');
  expect(message?.text).toContain('The lesson we suggest: "A-level waves" on ');
  expect(message?.text).toContain('/sign-up#invite=');
  expect(message?.enquiry_id).toBe(enquiry.id);
});

test("shows the enquirer's data, and the lesson while it can be booked", async () => {
  const enquiry = await enquire(api);
  const lesson = await makeLesson(api);
  const token = await inviteEnquirer(api, admin, enquiry, { Lesson_ID: lesson.id });
  const { id: _, ...said } = enquiry;
  const shown = { kind: 'enquiry', ...said, expires_at: expiry() };
  const proposed = { id: lesson.id, Lesson_Name: lesson.Lesson_Name, starts_at: lesson.starts_at };
  expect((await read(api, token)).body).toEqual({
    success: true,
    invitation: { ...shown, lesson: proposed },
  });
  await api.call(endpoints.deleteLesson, { token: admin.token, params: { id: lesson.id } });
  expect((await read(api, token)).body).toEqual({
    success: true,
    invitation: { ...shown, lesson: null },
  });
  // It belongs to no existing family.
  expect(await accept(api, token)).toMatchObject({ status: 404, body: DEAD });
});

test('refuses an unknown, started or full lesson, and sends nothing', async () => {
  const enquiry = await enquire(api);
  const full = await makeLesson(api, { Max_Students: 1 });
  await makeBooking(api, await makeFamily(api, 1), full.id);
  const started = await makeLesson(api, { Date: '2026-11-18', Time: '11:00:00' });
  for (const [Lesson_ID, code] of [
    [newId(), 'lesson_not_found'],
    [started.id, 'lesson_started'],
    [full.id, 'lesson_full'],
  ])
    expect((await tryToInvite(api, admin, enquiry.id, { Lesson_ID })).body).toMatchObject({ code });
  expect((await tryToInvite(api, admin, newId())).body).toMatchObject({ code: 'not_found' });
  expect(await readEmails(api, enquiry.email, 'enquiry-invitation:')).toEqual([]);
  expect(await enquiryOf(enquiry.id)).toMatchObject({ status: 'new', invitation: null });
});

test('sends a message of 2000 characters, and refuses a longer one', async () => {
  const enquiry = await enquire(api);
  expect(await tryToInvite(api, admin, enquiry.id, { message: 'a'.repeat(2001) })).toMatchObject({
    status: 400,
    body: { details: [{ field: 'message', message: 'Message must be less than 2000 characters' }] },
  });
  expect((await tryToInvite(api, admin, enquiry.id, { message: 'a'.repeat(2000) })).status).toBe(
    200,
  );
});

test('ends a link when it is replaced, withdrawn, expired, used, or its enquiry deleted', async () => {
  const enquiry = await enquire(api);
  const first = await inviteEnquirer(api, admin, enquiry);
  const second = await inviteEnquirer(api, admin, enquiry);
  expect((await readEmails(api, enquiry.email, 'enquiry-invitation:')).length).toBe(1);
  const dead = async (token: string) => {
    expect(await read(api, token)).toMatchObject({ status: 404, body: DEAD });
    expect(await signUpWith(api, token, formOf(enquiry))).toMatchObject({
      status: 404,
      body: { ...DEAD, details: [{ field: 'invite', message: DEAD.error }] },
    });
  };
  await dead(first);
  expect(await withdraw(enquiry.id)).toMatchObject({
    status: 200,
    body: { customer: { invitation: null } },
  });
  await dead(second);
  expect(await withdraw(enquiry.id)).toMatchObject({
    status: 404,
    body: { code: 'invitation_not_found' },
  });
  expect(await withdraw(newId())).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const third = await inviteEnquirer(api, admin, enquiry);
  api.clock.advance({ ms: LIFE_MS - 1 });
  expect((await read(api, third)).status).toBe(200);
  api.clock.advance({ ms: 1 });
  await dead(third);
  api.clock.set(START);
  const fourth = await inviteEnquirer(api, admin, enquiry);
  expect((await signUpWith(api, fourth, formOf(enquiry))).status).toBe(201);
  expect(await read(api, fourth)).toMatchObject({ status: 404, body: DEAD });
  const other = await enquire(api);
  const fifth = await inviteEnquirer(api, admin, other);
  await api.call(endpoints.deleteEnquiry, { token: admin.token, params: { id: other.id } });
  expect(await read(api, fifth)).toMatchObject({ status: 404, body: DEAD });
  expect(await readEmails(api, other.email)).toEqual([]);
});

test('refuses the sixth link of a day, and leaves the fifth valid', async () => {
  const enquiry = await enquire(api);
  let token = '';
  for (let n = 0; n < 5; n += 1) token = await inviteEnquirer(api, admin, enquiry);
  expect(await tryToInvite(api, admin, enquiry.id)).toMatchObject({
    status: 429,
    body: { code: 'rate_limited' },
  });
  expect((await read(api, token)).status).toBe(200);
});

test('does not invite an enquirer who has joined', async () => {
  const enquiry = await enquire(api);
  const token = await inviteEnquirer(api, admin, enquiry);
  await signUpWith(api, token, formOf(enquiry));
  expect(await enquiryOf(enquiry.id)).toMatchObject({ status: 'joined', invitation: null });
  expect(await tryToInvite(api, admin, enquiry.id)).toMatchObject({
    status: 409,
    body: { code: 'already_joined' },
  });
});

test('gives a family with an account the credit and lesson at once, and no link', async () => {
  const enquiry = await enquire(api);
  const signedUp = await signUpWith(api, undefined, formOf(enquiry));
  await confirmAddress(api, enquiry.email);
  expect(signedUp.body).not.toHaveProperty('free_lesson');
  const token = await signIn(api, enquiry.email);
  expect(await freeLessonOf(api, token)).toEqual({ free_lesson: 'asked', credits: 0, booked: 0 });
  const lesson = await makeLesson(api);
  const { body } = await tryToInvite(api, admin, enquiry.id, {
    Lesson_ID: lesson.id,
    message: 'Here it is.',
  });
  expect(body).toMatchObject({ customer: { status: 'joined', invitation: null } });
  expect(await freeLessonOf(api, token)).toEqual({ free_lesson: 'had', credits: 0, booked: 1 });
  const { body: credits } = await api.call(endpoints.listCredits, { token });
  expect(credits.entries.map(({ kind, amount, reason }) => [kind, amount, reason])).toEqual([
    ['booking', -1, null],
    ['adjustment', 1, 'Free first lesson'],
  ]);
  expect(await readEmails(api, enquiry.email, 'enquiry-invitation:')).toEqual([]);
  const [told] = await readEmails(api, enquiry.email, 'free-lesson:');
  expect(told?.text).toContain('Here it is.');
  expect(told?.text).toContain('the lesson is booked');
  expect(await readEmails(api, enquiry.email, 'booked:')).toHaveLength(1);
  const verified = await api.call(endpoints.verify, { token });
  expect(verified.body.user.students[0]?.year_class).toBe('year-12');
  // Another enquiry of the same family.
  const again = await enquire(api, enquiry);
  expect(await tryToInvite(api, admin, again.id)).toMatchObject({
    status: 409,
    body: {
      code: 'already_joined',
      error: 'This family has an account, and has had its free lesson.',
    },
  });
});

test("sends an invitation to the enquirer's address, whoever else has the number", async () => {
  const enquiry = await enquire(api);
  await signUpWith(api, undefined, formOf(enquiry));
  // The other parent, with another address.
  const partner = await enquire(api, { ...enquiry, email: `${newId()}@example.com` });
  await inviteEnquirer(api, admin, partner);
  expect(await linkTo(api, partner.email)).not.toBe('');
  expect(await readEmails(api, enquiry.email, 'free-lesson:')).toEqual([]);
});

test('logs the invited enquirer and the inviting admin', async () => {
  const enquiry = await enquire(api);
  await inviteEnquirer(api, admin, enquiry);
  await withdraw(enquiry.id);
  const { body } = await api.call(endpoints.listActivities, { token: admin.token });
  expect(
    body.activities
      .filter(({ subject }) => subject.startsWith(enquiry.name))
      .map(({ kind }) => kind),
  ).toEqual(['invitation_withdrawn', 'enquiry_invited']);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});
