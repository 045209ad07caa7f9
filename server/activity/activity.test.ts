// The activity log: complete, attributed, dated and append-only.
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { describe, expect } from 'vitest';

import { activityKinds } from '../../domain/activity.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { HONEYPOT_FIELD } from '../../domain/enquiries/enquiry.ts';
import { addAdmin, blockAdmin } from '../auth/change-admins.ts';
import { fileOf, importFile, rowOf, undo } from '../testing/accounts/imports.ts';
import type { TestApp } from '../testing/app.ts';
import { type Caller, makeCaller } from '../testing/caller.ts';
import { lessonForm, makeAdmin, makeLesson, PASSWORD } from '../testing/factories.ts';
import {
  changeEnquiry,
  deleteEnquiry,
  enquire,
  enquirer,
  inviteEnquirer,
  listEnquiries,
} from '../testing/lessons/free-lessons.ts';
import { buyCredits } from '../testing/payments/without-provider.ts';
import { sharedTest } from '../testing/test.ts';

const test = sharedTest.extend('log', ({ api, tutor }) => {
  const read = async (query = {}) =>
    (await tutor.call(endpoints.listActivities, { query })).body.activities;
  /** The clock only moves forward, so the newest entry is the last one made. */
  const advance = () => api.clock.advance({ minutes: 1 });
  advance();
  return {
    read,
    advance,
    count: async () => (await read()).length,
    /** Expects that the newest entry is the tutor's own, with this kind and subject. */
    async expectLatest(kind: string, subject: string) {
      expect((await read())[0]).toMatchObject({ kind, admin: 'Tutor', subject });
    },
  };
});

async function signInAgain(api: TestApp, { id, email }: Caller): Promise<Caller> {
  const body = { email, password: PASSWORD };
  const { session } = (await api.call(endpoints.adminLogin, { body })).body;
  return makeCaller(api, { id, email, session });
}

test('records a sign-in with its address, but not a failed one', async ({ api, tutor, log }) => {
  const { email } = tutor;
  const before = await log.count();
  await api.refused(endpoints.adminLogin, { body: { email, password: 'wrong password' } });
  expect(await log.count()).toBe(before);
  const body = { email, password: PASSWORD };
  await api.call(endpoints.adminLogin, { body, address: '198.51.100.7' });
  await log.expectLatest('signed_in', 'From 198.51.100.7');
  expect((await log.read())[0]?.created_at).toBe('2026-11-18T12:01:00.000Z');
});

test('records changes of lessons, with name and UK time', async ({ tutor, log }) => {
  const { lesson } = (await tutor.call(endpoints.createLesson, { body: lessonForm })).body;
  await log.expectLatest('lesson_created', 'Forces and motion, Sat 21 Nov, 09:00');
  log.advance();
  const params = { id: lesson.id };
  await tutor.call(endpoints.updateLesson, { params, body: { Time: '10:00:00' } });
  await log.expectLatest('lesson_updated', 'Forces and motion, Sat 21 Nov, 10:00');
  log.advance();
  await tutor.call(endpoints.deleteLesson, { params });
  await log.expectLatest('lesson_deleted', 'Forces and motion, Sat 21 Nov, 10:00');
});

test('records bookings made, moved and cancelled for it', async ({ api, family, tutor, log }) => {
  const [from, to] = [await makeLesson(api), await makeLesson(api, { Date: '2026-11-28' })];
  const name = (await family.readProfile()).user.Student_Name;
  const made = await tutor.tryToBookFor(from.id, family.studentId, 'free');
  const first = `${name}: Forces and motion, Sat 21 Nov, 09:00`;
  await log.expectLatest('booking_added', `${first}, without a credit`);
  log.advance();
  const moved = await tutor.tryToMoveFor(made.body.success ? made.body.booking.id : '', to.id);
  const second = `${name}: Forces and motion, Sat 28 Nov, 09:00`;
  const where = 'from Forces and motion, Sat 21 Nov, 09:00';
  await log.expectLatest('booking_moved', `${second}, ${where}`);
  log.advance();
  await tutor.tryToCancelFor(moved.body.success ? moved.body.booking.id : '');
  await log.expectLatest('booking_cancelled', `${second}, without a credit`);
});

test('records a repeated lesson once per lesson', async ({ tutor, log }) => {
  const before = await log.count();
  await tutor.call(endpoints.repeatLesson, { body: { ...lessonForm, weeks: 5 } });
  expect(await log.count()).toBe(before + 5);
});

