// Accounts of parents and of the tutor.
import type { Admin, NewAdmin, SignUpForm, Student, StudentStats } from '../../domain/account.ts';
import { Refusal } from '../../domain/errors.ts';
import { LESSON_MINUTES } from '../../domain/limits.ts';
import { openBalance } from '../credits/store.ts';
import { type Context, transact } from '../context.ts';
import { type Db, isUniqueViolation } from '../db/database.ts';
import { newId } from '../ids.ts';
import { keptBookings } from '../lessons/booked-store.ts';
import { welcome } from './messages.ts';
import { queueMail } from '../mail/store.ts';
import { hashPassword } from '../passwords.ts';

/** Creates the account at 0 credits and queues the welcome mail. Throws email_taken. Source: `parent_email` is unique. */
export async function createStudent(context: Context, form: SignUpForm): Promise<Student> {
  const id = newId();
  const password_hash = await hashPassword(form.password);
  try {
    await transact(context, async (work) => {
      await work.tx
        .insertInto('students')
        .values({
          id,
          parent_name: form.Parent_Name,
          parent_email: form.Parent_Email,
          parent_phone: form.Parent_Phone_Number,
          student_name: form.Student_Name,
          password_hash,
          created_at: work.now,
        })
        .execute();
      await openBalance(work.tx, id);
      await queueMail(work, welcome(id, form));
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const taken = new Refusal('email_taken');
    throw new Refusal('email_taken', { details: [{ field: 'Parent_Email', message: taken.message }] });
  }
  return readStudent(context.database.db, { id, now: context.now });
}

/**
 * The account as its owner sees it. Lessons count as attended once they have ended, as booked until they start. Throws
 * unauthenticated for an account that was left while the call was under way.
 */
export async function readStudent(
  db: Db,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<Student> {
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
  const lessons = await keptBookings(db)
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
  { database, now }: Context,
  { email, name, password }: NewAdmin,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database.db
    .insertInto('admins')
    .values({ id: newId(), email, name, password_hash: await hashPassword(password), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Creates the admin of the environment when there is none at all. Returns whether it did. */
export async function createFirstAdmin(context: Context, admin: NewAdmin): Promise<boolean> {
  const any = await context.database.db.selectFrom('admins').select('id').limit(1).executeTakeFirst();
  return any === undefined && createAdmin(context, admin);
}

/** Where the tutor's own mails go: every admin. */
export async function adminEmails(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('admins').select('email').orderBy('created_at').execute();
  return rows.map(({ email }) => email);
}
