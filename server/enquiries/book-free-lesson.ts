// A family books its free first lesson itself: the credit and the booking are one transaction.
import { confirmFreeLessonBy } from '../../domain/enquiries/free-lesson.ts';
import { type ErrorCode, Refusal } from '../../domain/errors.ts';
import { type Booking, refuseFreeBooking } from '../../domain/lessons/booking.ts';
import { freeSpotsLeft } from '../../domain/lessons/lesson.ts';
import { queueForAdmins } from '../auth/admin-notices.ts';
import { makeConfirmationLink } from '../auth/confirmation.ts';
import type { FamilyActor } from '../auth/sessions.ts';
import type { LessonRecipient } from '../email/compose.ts';
import type { Context, Work } from '../engine/context.ts';
import { GuardError, runGuarded } from '../engine/run-guarded.ts';
import { listStudents } from '../families/student-rows.ts';
import { answerOnce, NEW_REQUEST, type RequestKey } from '../idempotency.ts';
import {
  chooseAttending,
  type LessonAttendee,
  type RequestedStudent,
  requestedStudent,
} from '../lessons/attending.ts';
import { releaseExpired } from '../lessons/bookings/reservations.ts';
import { book, countAsFreeFirst, type MadeBooking, toBooking } from '../lessons/bookings/spots.ts';
import { withOpenSpots } from '../lessons/bookings/with-open-spots.ts';
import { readBookable } from '../lessons/lessons.ts';
import { familyOf, type Locks, requireLesson, requireOpen } from '../locks/locks.ts';
import { createTurns } from '../turns.ts';
import { freeLessonBookedEmail, freeLessonTakenEmail } from './free-lesson-emails.ts';
import { readFreeLessonOffer } from './free-lesson-state.ts';
import { grantCredit } from './grant-free-lesson.ts';
import { joinEnquiries } from './join-enquiries.ts';
import { marksOfFamily } from './once-marks.ts';
import { deleteGrant, isFamilyConfirmed, recordUnconfirmed } from './unconfirmed-grants.ts';

/** Many families who book at once leave the queue of hashes to everybody else. */
const inTurn = createTurns();

const ASK_A_PARENT = 'Please ask a parent to book your free first lesson.';

/**
 * Grants the family's free first lesson and books it. Throws not_offered when families ask the
 * tutor instead, validation_failed when the student is unclear, then the first refusal of
 * `refuseFreeBooking`, and email_unconfirmed when the free lesson was withdrawn before.
 */
export async function bookFreeLesson(
  context: Context<FamilyActor>,
  { lessonId, studentId }: { readonly lessonId: string; readonly studentId?: string | undefined },
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ booking: Booking; creditsRemaining: number | null }> {
  const { actor } = context;
  if (actor.student !== null) throw new Refusal('not_offered', { message: ASK_A_PARENT });
  const { familyId } = actor;
  const requested = requestedStudent(actor, studentId);
  const wanted = { lessonId, requested };
  const readMarks = () => marksOfFamily(context.database.db, familyId);
  const act = async (work: Work<FamilyActor>, marks: readonly string[] | null) => {
    if (marks === null) throw new GuardError();
    const made = await withOpenSpots(work, requested, [lessonId], (locks) =>
      take(work, locks, { lessonId, familyId, marks }),
    );
    return { booking: toBooking(made, work), creditsRemaining: made.creditsRemaining };
  };
  // The marks take long to compute, so a call that would be refused goes on without them. That
  // gets through only if it repeats an answered call: its family has had the free lesson by then.
  let marks = await inTurn(async () =>
    (await findRefusal(context, wanted)) === null ? readMarks() : null,
  );
  return runGuarded(
    context,
    (work) => answerOnce(work, requestKey, () => act(work, marks)),
    async (stoppedBy) => {
      const reason = await findRefusal(context, wanted);
      if (reason !== null) throw new Refusal(reason);
      if (stoppedBy instanceof HadBeforeError) throw new Refusal('free_lesson_used');
      marks = await readMarks();
    },
  );
}

/** The family, or somebody with its address or number, has had the free lesson. */
class HadBeforeError extends GuardError {}

