// The free first lesson: whether a family can still have it, until when it must confirm an address
// to keep it, and how many a lesson has.
import { sql } from 'kysely';

import type { FreeLessonState } from '../../domain/enquiries/free-lesson.ts';
import type { FreeLessonMode } from '../../domain/lessons/next-lesson.ts';
import { type Settings, settingsFrom } from '../../domain/tutor/settings.ts';
import { hadOwnCredit } from '../credits/own-credits.ts';
import { GuardError, type Work } from '../engine/context.ts';
import type { Db, Tx } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { readSettings } from '../settings/settings.ts';
import { allActiveBookings } from './active-bookings.ts';
import type { LockedLesson } from './locks.ts';

/** What the tutor's settings say about free first lessons. */
interface FreeLessonTerms {
  readonly mode: FreeLessonMode;
  readonly spotsPerLesson: number;
}

export interface FreeLessonOffer extends FreeLessonTerms {
  readonly state: FreeLessonState;
  /** Whether it was withdrawn because nobody had confirmed the family's address. */
  readonly isWithdrawn: boolean;
}

const offerQuery = prepare((db, param: Param<{ familyId: string }>) =>
  db
    .selectFrom(['balances', 'settings'])
    .select((eb) => [
      'overrides',
      'last_entry',
      eb
        .exists(
          eb
            .selectFrom('once_marks')
            .select('mark')
            .where('kind', '=', 'free_lesson')
            .whereRef('mark', '=', 'balances.family_id'),
        )
        .as('is_known'),
      eb
        .exists(
          eb
            .selectFrom('enquiries')
            .select('id')
            .whereRef('enquiries.family_id', '=', 'balances.family_id')
            // What was asked for before a withdrawal was the lesson that was withdrawn.
            .where((enquiry) =>
              enquiry.not(
                enquiry.exists(
                  enquiry
                    .selectFrom('unconfirmed_grants as withdrawn')
                    .innerJoin('credit_ledger as withdrawal', (join) =>
                      join
                        .onRef('withdrawal.family_id', '=', 'withdrawn.family_id')
                        .onRef('withdrawal.seq', '=', 'withdrawn.withdrawn_entry'),
                    )
                    .select('withdrawal.seq')
                    .whereRef('withdrawn.family_id', '=', 'balances.family_id')
                    .whereRef('withdrawal.created_at', '>', 'enquiries.created_at'),
                ),
              ),
            ),
        )
        .as('has_asked'),
      eb
        .selectFrom('unconfirmed_grants')
        .select('withdrawn_entry')
        .whereRef('unconfirmed_grants.family_id', '=', 'balances.family_id')
        .as('withdrawn_entry'),
    ])
    .where('balances.family_id', '=', param('familyId')),
);

/**
 * The state of a family's free lesson, and the terms. Any ledger entry means that the family is
 * past it, unless the last entry has withdrawn it.
 */
export async function readFreeLessonOffer(db: Db, familyId: string): Promise<FreeLessonOffer> {
  const row = await offerQuery.first(db, { familyId });
  if (row === undefined)
    return { ...(await readFreeLessonTerms(db)), state: 'had', isWithdrawn: false };
  const { last_entry, withdrawn_entry } = row;
  const isWithdrawn = last_entry !== null && last_entry === withdrawn_entry;
  const isPast = (last_entry !== null && !isWithdrawn) || Boolean(row.is_known);
  const state = isPast ? 'had' : row.has_asked ? 'asked' : 'available';
  return { ...termsOf(settingsFrom(row.overrides)), state, isWithdrawn };
}

const termsOf = (settings: Settings): FreeLessonTerms => ({
  mode: settings.free_lesson,
  spotsPerLesson: settings.free_spots_per_lesson,
});

export const readFreeLessonTerms = async (db: Db): Promise<FreeLessonTerms> =>
  termsOf(await readSettings(db));

/** The free first lesson, or the booking that it was moved to. */
const isOfGrant = sql<number>`case when is_free_first = 1 or exists (
    select 1 from credit_ledger g join bookings first on first.id = g.booking_id
    where g.family_id = bookings.family_id and g.seq = bookings.paid_entry
      and first.is_free_first = 1)
  then 1 else 0 end`;

/**
 * The active bookings that have cost the family a credit, by start. Those of deleted lessons were
 * attended.
 */
