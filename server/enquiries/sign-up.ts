// Sign-up, with or without the tutor's invitation.
import type { ParentUser, SignUpForm } from '../../domain/account.ts';
import { refuseField } from '../../domain/errors.ts';
import type { FreeLessonOutcome } from '../../domain/free-lesson.ts';
import { queueForAdmins } from '../auth/admin-notices.ts';
import { greet, signUp } from '../families/accounts.ts';
import { changeStudent } from '../families/student-rows.ts';
import { releaseExpired } from '../lessons/expired-reservations.ts';
import type { Context, Work } from '../engine/context.ts';
import { type LiveLink, useLink } from './invitation-links.ts';
import { addMarks, marksOf } from './once-marks.ts';
import { claimEnquiries, markJoined } from './enquiries.ts';
import { lockLesson } from '../lessons/spots.ts';
import type { Recipient } from '../email/compose.ts';
import { grantFreeLesson } from './grant-free-lesson.ts';
import { cameAgain } from './free-lesson-emails.ts';

/** Creates a family with 0 credits. Throws email_taken. */
export async function createFamily(context: Context, form: SignUpForm): Promise<ParentUser> {
  const { user } = await signUp(context, form, {
    after: async (work, parent) => {
      await claimOwn(work, parent, form);
      await greet(work, parent, form);
    },
  });
  return user;
}

const claimOwn = (work: Work, { family_id, email }: Recipient, form: SignUpForm) =>
  claimEnquiries(work, family_id, { email, phone: form.Parent_Phone_Number });

/**
 * Creates the family of an enquirer, grants the credit for the free lesson unless they have had it,
 * and books the proposed lesson if possible. Throws email_taken, which leaves the link valid, and
 * invitation_not_found if the link was used or revoked since it was found. Creates nothing in
 * either case.
 */
export async function createInvitedFamily(
  context: Context,
  form: SignUpForm,
  link: LiveLink,
): Promise<{ user: ParentUser; free_lesson: FreeLessonOutcome }> {
  const { enquirer, lessonId } = link;
  const marks = await marksOf(context.database.db, {
    emails: [enquirer.email, form.Parent_Email],
    phones: [enquirer.mobile, form.Parent_Phone_Number],
  });
  if (lessonId !== null) await releaseExpired(context, [lessonId]);
  const { user, outcome } = await signUp(context, form, {
    // The link was sent to this address.
    isConfirmed: form.Parent_Email === enquirer.email,
    // Lessons are locked before families, in the lock order.
    before: async (work) => lessonId !== null && lockLesson(work, lessonId),
    after: async (work, parent) => {
      const familyId = parent.family_id;
      if (!(await useLink(work, link))) throw refuseField('invite', 'invitation_not_found');
      await markJoined(work, enquirer.id, familyId);
      await claimOwn(work, parent, form);
      // The first student has the family's id.
      const student = { id: familyId, familyId };
      await changeStudent(work.tx, student, { year_class: enquirer.year_class });
      const granted = await grantFreeLesson(
        work,
        { familyId, studentId: student.id, marks },
        lessonId,
      );
      if (granted === 'none') {
        // From now on the new family also counts as having had it.
        await addMarks(work, 'free_lesson', [familyId]);
        await queueForAdmins(work, (to) => cameAgain(parent, enquirer, to));
      }
      await greet(work, parent, form, granted);
      return granted;
    },
  });
  return { user, free_lesson: outcome };
}
