// Takes the locks of a transaction: payment, lessons by id, families by id. Every transaction takes
// these once and in this order, so that no two of them wait for each other. Every change of a
// lesson's spots takes a LockedLesson, so that code without the lock does not compile.
import { type ExpressionBuilder, sql } from 'kysely';

import { Refusal } from '../../domain/errors.ts';
import { type LockedFamily, lockFamily } from '../credits/ledger.ts';
import { runTogether, type Work, GuardError } from '../engine/context.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { hasRowLocks } from '../engine/row-locks.ts';
import type { Tables } from '../schema/tables.ts';
import { factColumns, type LessonFacts } from './lessons.ts';
import { isReserved } from './reservation-lookup.ts';
import { isOpenToAll, type LessonStarts, startsAfter } from './slips.ts';

type Ids = readonly string[];

type Lessons = ReadonlyMap<string, LockedLesson>;

export interface Locks<Payment = unknown, UnderLocks = unknown, BeforeFamilies = unknown> {
  readonly payment: Payment;
  /** The lessons that were asked for, deleted ones included. */
  readonly lessonIds: Ids;
  /** Without deleted lessons. */
  readonly lessons: Lessons;
  readonly beforeFamilies: BeforeFamilies;
  readonly families: ReadonlyMap<string, LockedFamily>;
  readonly underLocks: UnderLocks;
}

/** What to lock, in the order it is locked, and what to read on the way. */
export interface LockRequest<Payment = unknown, UnderLocks = unknown, BeforeFamilies = unknown> {
  /** Locks the payment. */
  readonly payment?: (() => Promise<Payment>) | undefined;
  readonly lessons?: Ids | ((payment: Payment) => Promise<Ids>);
  /** Whether `run` may free spots: set by changeSpots alone. */
  readonly mayOpen?: boolean;
  /** Locks only lessons with a spot for this family, so that nobody waits for a full one. */
  readonly spotFor?: string;
  /** Runs once the lessons are locked; `families` receives the result. */
  readonly readBeforeFamilies?: (lessons: Lessons) => Promise<BeforeFamilies>;
  readonly families?: Ids | ((chosenBy: ChosenBy<Payment, BeforeFamilies>) => Ids | Promise<Ids>);
  /** Reads what the locks keep true. The read is sent with the last of them. */
  readonly readUnderLocks?: () => Promise<UnderLocks>;
}

export type ChosenBy<Payment, BeforeFamilies> = Pick<
  Locks<Payment, unknown, BeforeFamilies>,
  'payment' | 'lessons' | 'beforeFamilies'
>;

/** The transactions that have taken their locks. */
const locked = new WeakSet<Work>();

/**
 * Locks these rows until the commit and runs `run` with them. What may free spots uses changeSpots
 * instead.
 */
export async function withLocks<
  Outcome,
  Payment = undefined,
  UnderLocks = undefined,
  BeforeFamilies = undefined,
>(
  work: Work,
  request: LockRequest<Payment, UnderLocks, BeforeFamilies>,
  run: (locks: Locks<Payment, UnderLocks, BeforeFamilies>) => Promise<Outcome>,
): Promise<Outcome> {
  if (locked.has(work)) throw new Error('a transaction takes its locks once, in one order');
  locked.add(work);
  // A request without one of these functions has undefined as the type of its result.
  const payment = (await request.payment?.()) as Payment;
  const lessonIds =
    typeof request.lessons === 'function'
      ? await request.lessons(payment)
      : (request.lessons ?? []);
  const { spotFor = null, mayOpen = false } = request;
  const locking = lockLessons(work, lessonIds, { spotFor, mayOpen });
  const beforeFamilies = (request.readBeforeFamilies &&
    (await request.readBeforeFamilies(await locking))) as BeforeFamilies;
  // Waits for the lessons only if the families depend on them; otherwise one packet locks both.
  const { families: chosen = [] } = request;
  const familyIds =
    typeof chosen === 'function'
      ? await chosen({ payment, lessons: await locking, beforeFamilies })
      : chosen;
  const [lessons, families, underLocks] = await runTogether([
    locking,
    lockFamilies(work, familyIds),
    (request.readUnderLocks?.() ?? Promise.resolve(undefined)) as Promise<UnderLocks>,
  ]);
  return run({ payment, lessonIds, lessons, beforeFamilies, families, underLocks });
}

const inOrder = (ids: Ids) => [...new Set(ids)].toSorted();

async function lockLessons(work: Work, ids: Ids, how: Parameters<typeof lockLesson>[2]) {
  const lessons = await runTogether(inOrder(ids).map((id) => lockLesson(work, id, how)));
  return byId(lessons);
}

async function lockFamilies({ tx }: Work, ids: Ids): Promise<ReadonlyMap<string, LockedFamily>> {
  return byId(await runTogether(inOrder(ids).map((id) => lockFamily(tx, id))));
}

const byId = <Row extends { readonly id: string }>(rows: (Row | null)[]) =>
  new Map(rows.flatMap((row) => (row === null ? [] : [[row.id, row]])));

/** The locked lesson. Throws GuardError if it is deleted or has no spot. */
export function requireLesson({ lessons }: Locks, id: string): LockedLesson {
  const lesson = lessons.get(id);
  if (lesson === undefined) throw new GuardError();
  return lesson;
}

