// Families, their people and the tutor's admins.
import type { Admin, NewAdmin, SignUpForm, FamilyUser, FamilyStats } from '../../domain/account.ts';
import { Refusal, refuseField } from '../../domain/errors.ts';
import { LESSON_MINUTES } from '../../domain/limits.ts';
import { openBalance } from '../credits/store.ts';
import { type Context, transact, type Work } from '../db/context.ts';
import { type Db, isUniqueViolation } from '../db/database.ts';
import { newId } from '../ids.ts';
import { keptBookings } from '../lessons/booked-store.ts';
import { welcome } from './messages.ts';
import { queueMail } from '../mail/store.ts';
import { hashPassword } from '../passwords.ts';

/** Makes the family at 0 credits and queues the welcome email. Throws email_taken. Source: the email of a person is unique. */
export async function createFamily(context: Context, form: SignUpForm): Promise<FamilyUser> {
  const id = newId();
  const password_hash = await hashPassword(form.password);
  try {
    await transact(context, async (work) => {
      // The wire has always had one id for both.
      await insertFamily(work, { familyId: id, studentId: id, form, password_hash });
      await queueMail(work, welcome(id, form));
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw refuseField('Parent_Email', 'email_taken');
  }
  return readAccount(context.database.db, { familyId: id, now: context.now });
}

interface NewFamily {
  readonly familyId: string;
  readonly studentId: string;
  readonly form: Omit<SignUpForm, 'password'>;
  readonly password_hash: string;
}

/** Writes a family of one parent and one student, and its empty wallet. Returns the parent's id. */
export async function insertFamily(
  { tx, now }: Work,
  { familyId, studentId, form, password_hash }: NewFamily,
): Promise<string> {
  const personId = newId();
  await tx.insertInto('families').values({ id: familyId, created_at: now }).execute();
  await tx
    .insertInto('people')
    .values({
      id: personId,
      family_id: familyId,
      role: 'parent',
      name: form.Parent_Name,
      email: form.Parent_Email,
      phone: form.Parent_Phone_Number,
      password_hash,
      created_at: now,
    })
    .execute();
  await tx
    .insertInto('students')
    .values({ id: studentId, family_id: familyId, name: form.Student_Name, created_at: now })
    .execute();
  await openBalance(tx, familyId);
  return personId;
}

/**
 * The account as the family sees it. Lessons count as attended once they have ended, as booked until they start. Throws
 * unauthenticated for a family that has left while the call was under way.
 */
export async function readAccount(
  db: Db,
  { familyId, now }: { readonly familyId: string; readonly now: number },
): Promise<FamilyUser> {
  const lastAttended = now - LESSON_MINUTES * 60_000;
  const account = await db
    .selectFrom('people')
    .innerJoin('students', 'students.family_id', 'people.family_id')
    .innerJoin('balances', 'balances.family_id', 'people.family_id')
    .leftJoin('email_changes', (join) =>
      join.onRef('email_changes.person_id', '=', 'people.id').on('email_changes.expires_at', '>', now),
    )
    .select([
      'people.family_id as id',
      'students.name as Student_Name',
      'people.name as Parent_Name',
      'people.email as Parent_Email',
      'people.phone as Parent_Phone_Number',
      'email_changes.email as pending_email',
      'credits as Credits',
    ])
    .where('people.family_id', '=', familyId)
    .executeTakeFirst();
  if (account === undefined) throw new Refusal('unauthenticated');
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
    .where('family_id', '=', familyId)
    .executeTakeFirstOrThrow();
  return { ...account, ...lessons };
}

/** The dashboard's numbers, from the same profile. */
export function statsOf(student: FamilyUser): FamilyStats {
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

/** Where the tutor's own emails go: every admin. */
export async function adminEmails(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('admins').select('email').orderBy('created_at').execute();
  return rows.map(({ email }) => email);
}
