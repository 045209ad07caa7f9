// What a family does with its own account: change it, take its data away, leave.
import type { ProfileChanges, Student } from '../../domain/account.ts';
import { Refusal } from '../../domain/errors.ts';
import type { FamilyData } from '../../domain/family.ts';
import { cancelAllAhead } from '../bookings/store.ts';
import { listEntries } from '../credits/history-store.ts';
import { type Db, isUniqueViolation, transact } from '../db/index.ts';
import { accountDeleted, emailChanged, passwordChanged } from '../mail/messages.ts';
import { forgetMails, queueMail } from '../mail/store.ts';
import { hashPassword } from '../passwords.ts';
import { endSessions } from './session-store.ts';
import { readStudent } from './store.ts';

const DELETED_NAME = 'Deleted account';

const instantOrNull = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());

/** The password hash and email of a live account. */
export function readCredentials(db: Db, id: string) {
  return db
    .selectFrom('students')
    .select(['password_hash', 'parent_email', 'parent_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Changes the given fields; an address that is given up is told. Throws email_taken. */
export async function changeProfile(
  db: Db,
  now: number,
  id: string,
  changes: ProfileChanges,
): Promise<Student> {
  try {
    await transact(db, async (tx) => {
      const before = await tx
        .selectFrom('students')
        .select(['parent_email', 'parent_name', 'parent_phone', 'student_name'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('students')
        .set({
          parent_name: changes.Parent_Name ?? before.parent_name,
          parent_email: changes.Parent_Email ?? before.parent_email,
          parent_phone: changes.Parent_Phone_Number ?? before.parent_phone,
          student_name: changes.Student_Name ?? before.student_name,
        })
        .where('id', '=', id)
        .execute();
      if (changes.Parent_Email !== undefined && changes.Parent_Email !== before.parent_email)
        await queueMail(tx, now, emailChanged({ student_id: id, ...before }, changes.Parent_Email, now));
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const { message } = new Refusal('email_taken');
    throw new Refusal('email_taken', { details: [{ field: 'Parent_Email', message }] });
  }
  return readStudent(db, now, id);
}

/** Sets a new password and ends every other session of the account. */
export async function setPassword(
  db: Db,
  now: number,
  id: string,
  chain: string,
  password: string,
): Promise<void> {
  const password_hash = await hashPassword(password);
  await transact(db, async (tx) => {
    await tx.updateTable('students').set({ password_hash }).where('id', '=', id).execute();
    await endSessions(tx, now, { audience: 'student', id }, chain);
    const family = await tx
      .selectFrom('students')
      .select(['parent_email', 'parent_name'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await queueMail(tx, now, passwordChanged({ student_id: id, ...family }, now));
  });
}

/**
 * Ends the account: what is booked ahead is cancelled with its credit returned, name and address are erased,
 * nobody can sign in to it any more. Payments and the ledger stay, without a name.
 */
export async function deleteStudent(db: Db, now: number, id: string): Promise<void> {
  await transact(db, async (tx) => {
    const family = await tx
      .selectFrom('students')
      .select(['parent_email', 'parent_name'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
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
      .execute();
    // After the row above is held: a booking under way is either seen here or finds the account gone.
    await cancelAllAhead(tx, now, id);
    await endSessions(tx, now, { audience: 'student', id });
    await forgetMails(tx, id);
    await queueMail(tx, now, accountDeleted({ student_id: id, ...family }));
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
