// Redeems the tutor's link for a free lesson, for a new family and for one with an account.
import { fieldRefusal, Refusal } from '../../domain/errors.ts';
import type { FreeLessonOutcome } from '../../domain/people/sign-up.ts';
import { findByYear, isYearUnknown } from '../../domain/school-year.ts';
import type { FeatureInvitation, InvitedFamily, SignUpInvitation } from '../accounts/listeners.ts';
import { queueForAdmins } from '../auth/admin-notices.ts';
import { confirmAddress } from '../auth/confirmation.ts';
import { familyOf, requireOpen, withLocks } from '../booking/locks.ts';
import { releaseExpired } from '../booking/reservations.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import { completeMarks } from '../people/contact-marks.ts';
import { addMarks } from '../people/once-marks.ts';
import { copyYear, listStudents } from '../people/student-rows.ts';
import type { FamilyActor } from '../sessions/sessions.ts';
import { markJoined } from './family-enquiries.ts';
import { cameAgainEmail } from './free-lesson-emails.ts';
import { grantFreeLesson } from './grant-free-lesson.ts';
import { type LiveLink, consumeLink, findLink } from './invitation-links.ts';

/** A link that is about to be redeemed. */
interface Redemption {
  readonly link: LiveLink;
  /** The proposed lesson to lock; empty if there is none. */
  readonly lessons: readonly string[];
}

/**
 * Prepares a redemption before its transaction: releases the lesson's expired reservations, and
 * computes marks that are missing. `personId` is the parent; null if they are still to sign up.
 */
async function prepareRedemption(context: Context, link: LiveLink, personId: string | null) {
  const { enquirer, lessonId, tokenHash } = link;
  const grantee = { personId, enquiryId: enquirer.id };
  await completeMarks(context.database.db, grantee, personId ?? tokenHash);
  const lessons = lessonId === null ? [] : [lessonId];
  await releaseExpired(context, lessons);
  return { link, lessons };
}

/**
 * Uses up the link, grants the credit unless the family has had its free lesson, and books the
 * proposed lesson if possible. Throws invitation_not_found if the link was used or revoked since it
 * was found.
 */
async function redeem(
  work: Work,
  { link }: Redemption,
  { personId, family, student, lesson }: { personId: string } & Omit<InvitedFamily, 'parent'>,
): Promise<FreeLessonOutcome> {
  const { enquirer } = link;
  if (!(await consumeLink(work, link))) throw fieldRefusal('invite', 'invitation_not_found');
  await markJoined(work, enquirer.id, family.id);
  if (isYearUnknown(student))
    await copyYear(work, { id: student.id, familyId: family.id }, enquirer);
  const grantee = { personId, enquiryId: enquirer.id };
  const beneficiary = { family, studentId: student.id, grantee };
  return grantFreeLesson(work, beneficiary, lesson ?? null);
}

/** The link as an invitation to sign up. */
export async function findEnquiryInvitation(
  context: Context,
  token: string,
): Promise<FeatureInvitation | null> {
  const link = await findLink(context, token);
  return link && { tokenHash: link.tokenHash, open: link.open, signUp: signUpBy(link) };
}

export const signUpBy = (link: LiveLink): SignUpInvitation => ({
  email: link.enquirer.email,
  prepare: async (context) => {
    const redemption = await prepareRedemption(context, link, null);
    return {
      lessons: redemption.lessons,
      redeem: (work, by) => redeemForNewFamily(work, redemption, by),
    };
  },
});

/** Redeems the link for a family that was just created, even if it has had its free lesson. */
async function redeemForNewFamily(
  work: Work,
  redemption: Redemption,
  { parent, ...to }: InvitedFamily,
): Promise<FreeLessonOutcome> {
  const granted = await redeem(work, redemption, { ...to, personId: parent.person_id });
  if (granted !== 'none') return granted;
  // From now on the new family also counts as having had it.
  await addMarks(work, 'free_lesson', [to.family.id]);
  await queueForAdmins(work, (email) => cameAgainEmail(parent, redemption.link.enquirer, email));
  return granted;
}

/**
 * Redeems the link for the caller's family. Throws invitation_not_found if the link was used or
 * revoked since it was found, and free_lesson_used, which leaves it valid.
 */
export async function redeemLink(
  context: Context<FamilyActor>,
  link: LiveLink,
): Promise<FreeLessonOutcome> {
  const { id: personId, familyId } = context.actor;
  const { enquirer } = link;
  const redemption = await prepareRedemption(context, link, personId);
  const { lessons } = redemption;
  return transact(context, (work) =>
    withLocks(work, { lessons, families: [familyId] }, async (locks) => {
      const family = requireOpen(familyOf(locks, familyId));
      const students = await listStudents(work.tx, familyId, work.now);
      const student = findByYear(students, enquirer, work.now);
      if (student === undefined) throw new Refusal('unauthenticated');
      const [lesson] = locks.lessons.values();
      const granted = await redeem(work, redemption, { personId, family, student, lesson });
      if (granted === 'none') throw new Refusal('free_lesson_used');
      // The link was sent to this address.
      await confirmAddress(work, personId, enquirer.email);
      return granted;
    }),
  );
}
