// Free first lessons of families whose address nobody has confirmed yet: they are withdrawn unless
// the address is confirmed in time.
import * as z from 'zod';

import { FREE_LESSON_WITHDRAWN } from '../../domain/enquiries/free-lesson.ts';
import { LESSON_CREDITS } from '../../domain/lessons/booking.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import { makeConfirmationLink } from '../auth/confirmation.ts';
import { type ChargedGrant, isFamilyConfirmed, listGrantBookings } from '../booking/free-lesson.ts';
import type { LockedLesson } from '../booking/locks.ts';
import { type OwnLessons, withOwnLessons } from '../booking/own-lessons.ts';
import { earlierStart } from '../booking/slips.ts';
import { cancel } from '../booking/spots.ts';
import { changeCredits, type LockedFamily, readLockedBalance } from '../credits/ledger.ts';
import { returnCredit } from '../credits/return-credit.ts';
import { queueEmail } from '../email/queue.ts';
import { type Context, transactEach, type Work } from '../engine/context.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { deleteMarks } from '../people/once-marks.ts';
import { readParents } from '../people/recipients.ts';
import type { Job } from '../process/repeat.ts';
import { freeLessonWithdrawnEmail } from './free-lesson-emails.ts';

const EVERY_MS = MINUTE_MS;
const storedMarks = z.array(z.string());

interface NewGrant {
  marks: readonly string[];
  /** When the credit is withdrawn; null if it is not, as the tutor has granted it. */
  confirmBy: number | null;
}

/**
 * Records a grant until an address of the family is confirmed, in place of an earlier one that was
 * withdrawn: a family that leaves before is not marked.
 */
export async function recordGrant(
  work: Work,
  familyId: string,
  { marks, confirmBy }: NewGrant,
): Promise<void> {
  await deleteGrant(work, { id: familyId });
  if (await isFamilyConfirmed(work.tx, familyId)) return;
  await work.tx
    .insertInto('unconfirmed_grants')
    .values({
      family_id: familyId,
      granted_at: work.now,
      marks: JSON.stringify([...marks, familyId]),
      confirm_by: confirmBy,
    })
    .execute();
}

/** Deletes the grant of a family: nothing depends on it any more. Its marks stay. */
async function deleteGrant({ tx }: Work, { id }: { id: string }): Promise<void> {
  await tx.deleteFrom('unconfirmed_grants').where('family_id', '=', id).execute();
}

/** The grants whose address was not confirmed by the time that the family was told. */
const overdueGrants = prepare((db, param: Param<{ now: number }>) =>
  db
    .selectFrom('unconfirmed_grants')
    .select('family_id')
    .where('withdrawn_entry', 'is', null)
    .where('confirm_by', '<=', param('now'))
    .orderBy('confirm_by')
    .orderBy('family_id'),
);

/**
 * Withdraws the free lessons whose address was not confirmed in time, and deletes decided grants.
 */
export async function withdrawUnconfirmed(context: Context): Promise<void> {
  const { database, now } = context;
  const { db } = database;
  const settled: string[] = [];
  for (const { family_id } of await overdueGrants.all(db, { now }))
    if (areSettled(await listGrantBookings(db, family_id))) settled.push(family_id);
  // One booking is cancelled.
  const end = (work: Work, familyId: string) =>
    withOwnLessons(work, familyId, (own) => withdraw(work, own), { frees: () => 1 });
  await transactEach(context, settled, { complaint: 'free lessons were not withdrawn' }, end);
}

/** Whether it is certain which of these lessons were attended. */
const areSettled = (bookings: readonly ChargedGrant[]): boolean =>
  bookings.every(({ moved_from }) => moved_from === null);

async function withdraw(work: Work, own: OwnLessons): Promise<void> {
  const { tx } = work;
  const { family } = own;
  const grant = await lockPending(work, family);
  // Another process was faster, or the family has left.
  if (grant === null) return;
  if (await isFamilyConfirmed(tx, family.id)) return deleteGrant(work, family);
  const bookings = await listGrantBookings(tx, family.id);
  if (!areSettled(bookings)) return;
  const withdrawn = await withdrawCredit(work, own, bookings);
  if (withdrawn === null) return deleteGrant(work, family);
  if (withdrawn.entry === null) await deleteGrant(work, family);
  else await makeAvailable(work, family, grant, withdrawn.entry);
  for (const to of await readParents(tx, family.id))
    await queueEmail(
      work,
      freeLessonWithdrawnEmail(
        { familyId: family.id, grantedAt: grant.granted_at, ended: withdrawn.ended },
        to,
        await makeConfirmationLink(work, to.person_id),
        work.now,
      ),
    );
}

