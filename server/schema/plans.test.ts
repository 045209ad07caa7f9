// Every statement that the API runs on a growing table must use an index.
import { text as textOf } from 'node:stream/consumers';

import type { RootOperationNode } from 'kysely';
import { CompiledQuery, createQueryId, sql } from 'kysely';
import { expect, inject, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { RESERVATION_MINUTES } from '../../domain/lessons/booking.ts';
import { expireReservations, releaseExpired } from '../booking/reservations.ts';
import { deleteErasedFiles } from '../email/erased-files.ts';
import {
  type LeasedEmail,
  leaseDueEmail,
  markFailed,
  markSent,
  renewLease,
  withdraw,
} from '../email/leases.ts';
import { deleteEmailCounts } from '../email/unconfirmed-limit.ts';
import { listUnansweredEnquiries } from '../enquiries/enquiries.ts';
import { createReadiness } from '../health/readiness.ts';
import { findOutdated, queueReminders } from '../lessons/reminders/reminders.ts';
import { queueSlides } from '../lessons/slides.ts';
import { streamCsv } from '../payments/books/books.ts';
import { createPayment } from '../payments/checkout/create-payment.ts';
import { applyDispute } from '../payments/disputes/disputes.ts';
import { applySession, attachSession } from '../payments/payments.ts';
import {
  claimCheck,
  expirePayment,
  listOverdue,
  recordCheck,
} from '../payments/pending/overdue.ts';
import { listPaymentsToLookAt } from '../payments/tutor-view/attention.ts';
import { confirmed } from '../testing/accounts/accounts.ts';
import { requestEmail } from '../testing/accounts/families.ts';
import type { TestApp } from '../testing/app.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import { watch } from '../testing/database/failing.ts';
import { planOnSqlite, readsGrowing, scansOf } from '../testing/database/query-plans.ts';
import { useComparison } from '../testing/every-call/use-comparison.ts';
import {
  useCalendars,
  useConfirmations,
  useExcuses,
  useFreeLesson,
  useImports,
  useInvitations,
  useTutorBookings,
  useWaitingList,
} from '../testing/every-call/use-families.ts';
import { makeTopic, useLibrary, useRoom } from '../testing/every-call/use-rooms.ts';
import { useSite } from '../testing/every-call/use-site.ts';
import {
  joinTokenOf,
  lessonForm,
  makeAdmin,
  makeFamily,
  makeLesson,
  PASSWORD,
  signUpForm,
} from '../testing/factories.ts';
import { reportRefunded } from '../testing/payments/without-provider.ts';
import { sharedTest } from '../testing/test.ts';

// The first test calls every endpoint.
vi.setConfig({ testTimeout: 120_000 });

const statements = new Map<string, CompiledQuery>();
let isWatching = false;

const test = sharedTest.extend('statements', { scope: 'file' }, async ({ api }) => {
  isWatching = true;
  await useEverything(api);
  isWatching = false;
  if (inject('engine') === 'postgres') await growBookings(api);
  return [...statements.values()];
});
test.override('settings', {
  // On PostgreSQL, bookings are added that belong to nobody.
  mayBreakInvariants: inject('engine') === 'postgres',
  wrap: (database) =>
    watch(database, (node: RootOperationNode) => {
      // Inserts may contain queries.
      const isStatement = /^(Select|Insert|Update|Delete)QueryNode$/.test(node.kind);
      if (!isWatching || !isStatement) return;
      const compiled = database.db.getExecutor().compileQuery(node, createQueryId());
      statements.set(compiled.sql, compiled);
    }),
});

const withId = (id: string) => ({ params: { id } });

/** Calls every endpoint and job that uses growing tables, to record their statements. */
async function useEverything(api: TestApp): Promise<void> {
  const tutor = await makeAdmin(api);
  const { db } = api.database;
  const system = api.context(null);
  // Before the first comparison, after which it reads no payment.
  await createReadiness(true, (error) => expect.unreachable(String(error)))(system);
  const form = signUpForm();
  await api.call(endpoints.register, { body: form });
  await api.call(endpoints.login, { body: { email: form.Parent_Email, password: PASSWORD } });
  await api.call(endpoints.registerInterest, {
    headers: { 'idempotency-key': 'plans' },
    body: { name: 'Ann', email: 'ann@example.com', mobile: '07700900123', year_class: 'year-10' },
  });
  const family = await makeFamily(api, 5);
  const lesson = await makeLesson(api, { Topic_ID: await makeTopic(tutor) });
  const bookingId = await family.book(lesson.id);
  const link = { params: { token: await joinTokenOf(api, bookingId) } };
  await api.call(endpoints.readJoinLink, link);
  await api.refused(endpoints.joinLesson, link);
  await family.refused(endpoints.findCurrentLink, link);
  await useExcuses(api, family);
  for (const query of [{}, { from: '2026-11-01', to: '2026-11-30' }]) {
    for (const endpoint of [endpoints.listLessons, endpoints.listCredits] as const)
      await family.call(endpoint, { query });
    await tutor.call(endpoints.listAdminLessons, { query });
    await tutor.call(endpoints.listAdminBookings, { query });
    await tutor.call(endpoints.listActivities, { query });
  }
  await tutor.call(endpoints.getBooks);
  await textOf(await streamCsv(api.database.db, { names: 'true' }, api.clock.now));
  await tutor.call(endpoints.getFigures, { query: { from: '2026-10-01', to: '2026-11-30' } });
  await api.call(endpoints.listNextLessons);
  await family.call(endpoints.listAttended);
  await useCalendars(api, family, tutor);
  await family.readProfile();
  await family.call(endpoints.exportData);
  await useInvitations(api, tutor);
  await useFreeLesson(api);
  await useCleaning(api, tutor);
  await tutor.call(endpoints.listFamilies);
  await tutor.call(endpoints.getFamilyRecord, withId(family.id));
  await usePayments(api, family, tutor);
  await useWaitingList(api, family, tutor);
  await useTutorBookings(api, family, tutor);
  await useImports(api, tutor);
  await useSite(api, tutor);
  await useLibrary(tutor);
  const body = { ...lessonForm, Time: '10:00:00' };
  await tutor.call(endpoints.updateLesson, { ...withId(lesson.id), body });
  await queueReminders(system);
  await queueSlides({ ...system, now: api.clock.now + 7 * 86_400_000 });
  const reminder = { cause: 'reminder:', booking_id: bookingId, lesson_start: api.clock.now };
  for (const cause of ['reminder:', 'slides:', `letter:${bookingId}:`])
    await findOutdated({ db, now: api.clock.now }, { ...reminder, cause });
  await useEmails(api, tutor);
  await family.call(endpoints.cancelBooking, { params: { bookingId } });
  await tutor.call(endpoints.deleteLesson, withId(lesson.id));
  await api.call(endpoints.forgotPassword, { body: { email: form.Parent_Email } });
  await api.refused(endpoints.resetPassword, { body: { token: 'unknown', password: PASSWORD } });
  await useConfirmations(api);
  const token = await requestEmail(api, family, signUpForm().Parent_Email);
  await api.call(endpoints.confirmEmail, { body: { token } });
  await useRoom(api, tutor);
  const { refresh_token } = family.session;
  const { session } = (await api.call(endpoints.refresh, { body: { refresh_token } })).body;
  await api.call(endpoints.deleteAccount, { token: session.access_token, body: confirmed });
}

async function useCleaning(api: TestApp, tutor: Caller): Promise<void> {
  const { database, databaseOptions } = api;
  const clock = () => api.clock.now;
  const { customers } = (await tutor.call(endpoints.listEnquiries)).body;
  await tutor.call(endpoints.deleteEnquiry, withId(customers[0]?.id ?? ''));
  await deleteEmailCounts({ database, clock, log: { error() {}, warn() {} } });
  await deleteErasedFiles({ database, clock, dataDir: databaseOptions.dataDir }, clock() - 1);
  await listUnansweredEnquiries(database.db);
  await listPaymentsToLookAt(database.db, clock());
}

/** A payment that is polled, paid, disputed and refunded, and one for a lesson. */
async function usePayments(api: TestApp, family: TestFamily, tutor: Caller): Promise<void> {
  const system = api.context(null);
  const price = { amount: 3000, currency: 'gbp' };
  const paid = { ...price, outcome: 'paid' } as const;
  const pending = await createPayment(family.context(), { credits: 1, ...price });
  const unknown = { params: { session_id: pending.id.replaceAll('-', '') } };
  await family.refused(endpoints.getPayment, unknown);
  await attachSession(system, { paymentId: pending.id, sessionId: 'cs_test_plans' });
  const [overdue] = await listOverdue({ ...system, now: pending.expiresAt });
  if (overdue === undefined) throw new Error('There is no payment to look at.');
  for (const step of [claimCheck, recordCheck, expirePayment]) await step(system, overdue);
  const paymentIntent = 'pi_plans';
  const payment = { paymentId: pending.id, paymentIntent };
  await applySession(system, { sessionId: 'cs_test_plans', ...payment, ...paid });

  const { id } = await makeLesson(api, { Date: '2026-11-28' });
  const requested = { familyId: family.id, ownStudent: null, studentId: undefined };
  const reserving = { lessonIds: [id], requested };
  const reserved = await createPayment(family.context(), { credits: 1, ...price }, reserving);
  await attachSession(system, { paymentId: reserved.id, sessionId: 'cs_test_kept' });
  await family.listLessons();
  await family.call(endpoints.getPayment, { params: { session_id: 'cs_test_kept' } });
  const later = { ...system, now: api.clock.now + RESERVATION_MINUTES.untilExpiry * 60_000 };
  await releaseExpired(later, ['nothing']);
  await expireReservations(later);
  const kept = { sessionId: 'cs_test_kept', paymentId: reserved.id, paymentIntent: null };
  await applySession(system, { ...kept, ...paid });

  const dispute = {
    id: 'du_plans',
    amount: 100,
    reason: 'general',
    dueBy: null,
    createdAt: 0,
    paymentIntent,
  };
  for (const status of [
    'warning_needs_response',
    'needs_response',
    'lost',
    'appeal_under_review',
  ]) {
    const report = { ...dispute, status };
    await applyDispute(system, report, { paymentIntent }, () => Promise.resolve(report));
  }
  await reportRefunded(system, pending.id, pending.amount);
  await useComparison(api, payment);
  await tutor.call(endpoints.getReconciliation);
  await family.call(endpoints.listPayments);
  await family.call(endpoints.getInvoice, withId(pending.id));
  await tutor.call(endpoints.getFamilyInvoice, withId(pending.id));
  await tutor.call(endpoints.resendReceipt, withId(pending.id));
}

async function useEmails(api: TestApp, tutor: Caller): Promise<void> {
  const system = api.context(null);
  // One of a thread is not sent again after a later one.
  const leaseNext = async (): Promise<LeasedEmail> => {
    const message = await leaseDueEmail(system);
    if (message === null) throw new Error('There is no email to send.');
    return message.thread === null ? message : leaseNext();
  };
  const [message, other] = [await leaseNext(), await leaseNext()];
  await renewLease(system, other);
  await markFailed(system, { ...other, thread: 'plans' }, { reason: '421', isFinal: false });
  await markSent(system, other);
  await withdraw(system, other);
  await markFailed(system, message, { reason: '550', isFinal: true });
  await tutor.call(endpoints.listUndeliveredEmails);
  await tutor.call(endpoints.sendEmailAgain, withId(message.id));
  await tutor.call(endpoints.dismissEmail, withId(message.id));
}

/**
 * PostgreSQL chooses plans by table size and would accept any index on an empty table. Adds 991
 * lessons and ten bookings for each student, one in ten of them cancelled, that no plan needs.
 */
async function growBookings({ database: { db } }: TestApp): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into lessons (id, name, date, time, starts_at, max_students, meeting_link, waiting, topic_id, created_at, moved_at)
      select 'l' || n, 'Forces', '', '', 1000000000000 + n, 10, '', n % 2, (select min(id) from topics), n, n
      from generate_series(0, 990) as n`.execute(tx);
    await sql`insert into bookings (id, lesson_id, family_id, student_id, created_at, cancelled_at, join_token)
      select 'b' || n, 'l' || n % 991, 'f' || n / 10, 's' || n / 10, n, case when n % 10 = 0 then n end,
        case when n % 10 > 0 then sha256(n::text::bytea)::text end
      from generate_series(1, 10000) as n`.execute(tx);
  });
  await sql`analyze bookings, lessons`.execute(db);
}

test('scans no growing table', async ({ api, statements: all }) => {
  const reading = all.filter(readsGrowing);
  expect(reading.length).toBeGreaterThan(30);
  const found: Record<string, string[]> = {};
  for (const statement of reading) {
    const tables = await scansOf(api.database.db, statement);
    if (tables.length > 0) found[statement.sql] = tables;
  }
  expect(found).toEqual({});
});

test('control: the check detects a scan', async ({ api }) => {
  const scan = CompiledQuery.raw(`select * from "lessons" where "name" = 'Forces'`);
  expect(await scansOf(api.database.db, scan)).toHaveLength(1);
});

test.runIf(inject('engine') === 'sqlite')(
  'looks for a clash among the lessons of that time, not among all that a family has booked',
  async ({ api, statements: all }) => {
    const clashes = all.filter(({ sql: text }) =>
      /"student_id".* union .*"starts_at" </.test(text),
    );
    expect(clashes.length).toBeGreaterThan(1);
    for (const clash of clashes)
      expect(await planOnSqlite(api.database.db, clash, 'lessons ')).toEqual(
        Array(2).fill('SEARCH lessons USING INDEX lessons_start (starts_at>? AND starts_at<?)'),
      );
  },
);
