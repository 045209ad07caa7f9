// A family books its free first lesson itself: the credit and the booking are one transaction.
import { freeLessonWithdrawnAt, keepFreeLessonBy } from '../../domain/enquiries/free-lesson.ts';
import { Refusal } from '../../domain/errors.ts';
import { type Booking, refuseFreeBooking } from '../../domain/lessons/booking.ts';
import { freeSpotsLeft } from '../../domain/lessons/lesson.ts';
import type { WithClashes } from '../../domain/lessons/student-day.ts';
import { queueForAdmins } from '../auth/admin-notices.ts';
import { makeConfirmationLink } from '../auth/confirmation.ts';
import { createTurns } from '../base/turns.ts';
import {
  chooseAttending,
  type LessonAttendee,
  type RequestedStudent,
  requestedStudent,
  withOpenSpots,
} from '../booking/attending.ts';
import { countFreeFirst, isFamilyConfirmed, readFreeLessonOffer } from '../booking/free-lesson.ts';
import { readBookable } from '../booking/lessons.ts';
import { familyOf, type Locks, requireLesson, requireOpen } from '../booking/locks.ts';
import { releaseExpired } from '../booking/reservations.ts';
import { laterStart, lessonRefusal } from '../booking/slips.ts';
import { bookSpot, clashesOfBookings, type MadeBooking, toBooking } from '../booking/spots.ts';
import type { LessonRecipient } from '../email/compose.ts';
import { DatabaseAway, isLockTimeout } from '../engine/away.ts';
import { type Context, type Work, GuardError, runGuarded } from '../engine/context.ts';
import { answerOnce, NEW_REQUEST, type RequestKey } from '../engine/idempotency.ts';
import { completeMarks, readGrantMarks } from '../people/contact-marks.ts';
import { listStudents, readStatedYears } from '../people/student-rows.ts';
import type { FamilyActor } from '../sessions/sessions.ts';
import { findLatestEnquiry } from './family-enquiries.ts';
import { freeLessonBookedEmail, freeLessonTakenEmail } from './free-lesson-emails.ts';
import { grantCredit } from './grant-free-lesson.ts';
import { joinEnquiries } from './join-enquiries.ts';
import { recordGrant } from './unconfirmed-grants.ts';

/** One at a time, so that a rush cannot block the database or password hashing for others. */
const inTurn = createTurns();

/** When a turn last found the database away, in milliseconds of this process. */
let awayAt = -Infinity;

const ASK_A_PARENT = 'Please ask a parent to book your free first lesson.';

/**
 * Grants the family's free first lesson and books it. Throws not_offered when families ask the
 * tutor instead, validation_failed when the student is unclear, then the first refusal of
 * `refuseFreeBooking`, email_unconfirmed when the free lesson was withdrawn before, and
 * service_unavailable when the database is away.
 */
export async function bookFreeLesson(
  context: Context<FamilyActor>,
  { lessonId, studentId }: { lessonId: string; studentId?: string | undefined },
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ booking: Booking; creditsRemaining: number | null } & WithClashes> {
  const { actor } = context;
  if (actor.student !== null) throw new Refusal('not_offered', { message: ASK_A_PARENT });
  const { familyId } = actor;
  const requested = requestedStudent(actor, studentId);
  const choice = { lessonId, requested };
  const { db } = context.database;
  // Marks are computed when a number is stored, unless the server was busy then.
  const addMissingMarks = async () => {
    const grantee = { personId: actor.id, enquiryId: await findLatestEnquiry(db, familyId) };
    if ((await readGrantMarks(db, grantee)) === null) await completeMarks(db, grantee, actor.id);
  };
  // A call that will be refused skips the locks of a booking. It succeeds only as a repeat of an
  // answered call.
  const startedAt = performance.now();
  let mayTake = await inTurn(async () => {
    // Finding out takes seconds: calls that queued before fail together, not one by one.
    if (awayAt >= startedAt) throw new Refusal('service_unavailable');
    try {
      if ((await findRefusal(context, choice)) !== null) return false;
      await addMissingMarks();
      return true;
    } catch (error) {
      if (error instanceof DatabaseAway && !isLockTimeout(error)) awayAt = performance.now();
      throw error;
    }
  });
  const act = async (work: Work<FamilyActor>) => {
    if (!mayTake) throw new GuardError();
    const made = await withOpenSpots(work, requested, [lessonId], (locks) =>
      grantAndBook(work, locks, { lessonId, familyId }),
    );
    return {
      booking: toBooking(made, work),
      creditsRemaining: made.creditsRemaining,
      ...clashesOfBookings([made]),
    };
  };
  return runGuarded(
    context,
    (work) => answerOnce(work, requestKey, () => act(work)),
    async (stoppedBy) => {
      const reason = await findRefusal(context, choice);
      if (reason !== null) throw reason;
      if (stoppedBy instanceof HadBeforeError) throw new Refusal('free_lesson_used');
      await addMissingMarks();
      mayTake = true;
    },
  );
}

