// Registration of a family, with or without the tutor's invitation.
import { fieldRefusal } from '../../domain/errors.ts';
import type { ParentUser } from '../../domain/people/account.ts';
import type { FreeLessonOutcome, SignUpForm } from '../../domain/people/sign-up.ts';
import { makeConfirmationLink } from '../auth/confirmation.ts';
import { welcomeEmail } from '../auth/emails.ts';
import { newId } from '../base/ids.ts';
import { withLocks } from '../booking/locks.ts';
import { type LockedFamily, openBalance } from '../credits/ledger.ts';
import type { Recipient } from '../email/compose.ts';
import { queueEmail } from '../email/queue.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import { isUniqueViolation } from '../engine/database.ts';
import { type ContactMarks, marksOf, marksUnlessBusy } from '../people/contact-marks.ts';
import { insertStudent } from '../people/student-rows.ts';
import { hashPassword } from '../sessions/hashing.ts';
import { insertPerson, readParent } from './accounts.ts';
import type { AccountListeners, SignUpInvitation } from './listeners.ts';

/**
 * Creates a family with 0 credits, and redeems the tutor's invitation if there is one. Throws
 * email_taken, which leaves the invitation valid, and invitation_not_found if it was used or
 * revoked since it was found. Creates nothing in either case. `caller` is the network of the client
 * address. Source: the email of a person is unique.
 */
export async function register(
  context: Context,
  form: SignUpForm,
  invitation: SignUpInvitation | null,
  caller: string,
  listeners: AccountListeners,
): Promise<{ user: ParentUser; free_lesson?: FreeLessonOutcome }> {
  const { Parent_Email: email, Parent_Phone_Number: phone } = form;
  // On the wire, a family and its first student have always had the same id.
  const familyId = newId();
  const student = { id: familyId, year_class: form.year_class ?? null, finished: false };
  const password_hash = await hashPassword(form.password, caller);
  const { db } = context.database;
  // A free lesson is not granted without them; others of the same network must not prevent it.
  const marks =
    invitation === null
      ? await marksUnlessBusy(db, { email, phone }, caller)
      : await marksOf(db, { email, phone }, familyId);
  const redemption = (await invitation?.prepare(context)) ?? null;
  const create = (work: Work) =>
    withLocks(work, { lessons: redemption?.lessons ?? [] }, async (locks) => {
      const { parent, family } = await insertFamily(work, {
        familyId,
        studentId: student.id,
        form,
        password_hash,
        ...marks,
        // The invitation was sent to this address.
        email_confirmed_at: email === invitation?.email ? work.now : null,
      });
      const [lesson] = locks.lessons.values();
      const outcome =
        redemption === null
          ? undefined
          : await redemption.redeem(work, { parent, family, student, lesson });
      for (const { signedUp } of listeners) await signedUp?.(work, { familyId, email, phone });
      await greet(work, parent, form, outcome);
      return { id: parent.person_id, outcome };
    });
  try {
    const { id, outcome } = await transact(context, create);
    const user = await readParent(db, { id, familyId }, context.now);
    return outcome === undefined ? { user } : { user, free_lesson: outcome };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw fieldRefusal('Parent_Email', 'email_taken');
  }
}

/**
 * Queues the first email to a family, with the link that confirms its address; `outcome` is the
 * outcome of its free lesson, if it was invited to one.
 */
async function greet(
  work: Work,
  parent: Recipient,
  form: Pick<SignUpForm, 'Student_Name'>,
  outcome?: FreeLessonOutcome,
): Promise<void> {
  const path =
    parent.email_confirmed_at === null ? await makeConfirmationLink(work, parent.person_id) : null;
  await queueEmail(work, welcomeEmail(parent, form.Student_Name, { path, outcome }));
}

interface NewFamily extends Partial<ContactMarks> {
  familyId: string;
  studentId: string;
  form: Omit<SignUpForm, 'password'>;
  password_hash: string;
  /** Null until the parent's address is confirmed. */
  email_confirmed_at: number | null;
}

/** Inserts a family of one parent and one student, and its empty balance. */
export async function insertFamily(
  work: Work,
  { familyId, studentId, form, ...proofs }: NewFamily,
): Promise<{ parent: Recipient; family: LockedFamily }> {
  const { tx, now } = work;
  await tx.insertInto('families').values({ id: familyId, created_at: now }).execute();
  await insertStudent(work, familyId, {
    id: studentId,
    Student_Name: form.Student_Name,
    year_class: form.year_class ?? null,
  });
  const family = await openBalance(tx, familyId);
  const parent = await insertPerson(work, {
    family_id: familyId,
    role: 'parent',
    name: form.Parent_Name,
    email: form.Parent_Email,
    phone: form.Parent_Phone_Number,
    ...proofs,
  });
  return { parent, family };
}
