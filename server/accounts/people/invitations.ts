// Invitations into a family: sent and withdrawn by its parents, accepted through the link.
import type { Session } from '../../../domain/auth/session.ts';
import { fieldRefusal, Refusal } from '../../../domain/errors.ts';
import type { FamilyUser } from '../../../domain/people/account.ts';
import {
  type FamilyRole,
  type Invitation,
  type NewInvitation,
  type OpenInvitation,
  type ParentDetails,
  refuseInvitation,
  INVITATION_DAYS,
} from '../../../domain/people/family.ts';
import { chooseStudent } from '../../../domain/people/student.ts';
import { DAY_MS, toIso } from '../../../domain/time.ts';
import { requireConfirmed } from '../../auth/confirmation.ts';
import { causeOfInvitation, deleteExpiredLinks, revokeInvitations } from '../../auth/links.ts';
import { hashOf, newId, newToken } from '../../base/ids.ts';
import { familyOf, withFamily, withLocks } from '../../booking/locks.ts';
import { queueEmail } from '../../email/queue.ts';
import { enoughEmails } from '../../email/unconfirmed-limit.ts';
import { type Context, transact, type Work } from '../../engine/context.ts';
import { isUniqueViolation } from '../../engine/database.ts';
import { marksUnlessBusy } from '../../people/contact-marks.ts';
import { readParents } from '../../people/recipients.ts';
import { listStudents } from '../../people/student-rows.ts';
import {
  findCredentials,
  lockProven,
  newAccount,
  type ProvenOwner,
  readMember,
} from '../../sessions/credentials.ts';
import { hashPassword } from '../../sessions/hashing.ts';
import { type FamilyActor, startSession } from '../../sessions/sessions.ts';
import { insertPerson, readAccount } from '../accounts.ts';
import { invitationEmail, invitationAcceptedEmail } from './emails.ts';
import { listPeople, parentsOf, withSignIns } from './people.ts';

/**
 * Emails a link that lets a person in, replacing an earlier one to the same sign-in. Throws
 * validation_failed for a student of another family, email_unconfirmed, email_taken,
 * too_many_parents, sign_in_exists or, if the address has had too many emails today, rate_limited;
 * then it sends nothing.
 */
export function invite(
  context: Context<FamilyActor>,
  proven: ProvenOwner,
  { role, email, Student_ID: chosen }: NewInvitation,
): Promise<Invitation> {
  return transact(context, (work) =>
    withFamily(work, context.actor.familyId, async () => {
      const inviter = await lockProven(work.tx, proven);
      const student = await requireInvitee(work, { role, email, chosen });
      await deleteExpiredLinks(work);
      return replaceInvitation(work, { role, email, student, invitedBy: inviter.name });
    }),
  );
}

type Invitee = Pick<NewInvitation, 'role' | 'email'>;

/** The student to invite; null for a parent. Throws why nobody can be invited so. */
async function requireInvitee(
  { tx, now, actor }: Work<FamilyActor>,
  { role, email, chosen }: Invitee & { chosen: NewInvitation['Student_ID'] },
) {
  const students = await listStudents(tx, actor.familyId, now);
  await requireConfirmed(tx, actor.id);
  const people = await listPeople(tx, actor.familyId);
  const student = role === 'student' ? chooseStudent(withSignIns(students, people), chosen) : null;
  if (role === 'student' && student === null)
    throw fieldRefusal(
      'Student_ID',
      'validation_failed',
      'Please choose who the invitation is for',
    );
  const refusal = refuseInvitation(
    { parents: parentsOf(people).length },
    student && { hasSignIn: student.sign_in !== null },
  );
  if (refusal !== null) throw new Refusal(refusal);
  // This check only tells the family early. The unique email decides when the invitation is
  // accepted.
  if ((await findCredentials(tx, 'family', email)) !== undefined)
    throw fieldRefusal('email', 'email_taken', 'Somebody already has an account with this email.');
  return student;
}

/** Stores and emails an invitation, and revokes an earlier one to the same sign-in. */
async function replaceInvitation(
  work: Work<FamilyActor>,
  {
    role,
    email,
    student,
    invitedBy,
  }: Invitee & { student: { id: string; Student_Name: string } | null; invitedBy: string },
): Promise<Invitation> {
  const { tx, now, actor } = work;
  const { familyId } = actor;
  const studentId = student?.id ?? null;
  await revokeInvitations(work, (earlier) =>
    earlier
      .where('family_id', '=', familyId)
      .where('student_id', studentId === null ? 'is' : '=', studentId),
  );
  const token = newToken();
  const row = {
    id: newId(),
    family_id: familyId,
    role,
    student_id: studentId,
    email,
    token_hash: hashOf(token),
    invited_by: actor.id,
    created_at: now,
    expires_at: now + INVITATION_DAYS * DAY_MS,
  };
  await tx.insertInto('invitations').values(row).execute();
  const isQueued = await queueEmail(
    work,
    invitationEmail({
      cause: causeOfInvitation(row.id),
      familyId,
      email,
      invitedBy,
      firstName: student === null ? null : firstNameOf(student.Student_Name),
      token,
    }),
  );
  // Otherwise the family would wait for a person who was never invited.
  if (!isQueued) throw enoughEmails();
  return { id: row.id, role, email, Student_ID: studentId, expires_at: toIso(row.expires_at) };
}

