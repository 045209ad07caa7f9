// The links "Can't come?" in reminders: made, found, claimed by one act, released by its undo,
// rotated and revoked.
import { sql } from 'kysely';

import {
  type ExcuseAct,
  type ExcuseFacts,
  undoUntil,
  EXCUSE_UNDO_MINUTES,
  MAX_EXCUSES,
} from '../../../domain/lessons/excuse.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/time.ts';
import { newToken } from '../../base/ids.ts';
import type { LockedLesson } from '../../booking/locks.ts';
import type { LockedFamily } from '../../credits/ledger.ts';
import { transact, type Work, GuardError } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import { type Param, prepare } from '../../engine/prepared.ts';
import type { Job } from '../../process/repeat.ts';
import type { ActiveBooking } from '../bookings/find-booking.ts';

/** How long after its lesson's start such a link is stored. */
const EXCUSE_LINK_DAYS = 1;

const expiryOf = (startsAt: number) => startsAt + EXCUSE_LINK_DAYS * DAY_MS;

/** Makes the link of a booking for its reminders; later ones get the same. Returns its token. */
export async function makeExcuseLink(
  { tx }: Work,
  bookingId: string,
  { starts_at }: LockedLesson,
): Promise<string> {
  const expires_at = expiryOf(starts_at);
  const { token } = await tx
    .insertInto('excuse_links')
    .values({ token: newToken(), booking_id: bookingId, expires_at })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet({ expires_at }))
    .returning('token')
    .executeTakeFirstOrThrow();
  return token;
}

/** 1 if the student signs in, and so gets reminders, without the right to book. */
const isRestricted = sql<number | boolean>`(students.may_book = 0
  and (select people.id from people where people.student_id = students.id) is not null)`;

const byToken = prepare((db, param: Param<{ token: string }>) =>
  db
    .selectFrom('excuse_links')
    .innerJoin('bookings', 'bookings.id', 'excuse_links.booking_id')
    .innerJoin('lessons', 'lessons.id', 'bookings.lesson_id')
    .innerJoin('students', 'students.id', 'bookings.student_id')
    .leftJoin('bookings as moved', 'moved.id', 'excuse_links.moved_to')
    .leftJoin('lessons as target', 'target.id', 'moved.lesson_id')
    .select([
      'token',
      'act',
      'acted_at',
      'acts',
      'moved_to',
      'bookings.id as id',
      'bookings.lesson_id as lesson_id',
      'bookings.family_id as family_id',
      'bookings.student_id as student_id',
      'bookings.thread as thread',
      'bookings.uid as uid',
      'bookings.charged as charged',
      'bookings.paid_entry as paid_entry',
      'bookings.cancelled_at as cancelled_at',
      'lessons.starts_at as starts_at',
      'lessons.moved_from as moved_from',
      'lessons.deleted_at as deleted_at',
      'lessons.name as lesson_name',
      'students.name as student_name',
      'students.removed_at as removed_at',
      'moved.cancelled_at as moved_cancelled_at',
      'target.deleted_at as target_deleted_at',
      'target.name as target_name',
      'target.starts_at as target_starts_at',
      isRestricted.as('is_restricted'),
    ])
    .where('token', '=', param('token')),
);

/** A link with the booking that its reminder was about. */
export interface ExcuseLink extends ExcuseFacts, ActiveBooking {
  readonly token: string;
  /** The booking that its move has made. */
  readonly moved_to: string | null;
  readonly lesson_name: string;
  readonly student_name: string;
  /** Where it has moved to. */
  readonly target: { readonly name: string; readonly starts_at: number } | null;
}

/** Anything else cannot be a token. PostgreSQL rejects text that contains NUL. */
const TOKEN = /^[\w-]{43,64}$/;

/** The link with this token, if its booking and student are there; it may have ended. */
export async function findExcuseLink(db: Db, token: string): Promise<ExcuseLink | null> {
  const row = TOKEN.test(token) ? await byToken.first(db, { token }) : undefined;
  if (row === undefined || row.removed_at !== null) return null;
  const { target_name: name, target_starts_at: starts, ...link } = row;
  return {
    ...link,
    target: name === null || starts === null ? null : { name, starts_at: starts },
    isForRestricted: Boolean(row.is_restricted),
    isIntact: isIntact(row),
  };
}

type Row = NonNullable<Awaited<ReturnType<typeof byToken.first>>>;

/** Whether nobody has changed the booking since the link acted, or at all. */
function isIntact({ act, cancelled_at, deleted_at, moved_cancelled_at, ...row }: Row): boolean {
  if (deleted_at !== null) return false;
  if (act === 'move') return moved_cancelled_at === null && row.target_deleted_at === null;
  return act === 'cancel' ? cancelled_at !== null : cancelled_at === null;
}

/**
 * Records what a link has done, in the transaction that does it, under its locks: the booking that
 * it has moved to, or the lesson that the tutor was told about. Throws GuardError if the link has
 * done something in the meantime, or may no longer do this.
 */
