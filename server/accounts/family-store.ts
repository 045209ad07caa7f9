// What a family does with its own account: change it, take its data away, leave.
import type { ProfileChanges, Student } from '../../domain/account.ts';
import type { FamilyData } from '../../domain/family.ts';
import { cancelAllAhead, holdBookedLessons } from '../bookings/store.ts';
import { listEntries } from '../credits/history-store.ts';
import { type Db, transact } from '../db/index.ts';
import { accountDeleted } from '../mail/messages.ts';
import { forgetMails, queueMail } from '../mail/store.ts';
import { holdProven, type Proven } from './credentials-store.ts';
import { endLinks } from './link-store.ts';
import { endSessions } from './session-store.ts';
import { readStudent } from './store.ts';

const DELETED_NAME = 'Deleted account';

const instantOrNull = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());

/** Changes the given fields and no others. Throws unauthenticated for an account that was left in the meantime. */
export async function changeProfile(
  db: Db,
  now: number,
  id: string,
  changes: Omit<ProfileChanges, 'Parent_Email'>,
): Promise<Student> {
  const given = {
    parent_name: changes.Parent_Name,
    parent_phone: changes.Parent_Phone_Number,
    student_name: changes.Student_Name,
  };
  if (Object.values(given).some((value) => value !== undefined))
    await db
      .updateTable('students')
      // What is undefined is no part of the statement.
      .set(given)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .execute();
  return readStudent(db, now, id);
}

/**
 * Ends the account: what is booked ahead is cancelled with its credit returned, name and address are erased,
 * nobody can sign in to it any more. Payments and the ledger stay, without a name.
 */
export async function deleteStudent(db: Db, now: number, proven: Proven): Promise<void> {
  const { id } = proven;
  await transact(db, async (tx) => {
    // Lessons are held before accounts everywhere.
    await holdBookedLessons(tx, id);
    const { email, name } = await holdProven(tx, proven);
    await tx
      .updateTable('students')
      .set({
        parent_name: DELETED_NAME,
        student_name: DELETED_NAME,
        parent_phone: '',
        parent_email: `deleted ${id}`,
        password_hash: '',
        deleted_at: now,
      })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .execute();
    // After the row above is held: a booking under way is either seen here or finds the account gone.
    await cancelAllAhead(tx, now, id);
    await endLinks(tx, now, proven);
    await endSessions(tx, now, proven);
    await forgetMails(tx, id);
    const to = { student_id: id, parent_email: email, parent_name: name };
    await queueMail(tx, now, accountDeleted(to));
  });
}

/** Everything stored about the family. `created_at` of the account and all instants are ISO 8601. */
export async function collectFamilyData(db: Db, now: number, id: string): Promise<FamilyData> {
  const account = await readStudent(db, now, id);
  const { created_at } = await db
    .selectFrom('students')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const bookings = await db
    .selectFrom('bookings')
    .innerJoin('lessons', 'lessons.id', 'bookings.lesson_id')
    .select([
      'bookings.id as id',
      'lessons.name as Lesson_Name',
      'date as Lesson_Date',
      'time as Lesson_Time',
      'bookings.created_at as created_at',
      'cancelled_at',
    ])
    .where('student_id', '=', id)
    .orderBy('bookings.created_at')
    .execute();
  const payments = await db
    .selectFrom('purchases')
    .select(['id', 'session_id', 'status', 'credits', 'amount', 'refunded_amount', 'currency', 'created_at'])
    .where('student_id', '=', id)
    .orderBy('created_at')
    .execute();
  const sessions = await db
    .selectFrom('sessions')
    .select(['created_at', 'expires_at', 'ended_at'])
    .where('student_id', '=', id)
    .orderBy('created_at')
    .execute();
  const mails = await db
    .selectFrom('mails')
    .select(['subject', 'created_at', 'sent_at'])
    .where('student_id', '=', id)
    .orderBy('created_at')
    .execute();
  const iso = (instant: number) => new Date(instant).toISOString();
  return {
    exported_at: iso(now),
    account: { ...account, created_at: iso(created_at) },
    bookings: bookings.map((row) => ({
      ...row,
      created_at: iso(row.created_at),
      cancelled_at: instantOrNull(row.cancelled_at),
    })),
    credits: await listEntries(db, id, { from: 0, until: null }),
    payments: payments.map((row) => ({ ...row, created_at: iso(row.created_at) })),
    sessions: sessions.map((row) => ({
      created_at: iso(row.created_at),
      expires_at: iso(row.expires_at),
      ended_at: instantOrNull(row.ended_at),
    })),
    mails: mails.map((row) => ({
      ...row,
      created_at: iso(row.created_at),
      sent_at: instantOrNull(row.sent_at),
    })),
  };
}
