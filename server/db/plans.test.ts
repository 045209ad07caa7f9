// Every statement that the API runs on a growing table finds its rows by an index.
import type { RootOperationNode } from 'kysely';
import { CompiledQuery, createQueryId, sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { forgetExpiredLinks } from '../accounts/link-store.ts';
import { settleLapsed, sweepHolds } from '../bookings/lapse-store.ts';
import { sweepLines } from '../bookings/line-store.ts';
import { findOutdated, queueReminders } from '../bookings/reminder-store.ts';
import { queueWaitingNotices } from '../bookings/waiting-notice-store.ts';
import { transact } from './context.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { HOLD_MINUTES } from '../../domain/limits.ts';
import { leaseDueMail, markFailed, markSent, renewLease, withdraw } from '../mail/queue-store.ts';
import { forgetCounts } from '../mail/count-store.ts';
import { sweepErased } from '../mail/sweep.ts';
import { applyDispute } from '../payments/dispute-store.ts';
import { claimLook, closeUnknown, listOverdue, noteLook } from '../payments/overdue-store.ts';
import { applyRefund } from '../payments/refund-store.ts';
import { applySession, attachSession, createPurchase } from '../payments/store.ts';
import { listPaymentsToLookAt } from '../payments/attention-store.ts';
import { listUnanswered } from '../enquiries/store.ts';
import { updateLesson } from '../planner/change-store.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { readText, subscribe } from '../testing/calendars.ts';
import { watch } from '../testing/failing.ts';
import {
  addParent,
  addSignIn,
  adminOf,
  doorOf,
  type FamilyHolder,
  type Holder,
  lessonForm,
  makeAdmin,
  makeBooking,
  makeLesson,
  makeFamily,
  parentOf,
  PASSWORD,
  signUpForm,
} from '../testing/factories.ts';
import { enquire, formOf, inviteEnquirer, signUpWith } from '../testing/free-lessons.ts';
import { confirmAddress, tokenTo } from '../testing/mails.ts';
import { readsGrowing, scansOf } from '../testing/scans.ts';

let api: TestApp;
const statements = new Map<string, CompiledQuery>();
let isWatching = false;

function note(node: RootOperationNode): void {
  // What is inserted may look something up.
  const isStatement = /^(Select|Insert|Update|Delete)QueryNode$/.test(node.kind);
  if (!isWatching || !isStatement) return;
  const compiled = api.database.db.getExecutor().compileQuery(node, createQueryId());
  statements.set(compiled.sql, compiled);
}

beforeAll(async () => {
  api = await startTestApp({ wrap: (database) => watch(database, note) });
  isWatching = true;
  await useEverything();
  isWatching = false;
  if (inject('engine') === 'postgres') await growBookings();
});
afterAll(() => api.close());

/** Calls whatever reads or changes growing tables, so that its statements are noted. */
async function useEverything(): Promise<void> {
  const { db } = api.database;
  const clock = () => api.clock.now;
  const admin = await makeAdmin(api);
  const student = await makeFamily(api, 5);
  const lesson = await makeLesson(api);
  const asAdmin = { token: admin.token };
  const asFamily = { token: student.token };
  const query = { from: '2026-11-01', to: '2026-11-30' };
  const form = signUpForm();
  await api.call(endpoints.register, { body: form });
  await api.call(endpoints.login, { body: { email: form.Parent_Email, password: PASSWORD } });
  await api.call(endpoints.registerInterest, {
    headers: { 'idempotency-key': 'plans' },
    body: { name: 'Ann', email: 'ann@example.com', mobile: '07700900123', year_class: 'year-10' },
  });
  const { body } = await api.call(endpoints.bookLesson, { ...asFamily, body: { Lesson_ID: lesson.id } });
  const door = { params: { token: await doorOf(api, body.booking.id) } };
  await api.call(endpoints.readDoor, door);
  await api.refused(endpoints.joinLesson, door);
  await api.refused(endpoints.findCurrentLink, { ...asFamily, ...door });
  for (const endpoint of [endpoints.listLessons, endpoints.listCredits] as const)
    for (const window of [{}, query]) await api.call(endpoint, { ...asFamily, query: window });
  for (const endpoint of [
    endpoints.listAdminLessons,
    endpoints.listAdminBookings,
    endpoints.listActivities,
  ] as const)
    for (const window of [{}, query]) await api.call(endpoint, { ...asAdmin, query: window });
  await api.call(endpoints.listNextLessons);
  await useCalendars(student, admin);
  await api.call(endpoints.getProfile, asFamily);
  await api.call(endpoints.exportData, asFamily);
  await useInvitations(admin);
  const { customers } = (await api.call(endpoints.listCustomers, asAdmin)).body;
  await api.call(endpoints.deleteCustomer, { ...asAdmin, params: { id: customers[0]?.id ?? '' } });
  await forgetCounts({ database: api.database, clock, log: { error() {}, warn() {} } });
  await sweepErased({ database: api.database, clock, dataDir: api.databaseOptions.dataDir }, clock() - 1);
  await listUnanswered(db);
  await listPaymentsToLookAt(db, clock());
  await api.call(endpoints.listStudents, asAdmin);
  await api.call(endpoints.getStudentRecord, { ...asAdmin, params: { id: student.id } });
  const order = await createPurchase(api.context(parentOf(student)), {
    credits: 1,
    amount: 3000,
    currency: 'gbp',
  });
  await api.refused(endpoints.getPayment, {
    ...asFamily,
    params: { session_id: order.id.replaceAll('-', '') },
  });
  await attachSession(api.context(null), { purchaseId: order.id, sessionId: 'cs_test_plans' });
  const [overdue] = await listOverdue({ ...api.context(null), now: order.expiresAt });
  if (overdue === undefined) throw new Error('There is no payment to look at.');
  for (const step of [claimLook, noteLook, closeUnknown]) await step(api.context(null), overdue);
  const payment = { purchaseId: order.id, paymentIntent: 'pi_plans' };
  const paid = { amount: order.amount, currency: order.currency, outcome: 'paid' } as const;
  await applySession(api.context(null), { sessionId: 'cs_test_plans', ...payment, ...paid });
  const kept = await createPurchase(
    api.context(parentOf(student)),
    { credits: 1, amount: 3000, currency: 'gbp' },
    {
      lessonIds: [(await makeLesson(api, { Date: '2026-11-28' })).id],
      whom: { familyId: student.id, ownStudent: null, studentId: undefined },
    },
  );
  await attachSession(api.context(null), { purchaseId: kept.id, sessionId: 'cs_test_kept' });
  await api.call(endpoints.listLessons, asFamily);
  await api.call(endpoints.getPayment, { ...asFamily, params: { session_id: 'cs_test_kept' } });
  const later = { ...api.context(null), now: clock() + HOLD_MINUTES.kept * 60_000 };
  await settleLapsed(later, ['nothing']);
  await sweepHolds(later);
  await applySession(api.context(null), {
    sessionId: 'cs_test_kept',
    purchaseId: kept.id,
    paymentIntent: null,
    ...paid,
    amount: kept.amount,
  });
  const lost = { id: 'du_plans', amount: 100, reason: 'general', dueBy: null, outcome: 'lost' } as const;
  await applyDispute(
    api.context(null),
    { ...lost, paymentIntent: 'pi_plans' },
    { paymentIntent: 'pi_plans' },
  );
  await applyRefund(api.context(null), {
    purchaseId: null,
    paymentIntent: 'pi_plans',
    refunded: order.amount,
  });
  await api.call(endpoints.listPayments, asFamily);
  await api.call(endpoints.getInvoice, { ...asFamily, params: { id: order.id } });
  await api.call(endpoints.getFamilyInvoice, { ...asAdmin, params: { id: order.id } });
  await api.call(endpoints.resendReceipt, { ...asAdmin, params: { id: order.id } });
  await useLine(admin, student);
  await api.call(endpoints.updateLesson, {
    ...asAdmin,
    params: { id: lesson.id },
    body: { ...lessonForm, Time: '10:00:00' },
  });
  await queueReminders(api.context(null));
  const mail = await leaseDueMail(api.context(null));
  const other = await leaseDueMail(api.context(null));
  if (mail === null || other === null) throw new Error('There is no mail to send.');
  await findOutdated(
    { db, now: clock() },
    { cause: 'reminder:', booking_id: body.booking.id, lesson_start: clock() },
  );
  await renewLease(api.context(null), other);
  await markFailed(api.context(null), { ...other, thread: 'plans' }, { reason: '421', isFinal: false });
  await markSent(api.context(null), other);
  await withdraw(api.context(null), other);
  await markFailed(api.context(null), mail, { reason: '550', isFinal: true });
  await api.call(endpoints.listUndeliveredMails, asAdmin);
  await api.call(endpoints.sendMailAgain, { ...asAdmin, params: { id: mail.id } });
  await api.call(endpoints.dismissMail, { ...asAdmin, params: { id: mail.id } });
  await api.call(endpoints.cancelBooking, { ...asFamily, params: { bookingId: body.booking.id } });
  await api.call(endpoints.deleteLesson, { ...asAdmin, params: { id: lesson.id } });
  await api.call(endpoints.forgotPassword, { body: { email: form.Parent_Email } });
  await api.refused(endpoints.resetPassword, { body: { token: 'unknown', password: PASSWORD } });
  await useConfirmations();
  const Parent_Email = signUpForm().Parent_Email;
  await api.call(endpoints.updateProfile, {
    ...asFamily,
    body: { Parent_Email, current_password: PASSWORD },
  });
  const token = await tokenTo(api, Parent_Email);
  await api.call(endpoints.confirmEmail, { body: { token } });
  const { session } = (
    await api.call(endpoints.refresh, { body: { refresh_token: student.session.refresh_token } })
  ).body;
  await api.call(endpoints.deleteAccount, {
    token: session.access_token,
    body: { current_password: PASSWORD },
  });
}

/**
 * PostgreSQL weighs its indexes by what a table holds, and an empty one is read by any of them. Ten bookings of each student, one
 * in ten of them cancelled, whose lessons nobody needs for a plan.
 */
async function growBookings(): Promise<void> {
  await api.database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into bookings (id, lesson_id, family_id, student_id, created_at, cancelled_at, door)
      select 'b' || n, 'l' || n % 991, 'f' || n / 10, 's' || n / 10, n, case when n % 10 = 0 then n end,
        case when n % 10 > 0 then sha256(n::text::bytea)::text end
      from generate_series(1, 10000) as n`.execute(tx);
  });
  await sql`analyze bookings`.execute(api.database.db);
}

/** The calendars of a family, of a student and of the tutor: made, shown, read, read after a change and ended. */
async function useCalendars(family: FamilyHolder, admin: Holder): Promise<void> {
  const own = await addSignIn(api, family, family.studentId);
  for (const { isTutor, ...holder } of [
    { ...family, isTutor: false },
    { ...own, isTutor: false },
    { ...admin, isTutor: true },
  ]) {
    const address = await subscribe(api, { ...holder, isTutor });
    await readText(api, address);
    await readText(api, address);
    const [get, end] = isTutor
      ? [endpoints.getAdminCalendar, endpoints.endAdminCalendar]
      : [endpoints.getCalendar, endpoints.endCalendar];
    await api.call(get, { token: holder.token });
    await api.call(end, { token: holder.token });
  }
}

/** A parent who asks for another link to confirm the address, follows it, forgets the password and has others removed. */
async function useConfirmations(): Promise<void> {
  const family = await makeFamily(api, 0, { isConfirmed: false });
  await addSignIn(api, family, family.studentId);
  await addParent(api, family);
  await api.call(endpoints.forgotPassword, { body: { email: family.email } });
  const body = { token: await tokenTo(api, family.email), password: PASSWORD };
  await api.call(endpoints.resetPassword, { body });
  const other = await makeFamily(api, 0, { isConfirmed: false });
  await confirmAddress(api, other);
  await transact(api.context(null), forgetExpiredLinks);
}

/** Enquirers who are invited, by themselves too, one who signs up with the link, and a family that asks. */
async function useInvitations(admin: Holder): Promise<void> {
  const asAdmin = { token: admin.token };
  await api.call(endpoints.updateSettings, { ...asAdmin, body: { invite_automatically: true } });
  const enquiry = await enquire(api);
  const link = await inviteEnquirer(api, admin, enquiry);
  await api.call(endpoints.readInvitation, { body: { token: link } });
  await signUpWith(api, link, formOf(enquiry));
  const family = await makeFamily(api);
  await api.call(endpoints.askForFreeLesson, { token: family.token, body: { year_class: 'year-10' } });
  const other = await enquire(api);
  await api.call(endpoints.withdrawCustomerInvitation, { ...asAdmin, params: { id: other.id } });
  const invite = await inviteEnquirer(api, admin, other);
  await api.call(endpoints.askForFreeLesson, { token: (await makeFamily(api)).token, body: { invite } });
  await api.call(endpoints.getFunnel, asAdmin);
}

/** A full lesson whose line is joined, left, moved, served, opened to all, ended and swept. */
async function useLine(admin: Holder, holder: FamilyHolder): Promise<void> {
  const asAdmin = { token: admin.token };
  const { id } = await makeLesson(api, { Max_Students: 1 });
  const params = { id };
  await makeBooking(api, holder, id);
  const families = [await makeFamily(api), await makeFamily(api, 1), await makeFamily(api)];
  for (const family of families)
    await api.call(endpoints.joinLine, { token: family.token, params, body: {} });
  const last = families.at(-1)?.token;
  await api.call(endpoints.listLessons, { token: last });
  await api.call(endpoints.exportData, { token: last });
  await api.call(endpoints.leaveLine, { token: last, params, body: {} });
  const change = (body: object) => api.call(endpoints.updateLesson, { ...asAdmin, params, body });
  await change({ Time: '11:00:00' });
  await change({ Max_Students: 2 });
  await queueWaitingNotices(api.context(null));
  const late = { ...api.context(adminOf(admin)), now: Date.parse('2026-11-21T10:00:00Z') };
  await updateLesson(late, id, { Max_Students: 3 });
  await queueWaitingNotices(late);
  await sweepLines({ ...late, now: Date.parse('2026-11-21T11:00:00Z') });
  await api.call(endpoints.deleteLesson, { ...asAdmin, params });
}

test('no statement reads a growing table from end to end', async () => {
  const reading = [...statements.values()].filter(readsGrowing);
  expect(reading.length).toBeGreaterThan(30);
  const found: Record<string, string[]> = {};
  for (const statement of reading) {
    const tables = await scansOf(api.database.db, statement);
    if (tables.length > 0) found[statement.sql] = tables;
  }
  expect(found).toEqual({});
});

test('the check sees a scan where there is one', async () => {
  const found = await scansOf(
    api.database.db,
    CompiledQuery.raw(`select * from "lessons" where "name" = 'Forces'`),
  );
  expect(found).toHaveLength(1);
});
