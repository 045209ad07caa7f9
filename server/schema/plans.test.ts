// Every statement that the API runs on a growing table must use an index.
import type { RootOperationNode } from 'kysely';
import { CompiledQuery, createQueryId, sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { forgetExpiredLinks } from '../auth/links.ts';
import { releaseExpired, expireReservations } from '../lessons/reservations.ts';
import { sweepWaitingLists } from '../lessons/join-waiting-list.ts';
import { findOutdated, queueReminders } from '../lessons/reminders.ts';
import { queueWaitingNotices } from '../lessons/waiting-notices.ts';
import { transact } from '../engine/context.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { RESERVATION_MINUTES } from '../../domain/limits.ts';
import { leaseDueEmail, markFailed, markSent, renewLease, withdraw } from '../email/leases.ts';
import { forgetCounts } from '../email/unconfirmed-limit.ts';
import { sweepErased } from '../email/sweep.ts';
import { applyDispute } from '../payments/disputes.ts';
import { claimLook, closeUnknown, listOverdue, noteLook } from '../payments/overdue.ts';
import { applyRefund } from '../payments/refunds.ts';
import { applySession, attachSession, createPayment } from '../payments/payments.ts';
import { listPaymentsToLookAt } from '../payments/attention.ts';
import { listUnanswered } from '../enquiries/enquiries.ts';
import { updateLesson } from '../lessons/change-lesson.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { readText, subscribe } from '../testing/calendars.ts';
import { watch } from '../testing/failing.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  addParent,
  addSignIn,
  adminOf,
  joinTokenOf,
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
import { confirmAddress, tokenTo } from '../testing/emails.ts';
import { readsGrowing, scansOf } from '../testing/scans.ts';

let api: TestApp;
const statements = new Map<string, CompiledQuery>();
let isWatching = false;

function note(node: RootOperationNode): void {
  // Inserts may contain queries.
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

/** Calls every endpoint and job that uses growing tables, to record their statements. */
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
  const { body } = await api.call(endpoints.bookLesson, {
    ...asFamily,
    body: { Lesson_ID: lesson.id },
  });
  const join_token = { params: { token: await joinTokenOf(api, body.booking.id) } };
  await api.call(endpoints.readJoinLink, join_token);
  await api.refused(endpoints.joinLesson, join_token);
  await api.refused(endpoints.findCurrentLink, { ...asFamily, ...join_token });
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
  const { customers } = (await api.call(endpoints.listEnquiries, asAdmin)).body;
  await api.call(endpoints.deleteEnquiry, { ...asAdmin, params: { id: customers[0]?.id ?? '' } });
  await forgetCounts({ database: api.database, clock, log: { error() {}, warn() {} } });
  await sweepErased(
    { database: api.database, clock, dataDir: api.databaseOptions.dataDir },
    clock() - 1,
  );
  await listUnanswered(db);
  await listPaymentsToLookAt(db, clock());
  await api.call(endpoints.listFamilies, asAdmin);
  await api.call(endpoints.getFamilyRecord, { ...asAdmin, params: { id: student.id } });
  const order = await createPayment(api.context(parentOf(student)), {
    credits: 1,
    amount: 3000,
    currency: 'gbp',
  });
  await api.refused(endpoints.getPayment, {
    ...asFamily,
    params: { session_id: order.id.replaceAll('-', '') },
  });
  await attachSession(api.context(null), { paymentId: order.id, sessionId: 'cs_test_plans' });
  const [overdue] = await listOverdue({ ...api.context(null), now: order.expiresAt });
  if (overdue === undefined) throw new Error('There is no payment to look at.');
  for (const step of [claimLook, noteLook, closeUnknown]) await step(api.context(null), overdue);
  const payment = { paymentId: order.id, paymentIntent: 'pi_plans' };
  const paid = { amount: order.amount, currency: order.currency, outcome: 'paid' } as const;
  await applySession(api.context(null), { sessionId: 'cs_test_plans', ...payment, ...paid });
  const reserved = await createPayment(
    api.context(parentOf(student)),
    { credits: 1, amount: 3000, currency: 'gbp' },
    {
      lessonIds: [(await makeLesson(api, { Date: '2026-11-28' })).id],
      whom: { familyId: student.id, ownStudent: null, studentId: undefined },
    },
  );
  await attachSession(api.context(null), { paymentId: reserved.id, sessionId: 'cs_test_kept' });
  await api.call(endpoints.listLessons, asFamily);
  await api.call(endpoints.getPayment, { ...asFamily, params: { session_id: 'cs_test_kept' } });
  const later = { ...api.context(null), now: clock() + RESERVATION_MINUTES.untilExpiry * 60_000 };
  await releaseExpired(later, ['nothing']);
  await expireReservations(later);
  await applySession(api.context(null), {
    sessionId: 'cs_test_kept',
    paymentId: reserved.id,
    paymentIntent: null,
    ...paid,
    amount: reserved.amount,
  });
  const lost = {
    id: 'du_plans',
    amount: 100,
    reason: 'general',
    dueBy: null,
    outcome: 'lost',
  } as const;
  await applyDispute(
    api.context(null),
    { ...lost, paymentIntent: 'pi_plans' },
    { paymentIntent: 'pi_plans' },
  );
  await applyRefund(api.context(null), {
    paymentId: null,
    paymentIntent: 'pi_plans',
    refunded: order.amount,
  });
  await api.call(endpoints.listPayments, asFamily);
  await api.call(endpoints.getInvoice, { ...asFamily, params: { id: order.id } });
  await api.call(endpoints.getFamilyInvoice, { ...asAdmin, params: { id: order.id } });
  await api.call(endpoints.resendReceipt, { ...asAdmin, params: { id: order.id } });
  await useWaitingList(admin, student);
  await api.call(endpoints.updateLesson, {
    ...asAdmin,
    params: { id: lesson.id },
    body: { ...lessonForm, Time: '10:00:00' },
  });
  await queueReminders(api.context(null));
  const message = await leaseDueEmail(api.context(null));
  const other = await leaseDueEmail(api.context(null));
  if (message === null || other === null) throw new Error('There is no mail to send.');
  await findOutdated(
    { db, now: clock() },
    { cause: 'reminder:', booking_id: body.booking.id, lesson_start: clock() },
  );
  await renewLease(api.context(null), other);
  await markFailed(
    api.context(null),
    { ...other, thread: 'plans' },
    { reason: '421', isFinal: false },
  );
  await markSent(api.context(null), other);
  await withdraw(api.context(null), other);
  await markFailed(api.context(null), message, { reason: '550', isFinal: true });
  await api.call(endpoints.listUndeliveredEmails, asAdmin);
  await api.call(endpoints.sendEmailAgain, { ...asAdmin, params: { id: message.id } });
  await api.call(endpoints.dismissEmail, { ...asAdmin, params: { id: message.id } });
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
 * PostgreSQL chooses plans by table size and would accept any index on an empty table. Adds ten
 * bookings for each student, one in ten of them cancelled, for lessons that no plan needs.
 */
async function growBookings(): Promise<void> {
  await api.database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into bookings (id, lesson_id, family_id, student_id, created_at, cancelled_at, join_token)
      select 'b' || n, 'l' || n % 991, 'f' || n / 10, 's' || n / 10, n, case when n % 10 = 0 then n end,
        case when n % 10 > 0 then sha256(n::text::bytea)::text end
      from generate_series(1, 10000) as n`.execute(tx);
  });
  await sql`analyze bookings`.execute(api.database.db);
}

/**
 * Calendar feeds of a family, a student and the tutor: created, shown, fetched, fetched after a
 * change and ended.
 */
async function useCalendars(family: TestFamily, admin: Caller): Promise<void> {
  const own = await addSignIn(api, family, family.studentId);
  for (const { isTutor, ...who } of [
    { ...family, isTutor: false },
    { ...own, isTutor: false },
    { ...admin, isTutor: true },
  ]) {
    const address = await subscribe(api, { ...who, isTutor });
    await readText(api, address);
    await readText(api, address);
    const [get, end] = isTutor
      ? [endpoints.getAdminCalendar, endpoints.endAdminCalendar]
      : [endpoints.getCalendar, endpoints.endCalendar];
    await api.call(get, { token: who.token });
    await api.call(end, { token: who.token });
  }
}

/**
 * A parent requests another confirmation link, follows it, forgets the password and removes other
 * people.
 */
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

/**
 * Enquirers are invited manually and automatically, one signs up with the link, and a family sends
 * an enquiry.
 */
async function useInvitations(admin: Caller): Promise<void> {
  const asAdmin = { token: admin.token };
  await api.call(endpoints.updateSettings, { ...asAdmin, body: { invite_automatically: true } });
  const enquiry = await enquire(api);
  const link = await inviteEnquirer(api, admin, enquiry);
  await api.call(endpoints.readInvitation, { body: { token: link } });
  await signUpWith(api, link, formOf(enquiry));
  const family = await makeFamily(api);
  await api.call(endpoints.askForFreeLesson, {
    token: family.token,
    body: { year_class: 'year-10' },
  });
  const other = await enquire(api);
  await api.call(endpoints.withdrawEnquiryInvitation, { ...asAdmin, params: { id: other.id } });
  const invite = await inviteEnquirer(api, admin, other);
  await api.call(endpoints.askForFreeLesson, {
    token: (await makeFamily(api)).token,
    body: { invite },
  });
  await api.call(endpoints.getFunnel, asAdmin);
}

/**
 * A full lesson whose waiting list is joined, left, moved, promoted, opened to all, ended and
 * swept.
 */
async function useWaitingList(admin: Caller, who: TestFamily): Promise<void> {
  const asAdmin = { token: admin.token };
  const { id } = await makeLesson(api, { Max_Students: 1 });
  const params = { id };
  await makeBooking(api, who, id);
  const families = [await makeFamily(api), await makeFamily(api, 1), await makeFamily(api)];
  for (const family of families)
    await api.call(endpoints.joinWaitingList, { token: family.token, params, body: {} });
  const last = families.at(-1)?.token;
  await api.call(endpoints.listLessons, { token: last });
  await api.call(endpoints.exportData, { token: last });
  await api.call(endpoints.leaveWaitingList, { token: last, params, body: {} });
  const change = (body: object) => api.call(endpoints.updateLesson, { ...asAdmin, params, body });
  await change({ Time: '11:00:00' });
  await change({ Max_Students: 2 });
  await queueWaitingNotices(api.context(null));
  const late = { ...api.context(adminOf(admin)), now: Date.parse('2026-11-21T10:00:00Z') };
  await updateLesson(late, id, { Max_Students: 3 });
  await queueWaitingNotices(late);
  await sweepWaitingLists({ ...late, now: Date.parse('2026-11-21T11:00:00Z') });
  await api.call(endpoints.deleteLesson, { ...asAdmin, params });
}

test('scans no growing table', async () => {
  const reading = [...statements.values()].filter(readsGrowing);
  expect(reading.length).toBeGreaterThan(30);
  const found: Record<string, string[]> = {};
  for (const statement of reading) {
    const tables = await scansOf(api.database.db, statement);
    if (tables.length > 0) found[statement.sql] = tables;
  }
  expect(found).toEqual({});
});

test('control: the check detects a scan', async () => {
  const found = await scansOf(
    api.database.db,
    CompiledQuery.raw(`select * from "lessons" where "name" = 'Forces'`),
  );
  expect(found).toHaveLength(1);
});