export async function claimExcuseLink(
  { tx, now }: Work,
  { token, id, student_id }: ExcuseLink,
  act: ExcuseAct,
  { movedTo, told }: { movedTo?: string; told?: LockedLesson } = {},
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('excuse_links')
    .set((eb) => ({
      act,
      acted_at: now,
      moved_to: movedTo ?? null,
      acts: eb('acts', '+', 1),
      ...(told === undefined ? {} : { expires_at: expiryOf(told.starts_at) }),
    }))
    .where('token', '=', token)
    .where('booking_id', '=', id)
    .where('act', 'is', null)
    .where('acts', '<', MAX_EXCUSES)
    .$if(act !== 'tell', (links) =>
      links.where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('students')
              .innerJoin('people', 'people.student_id', 'students.id')
              .select('people.id')
              .where('students.id', '=', student_id)
              .where('may_book', '=', 0),
          ),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new GuardError();
}

/**
 * Records that what a link has done is undone, in the transaction that undoes it, under its locks.
 * The link belongs to `bookingId` from now on. Throws GuardError if it was undone in the meantime,
 * or can no longer be.
 */
export async function releaseExcuseLink(
  { tx, now }: Work,
  { token, id, act, acted_at }: ExcuseLink,
  bookingId: string,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('excuse_links')
    .set({ act: null, acted_at: null, moved_to: null, booking_id: bookingId })
    .where('token', '=', token)
    .where('booking_id', '=', id)
    .where('act', '=', act)
    .where('acted_at', '=', acted_at)
    .where('acted_at', '>', now - EXCUSE_UNDO_MINUTES * MINUTE_MS)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new GuardError();
}

/**
 * Takes back that students of a lesson are excused from another start than it has now, and lets
 * their links last until this start. A link lasts by the start that its student was excused from;
 * without one, that start is long past.
 */
export async function resetExcuses(
  { tx, now }: Work,
  { id, starts_at }: LockedLesson,
): Promise<void> {
  const expires_at = expiryOf(starts_at);
  const isAgo = expires_at <= now;
  await tx
    .updateTable('bookings')
    .set({ excused_at: null })
    .where('lesson_id', '=', id)
    .where('cancelled_at', 'is', null)
    .where('excused_at', 'is not', null)
    .where('bookings.id', isAgo ? 'in' : 'not in', (links) =>
      links
        .selectFrom('excuse_links')
        .select('booking_id')
        .where('expires_at', isAgo ? '<>' : '=', expires_at),
    )
    .execute();
  await tx
    .updateTable('excuse_links')
    .set((eb) => ({
      expires_at,
      acted_at: eb.case().when('act', '=', 'tell').then(null).else(eb.ref('acted_at')).end(),
      act: eb.case().when('act', '=', 'tell').then(null).else(eb.ref('act')).end(),
    }))
    .where('expires_at', '<>', expires_at)
    .where('booking_id', 'in', (bookings) =>
      bookings
        .selectFrom('bookings')
        .select('bookings.id')
        .where('lesson_id', '=', id)
        .where('cancelled_at', 'is', null),
    )
    .execute();
}

/** Revokes the links of a family, or of one of its students. */
export async function revokeExcuseLinks(
  { tx }: Work,
  { id }: LockedFamily,
  of: { student_id?: string } = {},
): Promise<void> {
  await tx
    .deleteFrom('excuse_links')
    .where('booking_id', 'in', (eb) =>
      eb
        .selectFrom('bookings')
        .select('bookings.id')
        .where((bookings) => bookings.and({ family_id: id, ...of })),
    )
    .execute();
}

/**
 * Gives each link of a family another token, because somebody who could read it may have lost
 * access. Returns the new tokens by the old ones.
 */
export async function rotateExcuseLinks(
  { tx }: Work,
  { id }: LockedFamily,
): Promise<ReadonlyMap<string, string>> {
  const links = await tx
    .selectFrom('excuse_links')
    .innerJoin('bookings', 'bookings.id', 'excuse_links.booking_id')
    .select('token')
    .where('family_id', '=', id)
    .orderBy('token')
    .execute();
  const tokens = new Map(links.map(({ token }) => [token, newToken()]));
  for (const [old, token] of tokens)
    await tx.updateTable('excuse_links').set({ token }).where('token', '=', old).execute();
  return tokens;
}

/** Deletes the links whose lesson is over. */
export async function deleteExpiredExcuseLinks({ tx, now }: Work): Promise<void> {
  await tx.deleteFrom('excuse_links').where('expires_at', '<=', now).execute();
}

export const deleteExcuseLinksJob: Job = {
  everyMs: HOUR_MS,
  work: (context) => transact(context, deleteExpiredExcuseLinks),
  complaint: 'failed to delete the links of past lessons; will retry',
};

/** Until when the link can undo, in epoch milliseconds; null if there is nothing to undo now. */
export function undoUntilOf(link: ExcuseLink, now: number): number | null {
  const until = undoUntil(link);
  return until !== null && now < until ? until : null;
}