/** Throws unauthenticated if the family has closed its account. */
export function requireOpen(family: LockedFamily): LockedFamily {
  if (family.hasLeft) throw new Refusal('unauthenticated');
  return family;
}

/** The locked family, even if it has closed its account. */
export function familyOf({ families }: Locks, id: string): LockedFamily {
  const family = families.get(id);
  if (family === undefined) throw new Error(`family ${id} is not locked`);
  return family;
}

/** Locks one family and runs `run` with it. Throws unauthenticated if it has closed its account. */
export function withFamily<Outcome>(
  work: Work,
  id: string,
  run: (family: LockedFamily) => Promise<Outcome>,
): Promise<Outcome> {
  return withLocks(work, { families: [id] }, (locks) => run(requireOpen(familyOf(locks, id))));
}

/** Locks one lesson and runs `run` with it; null if it is deleted. */
export function withLesson<Outcome>(
  work: Work,
  id: string,
  run: (lesson: LockedLesson | null) => Promise<Outcome>,
): Promise<Outcome> {
  return withLocks(work, { lessons: [id] }, ({ lessons }) => run(lessons.get(id) ?? null));
}

/** Only this module can make a LockedLesson. */
const lock = Symbol('lock');

/**
 * A lesson that nobody else can change until the commit: neither its time nor its spots, bookings,
 * reservations and waiting list. The counts are those of the moment when it was locked.
 */
export interface LockedLesson extends LessonFacts, LessonStarts {
  readonly [lock]: { readonly mayOpen: boolean; hasOpened: boolean };
  readonly max_students: number;
  readonly booked: number;
  readonly reserved: number;
  readonly waiting: number;
}

const columns = [
  ...factColumns,
  'moved_from',
  'max_students',
  'booked',
  'reserved',
  'waiting',
] as const;

/** A lesson that a family wants to book now. */
interface SpotQuery {
  readonly id: string;
  readonly familyId: string;
  readonly now: number;
}

/** The lesson has a spot that is neither booked nor reserved. */
export const hasOpenSpot = sql<boolean>`booked + reserved < max_students`;

/**
 * The lesson is ahead and has an open spot or one that is reserved for this family. An expired
 * reservation does not count: the waiting list comes before its family.
 */
const hasSpotFor = (eb: ExpressionBuilder<Tables, 'lessons'>, param: Param<SpotQuery>) =>
  eb.and([
    eb('lessons.id', '=', param('id')),
    eb('deleted_at', 'is', null),
    startsAfter(eb, param('now')),
    eb.or([
      eb.and([hasOpenSpot, isOpenToAll(param('now'))]),
      eb.exists(
        eb
          .selectFrom('payment_lessons')
          .innerJoin('payments', 'payments.id', 'payment_lessons.payment_id')
          .select('position')
          .where('lesson_id', '=', param('id'))
          .where(isReserved)
          .where('payment_lessons.family_id', '=', param('familyId'))
          .where('reserved_until', '>', param('now')),
      ),
    ]),
  ]);

const lockById = prepare((db, param: Param<{ id: string }>) =>
  db
    .selectFrom('lessons')
    .select(columns)
    .where('id', '=', param('id'))
    .where('deleted_at', 'is', null)
    .$if(hasRowLocks(db), (rows) => rows.forNoKeyUpdate()),
);

/** PostgreSQL checks the condition before it waits, so that a full lesson makes nobody wait. */
const lockIfSpots = prepare((db, param: Param<SpotQuery>) =>
  db
    .selectFrom('lessons')
    .select(columns)
    .where((eb) => hasSpotFor(eb, param))
    .$if(hasRowLocks(db), (rows) => rows.forNoKeyUpdate()),
);

const lessonWithSpots = prepare((db, param: Param<SpotQuery>) =>
  db
    .selectFrom('lessons')
    .select('id')
    .where((eb) => hasSpotFor(eb, param)),
);

/**
 * Whether this family can book or reserve a spot of the lesson now. Without a lock, so that the
 * answer is only a hint.
 */
export async function looksOpen({ tx, now }: Work, id: string, familyId: string): Promise<boolean> {
  return (await lessonWithSpots.first(tx, { id, familyId, now })) !== undefined;
}

/**
 * Locks a lesson until the commit; null when it is deleted or, with `spotFor`, when it has no spot
 * for that family. Called by lockLessons alone, in the order of ids.
 */
async function lockLesson(
  { tx, now }: Work,
  id: string,
  { spotFor, mayOpen }: { spotFor: string | null; mayOpen: boolean },
): Promise<LockedLesson | null> {
  const row =
    spotFor === null
      ? await lockById.first(tx, { id })
      : await lockIfSpots.first(tx, { id, familyId: spotFor, now });
  return row === undefined ? null : { ...row, [lock]: { mayOpen, hasOpened: false } };
}

/**
 * Records that spots of the lesson have come free: changeSpots, which has taken the lock, offers
 * them to its waiting list.
 */
export function recordOpened(lesson: LockedLesson): void {
  if (!lesson[lock].mayOpen) throw new Error('what frees spots locks them with changeSpots');
  lesson[lock].hasOpened = true;
}

/** Whether spots of the lesson have come free since it was locked. */
export const hasOpened = (lesson: LockedLesson): boolean => lesson[lock].hasOpened;
