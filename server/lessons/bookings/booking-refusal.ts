// Why lessons cannot be booked, asked after a guard has stopped a booking.
import { errorCatalogue, type ErrorCode, Refusal } from '../../../domain/errors.ts';
import { refuseBooking } from '../../../domain/lessons/booking.ts';
import { chooseAttending, type RequestedStudent } from '../../booking/attending.ts';
import { readBookable, type ReservedFor } from '../../booking/lessons.ts';
import { releaseExpired } from '../../booking/reservations.ts';
import { readBalance } from '../../credits/ledger.ts';
import type { Context } from '../../engine/context.ts';

interface RefusalOptions {
  /** Whether each lesson takes a credit that the family must have. */
  readonly isPaid?: boolean;
  /** Whether the refusal has a detail for each lesson that cannot be booked. */
  readonly isList?: boolean;
  readonly reservedFor?: ReservedFor;
}

/**
 * Throws the reason why the first of these lessons cannot be booked, and validation_failed when the
 * student is unclear. Expired reservations are released first. Returns if no reason applies any
 * more.
 */
export async function throwRefusal(
  context: Context,
  requested: RequestedStudent,
  lessonIds: readonly string[],
  { isPaid = false, isList = false, reservedFor = 'student' }: RefusalOptions,
): Promise<void> {
  const { now } = context;
  const { db } = context.database;
  const { familyId } = requested;
  const { studentId } = await chooseAttending(db, requested);
  await releaseExpired(context, lessonIds);
  const credits = isPaid ? await readBalance(db, familyId) : null;
  const refused: { readonly code: ErrorCode; readonly field: string }[] = [];
  for (const [position, id] of lessonIds.entries()) {
    const lesson = await readBookable(db, { id, familyId, studentId, reservedFor, now });
    const code = lesson === null ? 'lesson_not_found' : refuseBooking(lesson, { credits }, now);
    if (code !== null) refused.push({ code, field: `Lesson_IDs.${position}` });
  }
  const [first] = refused;
  if (first === undefined) return;
  const details = refused.map(({ code, field }) => ({ field, message: errorCatalogue[code].text }));
  throw new Refusal(first.code, isList ? { details } : {});
}
