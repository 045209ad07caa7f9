// Families as the tutor sees them.
import { creditCount } from '../../domain/credits.ts';
import { Refusal, refuseField } from '../../domain/errors.ts';
import { MAX_STUDENTS_LISTED } from '../../domain/limits.ts';
import type { Adjustment, BookedLesson, FamilyRecord, FamilySummary } from '../../domain/family-record.ts';
import { toIso } from '../../domain/time.ts';
import type { AdminActor } from '../accounts/session-store.ts';
import { readAccount } from '../accounts/store.ts';
import { recordActivity } from '../activity/store.ts';
import { listEntries } from '../credits/history-store.ts';
import { changeCredits, readBalance } from '../credits/store.ts';
import { type Context, transact, type Work } from '../db/context.ts';
import type { Db } from '../db/database.ts';
import { keptBookings } from '../lessons/booked-store.ts';
import { NEW_REQUEST, once, type RequestKey } from '../idempotency/store.ts';

const MAX_PAST_LESSONS = 200;

/** The latest accounts, newest first. */
export async function listFamilies(db: Db): Promise<FamilySummary[]> {
  const rows = await db
    .selectFrom('families')
    .innerJoin('people', 'people.family_id', 'families.id')
    .innerJoin('students', 'students.family_id', 'families.id')
    .innerJoin('balances', 'balances.family_id', 'families.id')
    .select([
      'families.id as id',
      'students.name as Student_Name',
      'people.name as Parent_Name',
      'people.email as Parent_Email',
      'people.phone as Parent_Phone_Number',
      'credits as Credits',
      'families.created_at as created_at',
    ])
    .where('deleted_at', 'is', null)
    .orderBy('families.created_at', 'desc')
    .orderBy('families.id', 'desc')
    .limit(MAX_STUDENTS_LISTED)
    .execute();
  return rows.map((row) => ({ ...row, created_at: toIso(row.created_at) }));
}

/** Throws not_found for an unknown family and for one that has left. */
async function requireFamily(db: Db, id: string): Promise<{ student_name: string; created_at: number }> {
  const row = await db
    .selectFrom('families')
    .innerJoin('students', 'students.family_id', 'families.id')
    .select(['students.name as student_name', 'families.created_at as created_at'])
    .where('families.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found', { message: 'There is no such student.' });
  return row;
}

/** Everything the tutor sees of one family. Throws not_found. */
export async function readRecord(
  db: Db,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<FamilyRecord> {
  const { created_at } = await requireFamily(db, id);
  const lessons = keptBookings(db)
    .select([
      'bookings.id as booking_id',
      'lesson_id as Lesson_ID',
      'lessons.name as Lesson_Name',
      'date as Lesson_Date',
      'time as Lesson_Time',
      'starts_at',
      'absent_at',
    ])
    .where('family_id', '=', id);
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
    .where('family_id', '=', id)
    .orderBy('created_at', 'desc')
    .execute();
  return {
    student: { ...(await readAccount(db, { familyId: id, now })), created_at: toIso(created_at) },
    upcoming: upcoming.map(toBookedLesson),
    past: past.map(toBookedLesson),
    entries: await listEntries(db, id, { from: 0, until: null }),
    payments: payments.map((row) => ({ ...row, created_at: toIso(row.created_at) })),
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
  return { ...row, starts_at: toIso(starts_at), absent: absent_at !== null };
}

/** Gives or takes credits with a reason. Returns the new balance; throws not_found, or insufficient_credits when there are fewer. */
export async function adjustCredits(
  context: Context<AdminActor>,
  familyId: string,
  { amount, reason }: Adjustment,
  requestKey: RequestKey = NEW_REQUEST,
): Promise<number> {
  const { student_name } = await requireFamily(context.database.db, familyId);
  const adjust = async (work: Work<AdminActor>) => {
    const { tx, actor } = work;
    const balance = await changeCredits(work, { familyId, amount, kind: 'adjustment', reason });
    if (balance === null) {
      const message = `${student_name} has only ${creditCount(await readBalance(tx, familyId))}.`;
      throw refuseField('amount', 'insufficient_credits', message);
    }
    // Asked again now that the entry keeps the account's row from being erased: no reason is kept for one that was.
    await requireFamily(tx, familyId);
    await recordActivity(work, {
      adminId: actor.id,
      kind: 'credits_adjusted',
      familyId,
      ledgerEntry: balance.entry,
      detail: `${amount > 0 ? '+' : '-'}${creditCount(Math.abs(amount))}`,
    });
    return balance.credits;
  };
  return transact(context, (work) => once(work, requestKey, () => adjust(work)));
}
