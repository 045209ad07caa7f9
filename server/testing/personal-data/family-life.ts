// The life of a family that fills every column which can contain its data. Each value contains a
// mark, so that tests can search for it.
import { sql } from 'kysely';

import * as endpoints from '../../../domain/endpoints.ts';
import { type EnquiryForm, HONEYPOT_FIELD } from '../../../domain/enquiries/enquiry.ts';
import { newId } from '../../base/ids.ts';
import type { AnyColumn } from '../../people/columns.ts';
import { studentDefinition } from '../../people/definitions.ts';
import { changeEmail, requestEmail, signUp } from '../accounts/families.ts';
import { accept, invite, tryToInvite } from '../accounts/invitations.ts';
import type { TestApp } from '../app.ts';
import type { Caller } from '../caller.ts';
import { findParent, makeLesson, signUpForm } from '../factories.ts';
import { changeEnquiry, confirmAddress, listEnquiries } from '../lessons/free-lessons.ts';
import { reportDispute } from '../payments/report-dispute.ts';
import { buyCredits } from '../payments/without-provider.ts';

/** Each mark occurs in one field of a form and in nothing else. */
const marks = {
  parent: 'markparent',
  student: 'markstudent',
  email: 'markfamily',
  formerEmail: 'markformer',
  pendingEmail: 'markpending',
  phone: '900451',
  otherParent: 'marksecond',
  otherEmail: 'markother',
  invited: 'markinvited',
  enquirer: 'markenquirer',
  note: 'marknote',
  caughtYear: 'markyear',
  filled: 'markfilled',
  reason: 'markreason',
  answer: 'markanswer',
};
/** The texts about a student that no form fills, each with a mark of its own. */
const { name: _, ...otherTexts } = studentDefinition;
const optionalTexts = Object.entries<AnyColumn>(otherTexts)
  .filter(([, { isPersonal }]) => isPersonal)
  .map(([column]) => ({ column, mark: `mark${column}` }));
export const allMarks = [...Object.values(marks), ...optionalTexts.map(({ mark }) => mark)];
export const EMAIL = `${marks.email}@example.com`;
export const FORMER_EMAIL = `${marks.formerEmail}@example.com`;

/** A form with the family's address that the trap for bots catches. */
async function sendAsBot(api: TestApp): Promise<void> {
  const body = {
    name: 'Ada Markenquirer',
    email: EMAIL,
    mobile: `07700${marks.phone}`,
    year_class: `Year ${marks.caughtYear}`,
    [HONEYPOT_FIELD]: `https://${marks.filled}.example.com`,
  };
  // A year that no form offers.
  await api.call(endpoints.registerInterest, { body: body as unknown as EnquiryForm });
}

/** The headers of a call whose answer is remembered. */
const once = () => ({ 'idempotency-key': newId() });

async function enquire(api: TestApp, email: string): Promise<void> {
  const mobile = `+447700${marks.phone}`;
  const body = { name: 'Ada Markenquirer', email, mobile, year_class: 'year-12' } as const;
  await api.call(endpoints.registerInterest, { headers: once(), body });
}

/** Adds a second parent, and an invitation that nobody has accepted. */
async function shareWithOthers(api: TestApp, parent: Caller): Promise<void> {
  const { token } = await invite(api, parent, { email: `${marks.otherEmail}@example.com` });
  await accept(api, token, { Parent_Name: 'Sam Marksecond' });
  await tryToInvite(api, parent, { role: 'student', email: `${marks.invited}@example.com` });
}

/** Books three lessons: one attended, one missed, one ahead. */
async function attend(api: TestApp, { call }: Caller, tutor: Caller): Promise<void> {
  const bookings: string[] = [];
  for (const [hour, date] of ['2026-11-18', '2026-11-18', '2026-11-28'].entries()) {
    const { id: lessonId } = await makeLesson(api, { Date: date, Time: `1${3 + hour}:00:00` });
    const { body } = await call(endpoints.bookLesson, {
      headers: once(),
      body: { Lesson_ID: lessonId },
    });
    bookings.push(body.booking.id);
  }
  api.clock.set('2026-11-18T16:00:00Z');
  const params = { bookingId: bookings[1] ?? '' };
  await tutor.call(endpoints.markAttendance, { params, body: { absent: true } });
}