/** The family, or somebody with its address or number, has had the free lesson. */
class HadBeforeError extends GuardError {}

/** Why the lesson cannot be booked, or null. Releases its expired reservations first. */
async function findRefusal(
  context: Context,
  { lessonId, requested }: { lessonId: string; requested: RequestedStudent },
) {
  const { now } = context;
  const { db } = context.database;
  const { familyId } = requested;
  const { mode, state, spotsPerLesson, isWithdrawn } = await readFreeLessonOffer(db, familyId);
  if (mode === 'ask') return new Refusal('not_offered');
  const { studentId } = await chooseAttending(db, requested);
  await releaseExpired(context, [lessonId]);
  const lesson = await readBookable(db, { id: lessonId, familyId, studentId, now });
  if (lesson === null) return new Refusal('lesson_not_found');
  const left = freeSpotsLeft(lesson, lesson.free_booked, spotsPerLesson);
  const free_spots_left = state === 'had' ? null : left;
  const refusal = refuseFreeBooking({ ...lesson, free_spots_left }, now);
  if (refusal !== null) return lessonRefusal(refusal, { now, lesson: lesson.stored });
  const mayTake = !isWithdrawn || (await isFamilyConfirmed(db, familyId));
  return mayTake ? null : new Refusal('email_unconfirmed');
}

/**
 * Grants and books under the locks. Throws GuardError when a rule refuses it, and HadBeforeError.
 */
async function grantAndBook(
  work: Work<FamilyActor>,
  locks: Locks<undefined, LessonAttendee>,
  { lessonId, familyId }: { lessonId: string; familyId: string },
): Promise<MadeBooking> {
  const { tx, now, actor } = work;
  const lesson = requireLesson(locks, lessonId);
  const family = requireOpen(familyOf(locks, familyId));
  const { studentId, recipients } = locks.underLocks;
  const { mode, spotsPerLesson, isWithdrawn } = await readFreeLessonOffer(tx, familyId);
  const isConfirmed = await isFamilyConfirmed(tx, familyId);
  if (mode === 'ask' || (isWithdrawn && !isConfirmed)) throw new GuardError();
  // The lock keeps the count. Checked before all else, because many families may wait for it.
  if ((await countFreeFirst(tx, lesson)) >= spotsPerLesson) throw new GuardError();
  const student = (await listStudents(tx, familyId, now)).find(({ id }) => id === studentId);
  const year = (await readStatedYears(tx, familyId)).get(studentId);
  if (student === undefined || year === undefined) throw new GuardError();
  // Enquiries are locked before the marks, as by the tutor's invitation.
  const { parent, enquiryId } = await joinEnquiries(work, family, { year, lesson, isConfirmed });
  const marks = await readGrantMarks(tx, { personId: actor.id, enquiryId });
  if (marks === null) throw new GuardError();
  if (!(await grantCredit(work, family, marks))) throw new HadBeforeError();
  const start = laterStart(lesson);
  const by = freeLessonWithdrawnAt(now, start);
  await recordGrant(work, familyId, { marks, confirmBy: by });
  const terms = isConfirmed ? null : { by, isCertain: keepFreeLessonBy(now, start) !== null };
  const links = await makeLinks(work, terms === null ? [] : recipients);
  const made = await bookSpot(work, {
    lesson,
    family,
    attending: locks.underLocks,
    paidBy: { freeFirst: { max: spotsPerLesson } },
    email: (booking, _, to) => {
      const path = links.get(to.person_id);
      const confirm = terms === null || path === undefined ? null : { ...terms, path };
      return freeLessonBookedEmail(booking, lesson, to, now, confirm);
    },
  });
  const facts = { bookingId: made.id, enquiryId, personId: actor.id, familyId };
  await queueForAdmins(work, (email) =>
    freeLessonTakenEmail(facts, { parent, student, lesson, terms }, email),
  );
  return made;
}

/** A link for each parent that confirms their address, by the person. */
async function makeLinks(work: Work, recipients: readonly LessonRecipient[]) {
  const links = new Map<string, string>();
  for (const { role, person_id } of recipients)
    if (role === 'parent') links.set(person_id, await makeConfirmationLink(work, person_id));
  return links;
}
