// Students as the tutor sees them.
import { sql } from 'kysely';

import { creditCount } from '../../domain/credits.ts';
import { Refusal } from '../../domain/errors.ts';
import { MAX_STUDENTS_LISTED } from '../../domain/limits.ts';
import type { Adjustment, BookedLesson, StudentRecord, StudentSummary } from '../../domain/student-record.ts';
import { readStudent } from '../accounts/store.ts';
import { recordActivity } from '../activity/store.ts';
import { listEntries } from '../credits/history-store.ts';
import { changeCredits, readBalance } from '../credits/store.ts';
import { type Db, transact, type Tx } from '../db/index.ts';
import { NEW_REQUEST, once, type RequestKey } from '../idempotency/store.ts';
import { receipt } from '../mail/messages.ts';
import { queueMail } from '../mail/store.ts';

const MAX_PAST_LESSONS = 200;

const iso = (instant: number) => new Date(instant).toISOString();

/** The latest accounts, newest first. */
export async function listStudents(db: Db): Promise<StudentSummary[]> {
  const rows = await db
    .selectFrom('students')
    .innerJoin('balances', 'balances.student_id', 'students.id')
    .select([
      'students.id as id',
      'student_name as Student_Name',
      'parent_name as Parent_Name',
      'parent_email as Parent_Email',
      'parent_phone as Parent_Phone_Number',
      'credits as Credits',
      'created_at',
    ])
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('students.id', 'desc')
    .limit(MAX_STUDENTS_LISTED)
    .execute();
  return rows.map((row) => ({ ...row, created_at: iso(row.created_at) }));
}

/** Throws not_found for an unknown or deleted account. */
async function requireStudent(
  db: Db | Tx,
  id: string,
): Promise<{ student_name: string; created_at: number }> {
  const row = await db
    .selectFrom('students')
    .select(['student_name', 'created_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found', { message: 'There is no such student.' });
  return row;
}

/** Everything the tutor sees of one student. Throws not_found. */
export async function readRecord(db: Db, now: number, id: string): Promise<StudentRecord> {
  const { created_at } = await requireStudent(db, id);
  const lessons = db
    .selectFrom('bookings')
    .innerJoin('lessons', 'lessons.id', 'bookings.lesson_id')
    .select([
      'bookings.id as booking_id',
      'lesson_id as Lesson_ID',
      'lessons.name as Lesson_Name',
      'date as Lesson_Date',
      'time as Lesson_Time',
      'starts_at',
      'absent_at',
    ])
    .where('student_id', '=', id)
    .where('cancelled_at', 'is', null);
  const upcoming = await lessons
    .where('deleted_at', 'is', null)
    .where('starts_at', '>', now)
    .orderBy('starts_at')
    .execute();
  const past = await lessons
    .where('starts_at', '<=', now)
    .orderBy('starts_at', 'desc')
    .limit(MAX_PAST_LESSONS)
    .execute();
  const payments = await db
    .selectFrom('purchases')
    .select(['id', 'status', 'credits', 'amount', 'currency', 'created_at'])
    .where('student_id', '=', id)
    .orderBy('created_at', 'desc')
    .execute();
  return {
    student: { ...(await readStudent(db, now, id)), created_at: iso(created_at) },
    upcoming: upcoming.map(toBookedLesson),
    past: past.map(toBookedLesson),
    entries: await listEntries(db, id, { from: 0, until: null }),
    payments: payments.map((row) => ({ ...row, created_at: iso(row.created_at) })),
  };
}

function toBookedLesson({
  absent_at,
  starts_at,
  ...row
}: Omit<BookedLesson, 'absent' | 'starts_at'> & {
  absent_at: number | null;
  starts_at: number;
}): BookedLesson {
  return { ...row, starts_at: iso(starts_at), absent: absent_at !== null };
}

/** Gives or takes credits with a reason. Answers the new balance; throws not_found, or insufficient_credits when there are fewer. */
export async function adjustCredits(
  db: Db,
  now: number,
  adminId: string,
  studentId: string,
  { amount, reason }: Adjustment,
  requestKey: RequestKey = NEW_REQUEST,
): Promise<number> {
  const { student_name } = await requireStudent(db, studentId);
  const adjust = async (tx: Tx) => {
    const balance = await changeCredits(tx, now, studentId, amount, { kind: 'adjustment', reason });
    if (balance === null) {
      const message = `${student_name} has only ${creditCount(await readBalance(tx, studentId))}.`;
      throw new Refusal('insufficient_credits', { message, details: [{ field: 'amount', message }] });
    }
    // Asked again now that the entry keeps the account's row from being erased: no reason is kept for one that was.
    await requireStudent(tx, studentId);
    const { last_entry } = await tx
      .selectFrom('balances')
      .select('last_entry')
      .where('student_id', '=', studentId)
      .executeTakeFirstOrThrow();
    await recordActivity(tx, now, adminId, 'credits_adjusted', {
      studentId,
      ...(last_entry === null ? {} : { ledgerEntry: last_entry }),
      detail: `${amount > 0 ? '+' : '-'}${creditCount(Math.abs(amount))}`,
    });
    return balance;
  };
  return transact(db, (tx) => once(tx, now, requestKey, () => adjust(tx)));
}

/** Queues the receipt of a paid purchase once more. Throws payment_not_found. */
export async function resendReceipt(db: Db, now: number, adminId: string, id: string): Promise<void> {
  await transact(db, async (tx) => {
    const purchase = await tx
      .selectFrom('purchases')
      .innerJoin('students', 'students.id', 'purchases.student_id')
      .innerJoin('balances', 'balances.student_id', 'students.id')
      .select([
        'purchases.id as id',
        'purchases.credits as credits',
        'amount',
        'currency',
        'status',
        'students.id as student_id',
        'parent_email',
        'parent_name',
        'student_name',
        'balances.credits as balance',
        sql<number>`coalesce((select created_at from credit_ledger
          where purchase_id = purchases.id and kind = 'purchase'), purchases.created_at)`.as('paid_at'),
      ])
      .where('purchases.id', '=', id)
      .where('students.deleted_at', 'is', null)
      .executeTakeFirst();
    if (purchase === undefined || (purchase.status !== 'paid' && purchase.status !== 'refunded'))
      throw new Refusal('payment_not_found');
    await queueMail(tx, now, receipt(purchase, purchase, purchase.balance, now));
    await recordActivity(tx, now, adminId, 'receipt_sent', {
      studentId: purchase.student_id,
      detail: creditCount(purchase.credits),
    });
  });
}
