// Fills an empty database for measuring: families with sessions and credits, past lessons with
// bookings, and future lessons.
import { addDays, HOUR_MS, mondayOf, ukDate } from '../domain/time.ts';
import { newId, newToken } from '../server/base/ids.ts';
import { startsAt } from '../server/base/windows.ts';
import { transact, type Work } from '../server/engine/context.ts';
import type { Database } from '../server/engine/database.ts';
import { insertSignedInFamily } from '../server/testing/accounts/signed-in-family.ts';

export const FAMILIES = 2000;
const SPOTS = 50;
const PER_PAST_LESSON = 10;
const LESSONS_TO_BOOK = 4000;
/** One in this many past bookings is of an absent student. */
const ABSENT_EVERY = 20;
const BOOKINGS_PER_PAYMENT = 5;
const GIVEN_CREDITS = 1_000_000;
const WEEK_LESSONS = 4;
/** Sessions outlast the cached data. */
const SESSION_MS = 90 * 24 * HOUR_MS;
const ROWS_AT_ONCE = 500;

export interface FilledIds {
  readonly tokens: readonly string[];
  readonly familyIds: readonly string[];
  /** Monday and Sunday of a future week with four lessons. */
  readonly week: { readonly from: string; readonly to: string };
  /** Future lessons with 50 open spots each. */
  readonly openLessons: readonly string[];
}

async function inBatches<Row>(rows: Row[], insert: (batch: Row[]) => Promise<unknown>) {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await insert(rows.slice(start, start + ROWS_AT_ONCE));
}

/**
 * Fills the database. `bookings` is the number of past bookings; the future lessons do not depend
 * on it.
 */
export async function fill(database: Database, bookings: number, now: number): Promise<FilledIds> {
  const families = Array.from({ length: FAMILIES }, (_, index) => ({
    id: newId(),
    token: newToken(),
    index,
  }));
  const monday = addDays(mondayOf(ukDate(now)), 14);
  const { past, week, open } = lessonsFor(bookings, monday, now);
  await transact({ database, now, actor: null }, async (work) => {
    const { tx } = work;
    for (const { id, token, index: nth } of families)
      await insertSignedInFamily(work, {
        id,
        token,
        nth,
        credits: GIVEN_CREDITS,
        reason: 'Benchmark',
        sessionMs: SESSION_MS,
      });
    await inBatches([...past, ...week, ...open], (batch) =>
      tx.insertInto('lessons').values(batch).execute(),
    );
    await inBatches(bookingsOf(past, families), (batch) =>
      tx.insertInto('bookings').values(batch).execute(),
    );
    await fillPayments(work, families, bookings);
  });
  return {
    tokens: families.map(({ token }) => token),
    familyIds: families.map(({ id }) => id),
    week: { from: monday, to: addDays(monday, 6) },
    openLessons: open.map(({ id }) => id),
  };
}

/** Past lessons with these bookings, those of the week that is listed, and those to book. */
function lessonsFor(bookings: number, monday: string, now: number) {
  const lesson = (starts_at: number, date: string, booked: number) => ({
    id: newId(),
    date,
    time: '09:00:00',
    starts_at,
    name: 'Forces and motion',
    meeting_link: 'https://meet.example.com/forces',
    max_students: SPOTS,
    notes: 'Bring a calculator.',
    booked,
    created_at: now,
    moved_at: now,
    deleted_at: null,
  });
  const past = Array.from({ length: Math.ceil(bookings / PER_PAST_LESSON) }, (_, index) => {
    const starts_at = now - (index + 24 * 40) * HOUR_MS;
    return lesson(starts_at, ukDate(starts_at), PER_PAST_LESSON);
  });
  const week = Array.from({ length: WEEK_LESSONS }, (_, index) => {
    const date = addDays(monday, 5 + (index % 2));
    return lesson(startsAt(date, '09:00:00'), date, 0);
  });
  const open = Array.from({ length: LESSONS_TO_BOOK }, (_, index) => {
    const date = addDays(monday, 100 + (index % 400));
    return lesson(startsAt(date, '09:00:00'), date, 0);
  });
  return { past, week, open };
}

/** Every spot of these lessons, booked by the families in turn. */
function bookingsOf(lessons: { id: string; starts_at: number }[], families: { id: string }[]) {
  return lessons.flatMap(({ id, starts_at }, nth) =>
    Array.from({ length: PER_PAST_LESSON }, (_, student) => {
      const family = families[(nth * PER_PAST_LESSON + student) % FAMILIES]?.id ?? '';
      return {
        id: newId(),
        lesson_id: id,
        family_id: family,
        student_id: family,
        join_token: newToken(),
        created_at: starts_at - HOUR_MS,
        cancelled_at: null,
        absent_at: (nth * PER_PAST_LESSON + student) % ABSENT_EVERY === 0 ? starts_at : null,
      };
    }),
  );
}

/** Payments for the past bookings, one an hour, with their entries in each family's ledger. */
async function fillPayments({ tx, now }: Work, families: { id: string }[], bookings: number) {
  const each = Math.floor(bookings / BOOKINGS_PER_PAYMENT / families.length);
  // In the order in which they are made: rows of one time lie together.
  const rows = Array.from({ length: each * families.length }, (_, nth) => ({
    id: newId(),
    family_id: families[nth % families.length]?.id ?? '',
    position: Math.floor(nth / families.length),
    paid_at: now - (each * families.length - nth) * (HOUR_MS / 2),
  }));
  await inBatches(rows, (batch) =>
    tx
      .insertInto('payments')
      .values(
        batch.map(({ id, family_id, paid_at }) => ({
          id,
          family_id,
          credits: 5,
          amount: 14_000,
          paid: 14_000,
          paid_at,
          currency: 'gbp',
          status: 'paid' as const,
          session_id: null,
          payment_intent: null,
          created_at: paid_at,
          updated_at: paid_at,
        })),
      )
      .execute(),
  );
  await inBatches(rows, (batch) =>
    tx
      .insertInto('credit_ledger')
      .values(
        batch.map(({ id, family_id, position, paid_at }) => {
          const balance_before = GIVEN_CREDITS + 5 * position;
          const balance = { balance_before, amount: 5, balance_after: balance_before + 5 };
          const place = { family_id, seq: position + 2, previous: position + 1 };
          const cause = { kind: 'purchase' as const, booking_id: null, payment_id: id };
          return { ...place, ...balance, ...cause, created_at: paid_at };
        }),
      )
      .execute(),
  );
  await tx
    .updateTable('balances')
    .set({ credits: GIVEN_CREDITS + 5 * each, last_entry: each + 1 })
    .execute();
}

/** A family, its token's hash and a lesson that it has not booked. */
export interface Pair {
  readonly family: string;
  readonly token: string;
  readonly lesson: string;
}

/**
 * All pairs of a family and an open lesson, cycling through the lessons, so that concurrent
 * bookings spread over all of them (bench/rush.ts measures one lesson). Throws when no spots are
 * left.
 */
export function* pairsOf({ familyIds, tokens, openLessons }: FilledIds): Generator<Pair, never> {
  for (let spot = 0; spot < SPOTS; spot += 1)
    for (const [nth, lesson] of openLessons.entries()) {
      const index = (nth * SPOTS + spot) % familyIds.length;
      yield { family: familyIds[index] ?? '', token: tokens[index] ?? '', lesson };
    }
  throw new Error('no spots are left');
}
