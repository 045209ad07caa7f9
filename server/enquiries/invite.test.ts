// The tutor's invitation of an enquirer: its email, its page, its refusals, and how it ends.
import { expect } from 'vitest';

import { DEFAULT_BUSINESS } from '../../domain/business.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { answerDueAt } from '../../domain/enquiries/enquiry.ts';
import { ENQUIRY_INVITATION_DAYS } from '../../domain/enquiries/free-lesson.ts';
import { toIso } from '../../domain/time.ts';
import { newId } from '../base/ids.ts';
import { signInAs } from '../testing/accounts/families.ts';
import { accept, DEAD, read } from '../testing/accounts/invitations.ts';
import { START } from '../testing/app.ts';
import { readEmails } from '../testing/emails.ts';
import { makeFamily, makeLesson } from '../testing/factories.ts';
import {
  confirmAddress,
  deleteEnquiry,
  enquire,
  findEnquiry,
  formOf,
  freeLessonOf,
  inviteEnquirer,
  linkTo,
  signUpWith,
  tryToInvite,
} from '../testing/lessons/free-lessons.ts';
import { codeOf, sharedTest } from '../testing/test.ts';

const LIFE = { days: ENQUIRY_INVITATION_DAYS };
const expires_at = new Date(Date.parse(START) + LIFE.days * 86_400_000).toISOString();

const test = sharedTest
  .extend('enquiry', ({ api }) => {
    api.clock.set(START);
    return enquire(api);
  })
  .extend('tryToSend', ({ api, tutor, enquiry }) => {
    return (body: object = {}, { id } = enquiry) => tryToInvite(api, tutor, id, body);
  })
  /** Returns the token of the link. */
  .extend('invite', ({ api, tutor, enquiry }) => {
    return (body: object = {}, to = enquiry) => inviteEnquirer(api, tutor, to, body);
  })
  .extend('withdraw', ({ tutor, enquiry }) => (id = enquiry.id) => {
    return tutor.either(endpoints.withdrawEnquiryInvitation, { params: { id } });
  });

test("emails the link after the tutor's words", async ({ api, tutor, enquiry, tryToSend }) => {
  const { id: lessonId } = await makeLesson(api, { Lesson_Name: 'A-level waves' });
  const message = 'Dear {name},\n\nfor {year}:\n{lessons}\n\nWelcome!';
  const answer = await tryToSend({ Lesson_ID: lessonId, message });
  expect(answer.status).toBe(200);
  // It counts as the answer.
  const customer = {
    ...enquiry,
    year_said_in: 2026,
    created_at: START,
    status: 'contacted',
    note: '',
    answer_due_at: toIso(answerDueAt(Date.parse(START), DEFAULT_BUSINESS.response_hours)),
    answered_at: START,
    invitation: { sent_at: START, expires_at, Lesson_ID: lessonId },
  };
  expect(answer.body).toEqual({ success: true, customer });
  expect(await findEnquiry(tutor, enquiry.id)).toEqual(customer);
  const [email] = await readEmails(api, enquiry.email, 'enquiry-invitation:');
  for (const words of [
    `Dear ${enquiry.name},\n\nfor Year 12:\n`,
    ': A-level waves\n',
    'The lesson we suggest is booked for you when you sign up, if a spot is left then:\n\nSAT ',
    '/sign-up#invite=',
  ])
    expect(email?.text).toContain(words);
  expect(email?.enquiry_id).toBe(enquiry.id);
});

test('shows the enquiry and lesson', async ({ api, tutor, enquiry, lesson, invite }) => {
  const { id, Lesson_Name: lessonName, starts_at } = lesson;
  const token = await invite({ Lesson_ID: id });
  const { id: _, ...said } = enquiry;
  const shown = { kind: 'enquiry', ...said, year_asked: said.year_class, expires_at };
  const invitation = { ...shown, lesson: { id, Lesson_Name: lessonName, starts_at } };
  expect((await read(api, token)).body).toEqual({ success: true, invitation });
  // The lesson can no longer be booked.
  await tutor.call(endpoints.deleteLesson, { params: { id } });
  const left = { success: true, invitation: { ...shown, lesson: null } };
  expect((await read(api, token)).body).toEqual(left);
  // It belongs to no existing family.
  expect(await accept(api, token)).toMatchObject({ status: 404, body: DEAD });
});

test('refuses an unknown, started or full lesson', async ({ api, tutor, enquiry, tryToSend }) => {
  const full = await makeLesson(api, { Max_Students: 1 });
  await (await makeFamily(api, 1)).book(full.id);
  const started = await makeLesson(api, { Date: '2026-11-18', Time: '11:00:00' });
  for (const [lessonId, code] of [
    [newId(), 'lesson_not_found'],
    [started.id, 'lesson_started'],
    [full.id, 'lesson_full'],
  ])
    expect(codeOf(await tryToSend({ Lesson_ID: lessonId }))).toBe(code);
  expect(codeOf(await tryToSend({}, { ...enquiry, id: newId() }))).toBe('not_found');
  expect(await readEmails(api, enquiry.email, 'enquiry-invitation:')).toEqual([]);
  const unchanged = { status: 'new', invitation: null };
  expect(await findEnquiry(tutor, enquiry.id)).toMatchObject(unchanged);
});

