// Accounts of parents and of the tutor.
import type { Admin, NewAdmin, SignUpForm, Student, StudentStats } from '../../domain/account.ts';
import { Refusal } from '../../domain/errors.ts';
import { LESSON_MINUTES } from '../../domain/limits.ts';
import { openBalance } from '../credits/store.ts';
import { type Db, isUniqueViolation, transact, type Tx } from '../db/index.ts';
import { newId } from '../ids.ts';
import { welcome } from '../mail/messages.ts';
import { queueMail } from '../mail/store.ts';
import { hashPassword } from '../passwords.ts';

/** Creates the account at 0 credits and queues the welcome mail. Throws email_taken. Source: `parent_email` is unique. */
export async function createStudent(db: Db, now: number, form: SignUpForm): Promise<Student> {
  const id = newId();
  const password_hash = await hashPassword(form.password);
  try {
    await transact(db, async (tx) => {
      await tx
        .insertInto('students')
        .values({
          id,
          parent_name: form.Parent_Name,
          parent_email: form.Parent_Email,
          parent_phone: form.Parent_Phone_Number,
          student_name: form.Student_Name,
          password_hash,
          created_at: now,
        })
        .execute();
      await openBalance(tx, id);
      await queueMail(tx, now, welcome(id, form));
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const taken = new Refusal('email_taken');
    throw new Refusal('email_taken', { details: [{ field: 'Parent_Email', message: taken.message }] });
  }
  return readStudent(db, now, id);
}

/**
 * The account as its owner sees it. Lessons count as attended once they have ended, as booked until they start. Throws
 * unauthenticated for an account that was left while the call was under way.
 */
export async function readStudent(db: Db, now: number, id: string): Promise<Student> {
  const lastAttended = now - LESSON_MINUTES * 60_000;
  const student = await db
    .selectFrom('students')
    .innerJoin('balances', 'balances.student_id', 'students.id')
    .leftJoin('email_changes', (join) =>
      join.onRef('email_changes.student_id', '=', 'students.id').on('email_changes.expires_at', '>', now),
    )
    .select([
      'students.id as id',
      'student_name as Student_Name',
      'parent_name as Parent_Name',
      'parent_email as Parent_Email',
      'parent_phone as Parent_Phone_Number',
      'email_changes.email as pending_email',
      'credits as Credits',
    ])
    .where('students.id', '=', id)
    .where('students.deleted_at', 'is', null)
    .executeTakeFirst();
  if (student === undefined) throw new Refusal('unauthenticated');
  const lessons = await db
    .selectFrom('bookings')
    .innerJoin('lessons', 'lessons.id', 'bookings.lesson_id')
    .select(({ fn }) => [
      fn
        .countAll<number>()
        .filterWhere('starts_at', '<=', lastAttended)
        .filterWhere('absent_at', 'is', null)
        .as('Lessons_Attended'),
      fn
        .countAll<number>()
        .filterWhere('starts_at', '>', now)
        .filterWhere('deleted_at', 'is', null)
        .as('Lessons_Booked'),
    ])
    .where('student_id', '=', id)
    .where('cancelled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { ...student, ...lessons };
}

/** The dashboard's numbers, from the same profile. */
export function statsOf(student: Student): StudentStats {
  return {
    lessonsAttended: student.Lessons_Attended,
    upcomingBookings: student.Lessons_Booked,
    creditsRemaining: student.Credits,
  };
}

export function readAdmin(db: Db, id: string): Promise<Admin> {
  return db
    .selectFrom('admins')
    .select(['id', 'name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Creates an admin; false when the email already belongs to one. */
export async function createAdmin(
  db: Db,
  now: number,
  { email, name, password }: NewAdmin,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('admins')
    .values({ id: newId(), email, name, password_hash: await hashPassword(password), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Creates the admin of the environment when there is none at all. Answers whether it did. */
export async function createFirstAdmin(db: Db, now: number, admin: NewAdmin): Promise<boolean> {
  const any = await db.selectFrom('admins').select('id').limit(1).executeTakeFirst();
  return any === undefined && createAdmin(db, now, admin);
}

/** Where the tutor's own mails go: every admin. */
export async function adminEmails(db: Db | Tx): Promise<string[]> {
  const rows = await db.selectFrom('admins').select('email').orderBy('created_at').execute();
  return rows.map(({ email }) => email);
}