/** The family may have its free lesson again, and so may anybody with its address or number. */
async function makeAvailable(
  work: Work,
  { id }: LockedFamily,
  { marks }: PendingGrant,
  entry: number,
): Promise<void> {
  await deleteMarks(work, 'free_lesson', marks);
  await work.tx
    .updateTable('unconfirmed_grants')
    .set({ marks: null, withdrawn_entry: entry })
    .where('family_id', '=', id)
    .execute();
  // The tutor can invite the family again.
  await work.tx
    .updateTable('enquiries')
    .set({ status: 'contacted' })
    .where('family_id', '=', id)
    .where('status', '=', 'joined')
    .execute();
}

interface PendingGrant {
  readonly granted_at: number;
  readonly marks: readonly string[];
}

/** Locks the grant: another address that is confirmed at the same time decides it, too. */
async function lockPending({ tx }: Work, { id }: LockedFamily): Promise<PendingGrant | null> {
  const row = await tx
    .updateTable('unconfirmed_grants')
    .set((eb) => ({ marks: eb.ref('marks') }))
    .where('family_id', '=', id)
    .where('withdrawn_entry', 'is', null)
    .returning(['granted_at', 'marks'])
    .executeTakeFirst();
  return row === undefined ? null : { granted_at: row.granted_at, marks: readMarks(row) };
}

/** What a pending grant has added to the marks. */
export const readMarks = ({ marks }: { marks: string | null }): string[] =>
  marks === null ? [] : storedMarks.parse(JSON.parse(marks));

/**
 * Withdraws the credit, and cancels the booking that it pays for: the free one or, if the family
 * has cancelled it and spent the credit, the latest. Returns null, and changes nothing, when a
 * lesson was attended or nothing is left to withdraw.
 */
async function withdrawCredit(work: Work, own: OwnLessons, bookings: readonly ChargedGrant[]) {
  const { family } = own;
  if (bookings.some(({ starts_at }) => starts_at <= work.now)) return null;
  const { credits } = await readLockedBalance(work.tx, family);
  const free = bookings.find(({ is_of_grant }) => is_of_grant === 1);
  const latest = bookings.toSorted((one, other) => other.created_at - one.created_at)[0];
  const booking = free ?? (credits < LESSON_CREDITS ? latest : undefined);
  if (booking === undefined && credits < LESSON_CREDITS) return null;
  const ended = booking === undefined ? null : await cancelGranted(work, own, booking);
  const balance = await changeCredits(work, {
    familyId: family.id,
    amount: -LESSON_CREDITS,
    kind: 'adjustment',
    reason: FREE_LESSON_WITHDRAWN,
  });
  // Without a balance, a refunded payment has taken the credit.
  return { entry: balance?.entry ?? null, ended };
}

async function cancelGranted(work: Work, { family, lessons }: OwnLessons, booking: ChargedGrant) {
  const lesson: LockedLesson | undefined = lessons.get(booking.lesson_id);
  if (lesson === undefined) throw new Error(`lesson ${booking.lesson_id} is not locked`);
  const ended = await cancel(work, lesson, { bookingId: booking.id, noticeMinutes: 0 });
  if (typeof ended === 'string') throw new Error(`booking ${booking.id} could not be cancelled`);
  await returnCredit(work, family, ended, { kind: 'refund' });
  return { booking, lesson };
}

/**
 * Ends the grant of a family that is leaving and has not confirmed its address. Without a lesson
 * attended, its address and number are not marked.
 */
export async function endGrant(work: Work, family: LockedFamily): Promise<void> {
  const grant = await lockPending(work, family);
  if (grant !== null && !(await isFamilyConfirmed(work.tx, family.id))) {
    const bookings = await listGrantBookings(work.tx, family.id);
    const hasAttended = bookings.some((lesson) => earlierStart(lesson) <= work.now);
    if (!hasAttended) await deleteMarks(work, 'free_lesson', grant.marks);
  }
  await deleteGrant(work, family);
}

export const withdrawUnconfirmedJob: Job = {
  everyMs: EVERY_MS,
  work: withdrawUnconfirmed,
  complaint: 'failed to withdraw unconfirmed free lessons; will retry',
};
