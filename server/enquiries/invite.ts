// The tutor invites an enquirer: with a sign-up link or, if the family has an account, by granting
// the credit at once.
import type { Enquiry } from '../../domain/enquiries/enquiry-list.ts';
import type { NewEnquiryInvitation } from '../../domain/enquiries/free-lesson.ts';
import { Refusal } from '../../domain/errors.ts';
import { refuseBooking, LESSON_CREDITS } from '../../domain/lessons/booking.ts';
import { isSamePhone } from '../../domain/phone-numbers.ts';
import { findByYear, isYearUnknown, yearAt } from '../../domain/school-year.ts';
import { fillReply } from '../../domain/tutor/reply-text.ts';
import { recordActivity } from '../activity/activities.ts';
import { readActingAdmin } from '../auth/admins.ts';
import { readBookableForStranger } from '../booking/lessons.ts';
import { type LockedLesson, type Locks, withLocks } from '../booking/locks.ts';
import { releaseExpired } from '../booking/reservations.ts';
import { lessonRefusal } from '../booking/slips.ts';
import type { LockedFamily } from '../credits/ledger.ts';
import { queueEmail } from '../email/queue.ts';
import { enoughEmails } from '../email/unconfirmed-limit.ts';
import { type Context, OvertakenError, transact, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { listNextLessonsFor } from '../lessons/next-lessons.ts';
import { completeMarks } from '../people/contact-marks.ts';
import { findParent, readParents } from '../people/recipients.ts';
import { copyYear, listStudents } from '../people/student-rows.ts';
import type { AdminActor } from '../sessions/sessions.ts';
import { lockEnquiry, markContacted, readEnquiry } from './enquiries.ts';
import { markJoined } from './family-enquiries.ts';
import { freeLessonGrantedEmail, freeLessonSharedEmail } from './free-lesson-emails.ts';
import { grantFreeLesson } from './grant-free-lesson.ts';
import { revokeLink, sendLink } from './invitation-links.ts';

/**
 * Emails the link, replacing an earlier one. If the enquirer's family is known and never had its
 * free lesson, grants the credit and books the proposed lesson at once instead. Throws not_found,
 * lesson_not_found, lesson_started, lesson_full, already_joined or, if the address has had too many
 * emails today, rate_limited.
 */
export async function inviteEnquirer(
  context: Context<AdminActor>,
  id: string,
  { Lesson_ID: proposed, subject, message }: NewEnquiryInvitation,
): Promise<Enquiry> {
  const { db } = context.database;
  const lessonId = proposed ?? null;
  const enquiry = await readEnquiry(db, id);
  const parent = await findEnquirer(db, enquiry);
  if (parent !== null)
    await completeMarks(db, { personId: parent.person_id, enquiryId: id }, context.actor.id);
  if (lessonId !== null) await releaseExpired(context, [lessonId]);
  const year = yearAt(enquiry, context.now);
  const facts = {
    ...enquiry,
    year_class: year,
    lessons: await listNextLessonsFor(db, { year, now: context.now }),
  };
  const words = fillReply({ subject, text: message }, facts);
  const familyId = parent?.family_id ?? null;
  const request = {
    lessons: lessonId === null ? [] : [lessonId],
    families: familyId === null ? [] : [familyId],
  };
  const inviteNow = async (work: Work<AdminActor>, { lessons, families }: Locks) => {
    const lesson = lessonId === null ? null : await requireRoom(work, lessons.get(lessonId));
    const [family = null] = families.values();
    if (family?.hasLeft === true) throw new OvertakenError();
    const { status } = await lockEnquiry(work, id);
    if (status === 'joined') throw new Refusal('already_joined');
    // The parent signed up, confirmed the address, changed the number or left since the check.
    if (((await findEnquirer(work.tx, enquiry))?.family_id ?? null) !== familyId)
      throw new OvertakenError();
    const by = await readActingAdmin(work);
    if (parent === null || family === null) {
      const hasAccount = (await findParent(work.tx, enquiry.email)) !== null;
      if (!(await sendLink(work, enquiry, { lesson, ...words, by, hasAccount })))
        throw enoughEmails();
      await markContacted(work, id);
    } else await grant(work, { enquiry, family, personId: parent.person_id, lesson, by, ...words });
    await recordActivity(work, {
      adminId: work.actor.id,
      kind: 'enquiry_invited',
      enquiryId: id,
      ...(lesson === null ? {} : { lessonId: lesson.id }),
    });
    return readEnquiry(work.tx, id);
  };
  return transact(context, (work) => withLocks(work, request, (locks) => inviteNow(work, locks)));
}

/**
 * The parent who is the enquirer: the address is confirmed and the phone number matches. Neither is
 * enough alone, because anybody can sign up with an enquirer's address or enquire with a parent's.
 */
async function findEnquirer(db: Db, { email, mobile }: Enquiry): ReturnType<typeof findParent> {
  const parent = await findParent(db, email);
  const hasAccount =
    parent !== null && parent.email_confirmed_at !== null && isSamePhone(parent.phone, mobile);
  return hasAccount ? parent : null;
}

/** A lesson that can be booked. Throws lesson_not_found, lesson_started or lesson_full. */
async function requireRoom({ tx, now }: Work, lesson: LockedLesson | undefined) {
  if (lesson === undefined) throw new Refusal('lesson_not_found');
  // Counts all reservations: another family's reserved spot is not free for this one.
  const bookable = await readBookableForStranger(tx, { id: lesson.id, now });
  if (bookable === null) throw new Refusal('lesson_not_found');
  const reason = refuseBooking(bookable, { credits: LESSON_CREDITS }, now);
  if (reason !== null) throw lessonRefusal(reason, { now, lesson: bookable.stored });
  return lesson;
}

interface GrantedInvitation {
  enquiry: Enquiry;
  family: LockedFamily;
  personId: string;
  lesson: LockedLesson | null;
  by: string;
  subject: string;
  message: string;
}

/** For a family with an account. Throws already_joined if it has had its free lesson. */
async function grant(
  work: Work,
  { enquiry, family, personId, lesson, ...words }: GrantedInvitation,
): Promise<void> {
  const { tx } = work;
  const familyId = family.id;
  const students = await listStudents(tx, familyId, work.now);
  const student = findByYear(students, enquiry, work.now);
  if (student === undefined) throw new OvertakenError();
  const outcome = await grantFreeLesson(
    work,
    { family, studentId: student.id, grantee: { personId, enquiryId: enquiry.id } },
    lesson,
  );
  if (outcome === 'none')
    throw new Refusal('already_joined', {
      message: 'This family has an account, and has had its free lesson.',
    });
  await revokeLink(work, enquiry.id);
  if (isYearUnknown(student)) await copyYear(work, { id: student.id, familyId }, enquiry);
  await markJoined(work, enquiry.id, familyId);
  for (const to of await readParents(tx, familyId))
    await queueEmail(
      work,
      to.email === enquiry.email
        ? freeLessonGrantedEmail(enquiry.id, to, { outcome, ...words })
        : freeLessonSharedEmail(enquiry.id, to, { outcome, by: words.by }),
    );
}