test('records credits, attendance and receipts', async ({ api, family, tutor, log }) => {
  const lesson = await makeLesson(api, { Date: '2026-11-18', Time: '13:00:00' });
  const bookingId = await family.book(lesson.id);
  const name = (await family.readProfile()).user.Student_Name;

  const adjust = (amount: number, reason: string) =>
    tutor.either(endpoints.adjustCredits, { params: { id: family.id }, body: { amount, reason } });
  await adjust(2, 'Free first lessons');
  expect((await adjust(-9, 'Refused')).status).toBe(402);
  await log.expectLatest('credits_adjusted', `${name}: +2 credits, Free first lessons`);

  api.clock.set('2026-11-18T14:00:00Z');
  const mark = () =>
    tutor.call(endpoints.markAttendance, { params: { bookingId }, body: { absent: true } });
  await mark();
  await log.expectLatest('attendance', `${name}: ${lesson.Lesson_Name}, absent`);
  const count = await log.count();
  await mark();
  expect(await log.count()).toBe(count);

  log.advance();
  const id = await buyCredits(api, family.actor, { credits: 5, amount: 14_000 });
  await tutor.call(endpoints.resendReceipt, { params: { id } });
  await log.expectLatest('receipt_sent', `${name}: 5 credits`);
});

test('records letters that the tutor sends or stops', async ({ api, db, family, tutor, log }) => {
  const lesson = await makeLesson(api);
  await family.book(lesson.id);
  const params = { id: lesson.id };
  const over = { starts_at: api.clock.now - 3_600_000, letter_sentence: 'Well done.' };
  await db.updateTable('lessons').set(over).where('id', '=', lesson.id).execute();
  for (const state of ['off', 'planned', 'sent'] as const) {
    await tutor.call(endpoints.changeLetter, { params, body: { state } });
    await log.expectLatest('letter_changed', `${lesson.Lesson_Name}, ${state}`);
    log.advance();
  }
});

test('records actions on enquiries and exports', async ({ api, tutor, log }) => {
  const { id } = await enquire(api, { ...enquirer(), name: 'Grace', email: 'grace@example.com' });
  await changeEnquiry(tutor, id, { status: 'contacted' });
  await log.expectLatest('enquiry_updated', 'Grace: contacted');
  log.advance();
  await tutor.call(endpoints.reportExport, { body: { rows: 12 } });
  await log.expectLatest('enquiries_exported', '12 enquiries');
  for (const rows of [-1, 1.5, '3', undefined]) {
    const refused = await tutor.refused(endpoints.reportExport, { body: { rows } });
    expect(refused.body.details).toMatchObject([{ field: 'rows' }]);
  }
});

test('records added and blocked admins', async ({ api, log }) => {
  const email = 'helper@example.com';
  const helper = { email, name: 'Tutor', password: PASSWORD };
  expect(await addAdmin(api.context(null), helper)).toBe(true);
  await log.expectLatest('admin_added', 'On the server');
  log.advance();
  expect(await blockAdmin(api.context(null), email)).toBeNull();
  await log.expectLatest('admin_blocked', 'On the server');
});

test('records password and two-factor changes', async ({ api, log }) => {
  const { call } = await makeAdmin(api);
  log.advance();
  const current_password = 'another one';
  const passwords = { current_password: PASSWORD, password: current_password };
  await call(endpoints.changeAdminPassword, { body: passwords });
  const kind = async () => (await log.read())[0]?.kind;
  expect(await kind()).toBe('password_changed');
  const { setup } = (await call(endpoints.setUpTwoFactor, { body: { current_password } })).body;
  const totp = new TOTP({ secret: Secret.fromBase32(setup.secret) });
  const code = () => totp.generate({ timestamp: api.clock.now });
  api.clock.advance({ seconds: 1 });
  await call(endpoints.enableTwoFactor, { body: { code: code() } });
  expect(await kind()).toBe('two_factor_on');
  log.advance();
  const disable = () =>
    call(endpoints.disableTwoFactor, { body: { current_password, code: code() } });
  await disable();
  expect(await kind()).toBe('two_factor_off');
  const count = await log.count();
  await disable();
  expect(await log.count()).toBe(count);
});

test('records actions on undelivered emails by subject only', async ({ api, db, tutor, log }) => {
  const failed = { failed_at: api.clock.now, last_error: '550 No such mailbox' };
  const emails = db.updateTable('emails').set(failed).where('recipient', '=', 'grace@example.com');
  const { id, subject } = await emails.returning(['id', 'subject']).executeTakeFirstOrThrow();
  await tutor.call(endpoints.sendEmailAgain, { params: { id } });
  await log.expectLatest('email_sent_again', subject);
  log.advance();
  await tutor.call(endpoints.dismissEmail, { params: { id } });
  await log.expectLatest('email_dismissed', subject);
});

test('removes the name of a deleted enquiry from older entries', async ({ tutor, log }) => {
  const [customer] = await listEnquiries(tutor);
  await deleteEnquiry(tutor, customer?.id ?? '');
  await log.expectLatest('enquiry_deleted', 'Deleted enquiry');
  const words = (await log.read()).map(({ subject }) => subject);
  expect(words).toContain('Deleted enquiry: contacted');
  expect(words).toContain('Deleted email');
  expect(words.join()).not.toContain('Grace');
});