test('sends 2000 characters, and refuses more', async ({ tryToSend }) => {
  const details = [{ field: 'message', message: 'Message must be less than 2000 characters' }];
  const refused = await tryToSend({ message: 'a'.repeat(2001) });
  expect(refused).toMatchObject({ status: 400, body: { details } });
  expect((await tryToSend({ message: 'a'.repeat(2000) })).status).toBe(200);
});

test('ends a link that is replaced or withdrawn', async ({ api, enquiry, invite, withdraw }) => {
  const details = [{ field: 'invite', message: DEAD.error }];
  const expectDead = async (token: string) => {
    expect(await read(api, token)).toMatchObject({ status: 404, body: DEAD });
    const refused = await signUpWith(api, token, formOf(enquiry));
    expect(refused).toMatchObject({ status: 404, body: { ...DEAD, details } });
  };
  const [first, second] = [await invite(), await invite()];
  expect(await readEmails(api, enquiry.email, 'enquiry-invitation:')).toHaveLength(1);
  await expectDead(first);
  const withdrawn = { status: 200, body: { customer: { invitation: null } } };
  expect(await withdraw()).toMatchObject(withdrawn);
  await expectDead(second);
  const { code } = DEAD;
  expect(await withdraw()).toMatchObject({ status: 404, body: { code } });
  expect(await withdraw(newId())).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const third = await invite();
  api.clock.advance({ ...LIFE, ms: -1 });
  expect((await read(api, third)).status).toBe(200);
  api.clock.advance({ ms: 1 });
  await expectDead(third);
});

test('ends a used link, and with its enquiry', async ({ api, tutor, enquiry, invite }) => {
  const used = await invite();
  expect((await signUpWith(api, used, formOf(enquiry))).status).toBe(201);
  const other = await enquire(api);
  const deleted = await invite({}, other);
  await deleteEnquiry(tutor, other.id);
  for (const token of [used, deleted])
    expect(await read(api, token)).toMatchObject({ status: 404, body: DEAD });
  expect(await readEmails(api, other.email)).toEqual([]);
});

test('refuses the sixth link of a day', async ({ api, invite, tryToSend }) => {
  let token = '';
  for (let n = 0; n < 5; n += 1) token = await invite();
  expect(await tryToSend()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect((await read(api, token)).status).toBe(200);
});

test('refuses an enquirer who has joined', async ({ api, tutor, enquiry, invite, tryToSend }) => {
  await signUpWith(api, await invite(), formOf(enquiry));
  const joined = { status: 'joined', invitation: null };
  expect(await findEnquiry(tutor, enquiry.id)).toMatchObject(joined);
  expect(await tryToSend()).toMatchObject({ status: 409, body: { code: 'already_joined' } });
});

test('gives a family with an account no link', async ({ api, enquiry, lesson, tryToSend }) => {
  const signedUp = await signUpWith(api, undefined, formOf(enquiry));
  await confirmAddress(api, enquiry.email);
  expect(signedUp.body).not.toHaveProperty('free_lesson');
  const family = await signInAs(api, enquiry.email);
  const readState = () => freeLessonOf(api, family.token);
  expect(await readState()).toEqual({ free_lesson: 'asked', credits: 0, booked: 0 });
  // It gets the credit and the lesson at once.
  const answer = await tryToSend({ Lesson_ID: lesson.id, message: 'Here it is.' });
  const joined = { customer: { status: 'joined', invitation: null } };
  expect(answer.body).toMatchObject(joined);
  expect(await readState()).toEqual({ free_lesson: 'had', credits: 0, booked: 1 });
  const ledger = await family.readLedger();
  expect(ledger.map(({ kind, amount, reason }) => [kind, amount, reason])).toEqual([
    ['booking', -1, null],
    ['adjustment', 1, 'Free first lesson'],
  ]);
  expect(await family.readEmails('enquiry-invitation:')).toEqual([]);
  const [told] = await family.readEmails('free-lesson:');
  for (const words of ['Here it is.', 'A spot is booked for you\n'])
    expect(told?.text).toContain(words);
  expect(await family.readEmails('booked:')).toHaveLength(1);
  expect((await family.readProfile()).user.students[0]?.year_class).toBe('year-12');
  // Another enquiry of the same family.
  const error = 'This family has an account, and has had its free lesson.';
  const again = await tryToSend({}, await enquire(api, enquiry));
  expect(again).toMatchObject({ status: 409, body: { code: 'already_joined', error } });
});

test('sends it to the address, whoever else has the number', async ({ api, enquiry, invite }) => {
  await signUpWith(api, undefined, formOf(enquiry));
  // The other parent, with another address.
  const partner = await enquire(api, { ...enquiry, email: `${newId()}@example.com` });
  await invite({}, partner);
  expect(await linkTo(api, partner.email)).not.toBe('');
  expect(await readEmails(api, enquiry.email, 'free-lesson:')).toEqual([]);
});

test('logs the invited enquirer', async ({ tutor, enquiry, invite, withdraw }) => {
  await invite();
  await withdraw();
  const { activities } = (await tutor.call(endpoints.listActivities)).body;
  const own = activities.filter(({ subject }) => subject.startsWith(enquiry.name));
  const kinds = own.map(({ kind }) => kind);
  expect(kinds).toEqual(['invitation_withdrawn', 'enquiry_invited']);
});