const listChargedBookings = (db: Db, familyId: string) =>
  allActiveBookings(db)
    .select([
      'bookings.id as id',
      'lesson_id',
      'starts_at',
      'moved_from',
      isOfGrant.as('is_of_grant'),
      'bookings.created_at as created_at',
      'thread',
      'uid',
    ])
    .where('family_id', '=', familyId)
    .where('charged', '>', 0)
    .orderBy('starts_at')
    .orderBy('bookings.id')
    .execute();

export type ChargedGrant = Awaited<ReturnType<typeof listChargedBookings>>[number];

/**
 * The bookings that the credit of a free lesson may have paid for, by start: the free one or, once
 * that was cancelled, all. A family that buys credits does not lose its free lesson sooner.
 */
export async function listGrantBookings(db: Db, familyId: string): Promise<ChargedGrant[]> {
  const charged = await listChargedBookings(db, familyId);
  const free = charged.filter(({ is_of_grant }) => is_of_grant === 1);
  return free.length > 0 ? free : charged;
}

/** Whether any parent of the family has followed a link sent to their own address. */
export async function isFamilyConfirmed(db: Db, familyId: string): Promise<boolean> {
  const parent = await db
    .selectFrom('people')
    .select('id')
    .where('family_id', '=', familyId)
    .where('role', '=', 'parent')
    .where('email_confirmed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return parent !== undefined;
}

const grantOf = prepare((db, param: Param<{ familyId: string }>) =>
  db
    .selectFrom('unconfirmed_grants')
    .select('confirm_by')
    .where('family_id', '=', param('familyId'))
    .where('withdrawn_entry', 'is', null),
);

/** The free lesson that a family without a confirmed address has booked itself, ended or not. */
const unconfirmedBooking = prepare((db, param: Param<{ familyId: string }>) =>
  db
    .selectFrom('bookings')
    .select('id')
    .where('family_id', '=', param('familyId'))
    // Not a parameter, so that the index of these bookings is used.
    .where('is_free_first', '=', sql<number>`1`)
    .where((booking) =>
      booking.not(
        booking.exists(
          booking
            .selectFrom('people')
            .select('people.id')
            .whereRef('people.family_id', '=', 'bookings.family_id')
            .where('role', '=', 'parent')
            .where('email_confirmed_at', 'is not', null),
        ),
      ),
    )
    .limit(1),
);

/**
 * Whether the family has its free lesson from nobody but itself, has never had another credit and
 * has confirmed no address: such an account takes a minute to make, so it gets nothing that
 * outlives its booking. The end of the grant, such as by the start of the lesson, changes nothing.
 */
export async function isUnconfirmedGuest(db: Db, familyId: string): Promise<boolean> {
  const booking = await unconfirmedBooking.first(db, { familyId });
  return booking !== undefined && !(await hadOwnCredit(db, familyId));
}

/**
 * Until when the family has to confirm an address to keep its free first lesson (epoch
 * milliseconds); null if nothing depends on that.
 */
export async function readConfirmBy(db: Db, familyId: string, now: number): Promise<number | null> {
  const grant = await grantOf.first(db, { familyId });
  const by = grant?.confirm_by ?? null;
  if (by === null) return null;
  if (await isFamilyConfirmed(db, familyId)) return null;
  const bookings = await listGrantBookings(db, familyId);
  // An attended lesson is not withdrawn.
  if (bookings.some(({ starts_at }) => starts_at <= now)) return null;
  const [first] = bookings;
  return first !== undefined && by >= first.starts_at ? null : by;
}

export async function countFreeFirst(tx: Tx, { id }: LockedLesson): Promise<number> {
  const { free_booked } = await tx
    .selectFrom('lessons')
    .select('free_booked')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return free_booked;
}

/**
 * Counts a booking that was just made as a free first lesson. Throws GuardError if the lesson has
 * `max` of them already.
 */
export async function countAsFreeFirst(
  { tx }: Work,
  { id }: LockedLesson,
  bookingId: string,
  { max }: { max: number },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('lessons')
    .set((eb) => ({ free_booked: eb('free_booked', '+', 1) }))
    .where('id', '=', id)
    .where('free_booked', '<', max)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new GuardError();
  await tx.updateTable('bookings').set({ is_free_first: 1 }).where('id', '=', bookingId).execute();
}