interface FreeLessonRequest {
  readonly lessonId: string;
  readonly requested: RequestedStudent;
}

/** Why the lesson cannot be booked, or null. Releases its expired reservations first. */
async function findRefusal(
  context: Context,
  { lessonId, requested }: FreeLessonRequest,
): Promise<ErrorCode | null> {
  const { now } = context;
  const { db } = context.database;
  const { familyId } = requested;
  const { mode, state, spotsPerLesson, isWithdrawn } = await readFreeLessonOffer(db, familyId);
  if (mode === 'ask') return 'not_offered';
  const { studentId } = await chooseAttending(db, requested);
  await releaseExpired(context, [lessonId]);
  const lesson = await readBookable(db, { id: lessonId, familyId, studentId, now });
  if (lesson === null) return 'lesson_not_found';
  const left = freeSpotsLeft(lesson, lesson.free_booked, spotsPerLesson);
  const free_spots_left = state === 'had' ? null : left;
  const refusal = refuseFreeBooking({ ...lesson, free_spots_left }, now);
  if (refusal !== null || !isWithdrawn) return refusal;
  return (await isFamilyConfirmed(db, familyId)) ? null : 'email_unconfirmed';
}

interface FreeLessonClaim {
  readonly lessonId: string;
  readonly familyId: string;
  readonly marks: readonly string[];
}

/**
 * Grants and books under the locks. Throws GuardError when a rule refuses it, and HadBeforeError.
 */
async function take(
  work: Work<FamilyActor>,
  locks: Locks<undefined, LessonAttendee>,
  { lessonId, familyId, marks }: FreeLessonClaim,
): Promise<MadeBooking> {
  const { tx, now, actor } = work;
  const lesson = requireLesson(locks, lessonId);
  const family = requireOpen(familyOf(locks, familyId));
  const { studentId, recipients } = locks.underLocks;
  const { mode, spotsPerLesson, isWithdrawn } = await readFreeLessonOffer(tx, familyId);
  const isConfirmed = await isFamilyConfirmed(tx, familyId);
  if (mode === 'ask' || (isWithdrawn && !isConfirmed)) throw new GuardError();
  const student = (await listStudents(tx, familyId)).find(({ id }) => id === studentId);
  if (student === undefined) throw new GuardError();
  // Enquiries are locked before the marks, as by the tutor's invitation.
  const { parent, enquiryId } = await joinEnquiries(work, family, {
    student,
    lesson,
    isConfirmed,
  });
  if (!(await grantCredit(work, family, marks))) throw new HadBeforeError();
  await deleteGrant(work, family);
  if (!isConfirmed) await recordUnconfirmed(work, family, marks);
  const booked = { startsAt: lesson.starts_at, bookedAt: now };
  const confirmBy = isConfirmed ? null : confirmFreeLessonBy(now, booked);
  const links = await makeLinks(work, confirmBy === null ? [] : recipients);
  const made = await book(work, {
    lesson,
    family,
    attending: locks.underLocks,
    email: (booking, _, to) => {
      const path = links.get(to.person_id);
      const confirm = confirmBy === null || path === undefined ? null : { by: confirmBy, path };
      return freeLessonBookedEmail(booking, lesson, to, now, confirm);
    },
  });
  if (made === null) throw new GuardError();
  const isCounted = await countAsFreeFirst(work, lesson, {
    bookingId: made.id,
    max: spotsPerLesson,
  });
  if (!isCounted) throw new GuardError();
  const facts = { bookingId: made.id, enquiryId, personId: actor.id, familyId };
  await queueForAdmins(work, (email) =>
    freeLessonTakenEmail(facts, { parent, student, lesson, confirmBy }, email),
  );
  return made;
}

/** A link for each parent that confirms their address, by the person. */
async function makeLinks(
  work: Work,
  recipients: readonly LessonRecipient[],
): Promise<ReadonlyMap<string, string>> {
  const links = new Map<string, string>();
  for (const { role, person_id } of recipients)
    if (role === 'parent') links.set(person_id, await makeConfirmationLink(work, person_id));
  return links;
}