const firstNameOf = (name: string) => name.split(/\s+/u)[0] ?? name;

/**
 * Withdraws an invitation of the family. Throws invitation_not_found if it is gone, used or of
 * another family.
 */
export async function withdrawInvitation(context: Context<FamilyActor>, id: string): Promise<void> {
  await transact(context, async (work) => {
    const withdrawn = await revokeInvitations(work, (invitations) =>
      invitations
        .where('id', '=', id)
        .where('family_id', '=', work.actor.familyId)
        .where('expires_at', '>', work.now),
    );
    if (withdrawn === 0) throw new Refusal('invitation_not_found');
  });
}

/** An invitation that can be accepted. */
interface LiveInvitation {
  readonly role: FamilyRole;
  readonly tokenHash: string;
}

/**
 * The invitation of this link. Throws invitation_not_found if it is unknown, used, withdrawn or
 * expired.
 */
export async function findInvitation(
  { database: { db }, now }: Context,
  token: string,
): Promise<LiveInvitation & { readonly open: OpenInvitation }> {
  const tokenHash = hashOf(token);
  const invitation = await db
    .selectFrom('invitations')
    .innerJoin('people', 'people.id', 'invited_by')
    .leftJoin('students', 'students.id', 'invitations.student_id')
    .select([
      'invitations.role as role',
      'invitations.email as email',
      'people.name as invited_by',
      'students.name as student_name',
      'expires_at',
    ])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (invitation === undefined) throw new Refusal('invitation_not_found');
  const { role, email, invited_by, student_name, expires_at } = invitation;
  const studentName = student_name === null ? null : firstNameOf(student_name);
  return {
    role,
    tokenHash,
    open: {
      kind: role,
      email,
      invited_by,
      Student_Name: studentName,
      expires_at: toIso(expires_at),
    },
  };
}

/**
 * Lets the invited person in, signs them in and notifies every existing parent. Throws
 * invitation_not_found if the invitation was used or ended since it was found, email_taken if the
 * address has been taken.
 */
export async function acceptInvitation(
  context: Context,
  { tokenHash, open }: LiveInvitation & { open: OpenInvitation },
  { password, parent }: { password: string; parent: ParentDetails | null },
): Promise<{ readonly session: Session; readonly user: FamilyUser }> {
  const password_hash = await hashPassword(password, tokenHash);
  const phone = parent?.Parent_Phone_Number ?? null;
  const marks = await marksUnlessBusy(context.database.db, { email: open.email, phone }, tokenHash);
  try {
    const { personId, session } = await transact(context, async (work) => {
      const { tx, now } = work;
      const invitation = await tx
        .selectFrom('invitations')
        .select(['id', 'family_id', 'student_id', 'role', 'email'])
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      if (invitation === undefined) throw new Refusal('invitation_not_found');
      const { id, ...used } = invitation;
      return withLocks(work, { families: [used.family_id] }, async (locks) => {
        const { hasLeft } = familyOf(locks, used.family_id);
        // Checked now that the family is locked: the first of several concurrent calls wins.
        if (hasLeft || (await revokeInvitations(work, (all) => all.where('id', '=', id))) === 0)
          throw new Refusal('invitation_not_found');
        const parents = await readParents(tx, used.family_id);
        const accepted = await insertPerson(work, {
          ...used,
          name: parent?.Parent_Name ?? (await requireName(work, used.student_id)),
          phone,
          ...marks,
          password_hash,
          // The link was sent to this address.
          email_confirmed_at: now,
        });
        for (const to of parents)
          await queueEmail(work, invitationAcceptedEmail(to, { ...accepted, role: used.role }));
        const account = newAccount({ audience: 'family', id: accepted.person_id });
        return { personId: account.id, session: await startSession(work, account) };
      });
    });
    const { db } = context.database;
    const user = await readAccount(db, await readMember(db, personId), context.now);
    return { session, user };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw fieldRefusal('email', 'email_taken');
  }
}

/** The name of an active student. Throws invitation_not_found if the student was removed. */
async function requireName({ tx }: Work, studentId: string | null): Promise<string> {
  if (studentId === null) throw new Refusal('invitation_not_found');
  const student = await tx
    .selectFrom('students')
    .select('name')
    .where('id', '=', studentId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (student === undefined) throw new Refusal('invitation_not_found');
  return student.name;
}