/** Buys a credit; then the payment is disputed and its receipt is sent again. */
async function pay(api: TestApp, { id }: Caller, tutor: Caller): Promise<void> {
  const paymentId = await buyCredits(api, await findParent(api, id));
  const dispute = { id: 'dp_erasure', amount: 3000, status: 'needs_response' };
  await reportDispute(api.context(null), dispute, paymentId);
  await tutor.call(endpoints.resendReceipt, { params: { id: paymentId } });
}

/** Answers a question in the room of a booked lesson. */
async function answer(api: TestApp, family: Caller, tutor: Caller): Promise<void> {
  const { topic } = (
    await tutor.call(endpoints.createTopic, { body: { name: 'Falling', course: 'gcse' } })
  ).body;
  const kind = 'points' as const;
  const question = { kind, text: 'Why?', points: [{ text: 'Gravity.' }] };
  const { item } = (
    await tutor.call(endpoints.createItem, {
      params: { id: topic.id },
      body: { kind: 'question', use: 'before', question },
    })
  ).body;
  const { lesson_id } = await api.database.db
    .selectFrom('bookings')
    .select('lesson_id')
    .where('family_id', '=', family.id)
    .where('cancelled_at', 'is', null)
    .executeTakeFirstOrThrow();
  const lessons = api.database.db.updateTable('lessons').set({ topic_id: topic.id });
  await lessons.where('id', '=', lesson_id).execute();
  const { students } = await family.readFamily();
  await family.call(endpoints.giveAttempt, {
    params: { id: lesson_id },
    body: { Student_ID: students[0]?.id, Item_ID: item.id, answer: 'Markanswer.' },
  });
}

/** Fills every text about the family's students. */
async function describeStudents(api: TestApp, { id }: Caller): Promise<void> {
  for (const { column, mark } of optionalTexts)
    await sql`update students set ${sql.ref(column)} = ${mark} where family_id = ${id}`.execute(
      api.database.db,
    );
}

/** The whole life; `send` sends the queued emails. Returns the first parent. */
export async function live(
  api: TestApp,
  tutor: Caller,
  send: () => Promise<void>,
): Promise<Caller> {
  await enquire(api, FORMER_EMAIL);
  const [enquiry] = await listEnquiries(tutor);
  const note = 'Marknote: rang twice.';
  await changeEnquiry(tutor, enquiry?.id ?? '', { status: 'contacted', note });
  const family = await signUp(api, {
    ...signUpForm(),
    Parent_Name: 'Robin Markparent',
    Parent_Email: FORMER_EMAIL,
    Parent_Phone_Number: `07700 ${marks.phone}`,
    Student_Name: 'Kim Markstudent',
  });
  await confirmAddress(api, FORMER_EMAIL);
  const failed = { email: FORMER_EMAIL, password: 'not the password' };
  await api.refused(endpoints.login, { body: failed });
  await api.call(endpoints.forgotPassword, { body: { email: FORMER_EMAIL } });
  await tutor.call(endpoints.adjustCredits, {
    params: { id: family.id },
    headers: once(),
    body: { amount: 3, reason: 'Markreason' },
  });
  await attend(api, family, tutor);
  await pay(api, family, tutor);
  await send();
  await changeEmail(api, family, EMAIL);
  await enquire(api, EMAIL);
  await sendAsBot(api);
  await requestEmail(api, family, `${marks.pendingEmail}@example.com`);
  await shareWithOthers(api, family);
  await answer(api, family, tutor);
  await describeStudents(api, family);
  await api.call(endpoints.forgotPassword, { body: { email: EMAIL } });
  return family;
}