test('records restored forms', async ({ api, tutor, log }) => {
  const form = { name: 'Grace', email: 'caught@example.com', mobile: '07700900321' };
  const body = { ...form, year_class: 'year-10', [HONEYPOT_FIELD]: 'x' } as const;
  await api.call(endpoints.registerInterest, { body });
  const [caught] = (await tutor.call(endpoints.listCaught)).body.caught;
  await tutor.call(endpoints.restoreCaught, { params: { id: caught?.id ?? '' } });
  await log.expectLatest('enquiry_restored', 'Grace');
});

test('records free-lesson invitations and settings', async ({ api, tutor, log }) => {
  const { name, ...enquiry } = await enquire(api);
  await inviteEnquirer(api, tutor, enquiry);
  await log.expectLatest('enquiry_invited', name);
  log.advance();
  await tutor.call(endpoints.withdrawEnquiryInvitation, { params: { id: enquiry.id } });
  await log.expectLatest('invitation_withdrawn', name);
  log.advance();
  await tutor.call(endpoints.updateSettings, { body: { reply_templates: [] } });
  const settings =
    '0 reply templates, automatic invitations off, daily summary on, letters after lessons on, greeting "Dear {name},", group chats of 0 courses, free first lesson at once, 2 free spots for each lesson, promotion codes off, tax quarters, enquiries stay 12 months and records 6 years';
  await log.expectLatest('settings_changed', settings);
});

test('records imports by their numbers only', async ({ tutor, log }) => {
  const { id } = await importFile(tutor, fileOf([rowOf()]));
  await log.expectLatest('families_imported', '1 family, 3 credits');
  log.advance();
  await undo(tutor, id);
  await log.expectLatest('import_undone', '1 removed, 0 kept');
});

test('covers every kind of activity in the tests above', async ({ db }) => {
  const kinds = await db.selectFrom('activities').select('kind').distinct().execute();
  const seen = kinds.map(({ kind }) => kind);
  // Publishing needs a build (server/site/published.test.ts), and mending or refunding a payment a
  // provider (server/payments/comparison/reconciliation.test.ts, server/payments/refunds).
  expect(['payment_mended', 'payment_refunded', 'site_published', ...seen].toSorted()).toEqual(
    [...activityKinds].toSorted(),
  );
});

test('requires the old password for a new one', async ({ api }) => {
  const other = await makeAdmin(api);
  const elsewhere = await signInAgain(api, other);
  const password = 'another one';
  const change = (current_password: string) =>
    other.either(endpoints.changeAdminPassword, { body: { current_password, password } });
  const details = [{ field: 'current_password' }];
  expect((await change('not this one')).body).toMatchObject({ details });
  expect((await change(PASSWORD)).status).toBe(200);
  await other.call(endpoints.adminVerify);
  // Other sessions have ended.
  expect((await elsewhere.refused(endpoints.adminVerify)).status).toBe(401);
  await api.call(endpoints.adminLogin, { body: { email: other.email, password } });
});

test('lists newest first, within UK dates, by default 30 days back', async ({ api, tutor }) => {
  const instants = ['2026-12-01T23:59:59Z', '2026-12-02T00:00:00Z', '2026-12-31T12:00:00Z'];
  for (const [rows, instant] of instants.entries()) {
    api.clock.set(instant);
    await (await signInAgain(api, tutor)).call(endpoints.reportExport, { body: { rows } });
  }
  const list = async (query: object) =>
    (await (await signInAgain(api, tutor)).call(endpoints.listActivities, { query })).body
      .activities;
  const exportsIn = async (query: object) =>
    (await list(query))
      .filter(({ kind }) => kind === 'enquiries_exported')
      .map(({ subject }) => subject);
  const december = ['2 enquiries', '1 enquiries'];
  expect(await exportsIn({ from: '2026-12-02', to: '2026-12-31' })).toEqual(december);
  expect(await exportsIn({ from: '2026-12-01', to: '2026-12-01' })).toEqual(['0 enquiries']);
  api.clock.set('2027-01-01T09:00:00Z');
  expect(await exportsIn({})).toEqual(december);
  const times = (await list({})).map(({ created_at }) => created_at);
  expect(times).toEqual(times.toSorted().toReversed());
});

describe('the log', () => {
  test.for(["update activities set detail = 'nothing happened'", 'delete from activities'])(
    'is rewritten by nobody: %s',
    async (statement, { db }) => {
      await expect(sql.raw(statement).execute(db)).rejects.toThrow(/append-only/);
    },
  );

  test('is refused to students', async ({ family }) => {
    expect((await family.refused(endpoints.listActivities)).status).toBe(403);
  });
});
