// Looks at the parts that a running server needs: the database and its schema, the queue of emails
// and the comparison of payments.
import { sql } from 'kysely';

import {
  isComparisonOverdue,
  type ReadinessPart,
  READINESS_HOURS,
} from '../../domain/health/readiness.ts';
import { HOUR_MS } from '../../domain/time.ts';
import { LONGEST_PAUSE_MS } from '../email/leases.ts';
import type { Context } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { migrations } from '../schema/migrations.ts';

/** How long an answer is used again, so that a flood of calls costs the database nothing. */
const REMEMBERED_MS = 1000;
/** How long a caller waits for the database. */
const PATIENCE_MS = 4000;

type Faults = readonly ReadinessPart[];

/** Returns the parts that are not in order. Never throws. */
export type FindFaults = (context: Context) => Promise<Faults>;

/** `takesPayments`: whether payments are compared with a provider. */
export function createReadiness(
  takesPayments: boolean,
  onError: (error: unknown) => void,
): FindFaults {
  let cached: { readonly at: number; readonly faults: Faults } | null = null;
  let looking: Promise<Faults> | null = null;
  const look = async (context: Context): Promise<Faults> => {
    try {
      return await findFaults(context, takesPayments);
    } catch (error) {
      onError(error);
      return ['database'];
    }
  };
  return async (context) => {
    const { now } = context;
    // A clock that was set back remembers nothing.
    if (cached !== null && now >= cached.at && now < cached.at + REMEMBERED_MS)
      return cached.faults;
    // At most one look at a time, however long a frozen database takes.
    looking ??= look(context)
      .then((faults) => {
        cached = { at: now, faults };
        return faults;
      })
      .finally(() => {
        looking = null;
      });
    return within(looking);
  };
}

/** A database that takes longer counts as away. */
async function within(looking: Promise<Faults>): Promise<Faults> {
  const { promise, resolve } = Promise.withResolvers<Faults>();
  const timer = setTimeout(() => resolve(['database']), PATIENCE_MS);
  try {
    return await Promise.race([looking, promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function findFaults({ database, now }: Context, takesPayments: boolean) {
  const { db } = database;
  const applied = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const names = new Set(applied.rows.map(({ name }) => name));
  // The checks below are for this version's schema only.
  if (names.size !== migrations.length || !migrations.every(({ name }) => names.has(name)))
    return ['migrations'] as const;
  await requireWrites(db);
  const faults: ReadinessPart[] = [];
  if (!(await database.hasRoom())) faults.push('database');
  if (await hasStuckEmail(db, now)) faults.push('emails');
  if (takesPayments && isComparisonOverdue(await readComparison(db), now))
    faults.push('comparison');
  return faults;
}

/** Every engine refuses this statement where it takes no writes, though it deletes nothing. */
async function requireWrites(db: Db): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', '').execute();
}

/**
 * An email that is due later counts only if an attempt has failed. It does not count if the mail
 * server has accepted a later one since: its recipient's server is at fault then, and the tutor
 * hears of it when the email is given up.
 */
async function hasStuckEmail(db: Db, now: number): Promise<boolean> {
  const before = now - READINESS_HOURS.email * HOUR_MS;
  const stuck = await db
    .selectFrom('emails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('created_at', '<=', before)
    .where((eb) => eb.or([eb('due_at', '<=', before), eb('attempts', '>', 0)]))
    // True for every such email; it makes the database use the index of due emails.
    .where('due_at', '<=', now + LONGEST_PAUSE_MS)
    .where((eb) => {
      // Ids are sorted by time.
      const accepted = eb
        .selectFrom('emails as later')
        .select('later.id')
        .whereRef('later.id', '>', 'emails.id')
        .where('later.sent_at', 'is not', null);
      return eb.not(eb.exists(accepted));
    })
    .limit(1)
    .executeTakeFirst();
  return stuck !== undefined;
}

async function readComparison(db: Db) {
  const { checked_at: comparedAt } = await db
    .selectFrom('reconciliation')
    .select('checked_at')
    .executeTakeFirstOrThrow();
  if (comparedAt !== null) return { comparedAt, firstPaymentAt: null };
  // Ids are sorted by time; with a bound, the index is searched and not scanned.
  const first = await db
    .selectFrom('payments')
    .select('created_at')
    .where('id', '>', '')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return { comparedAt, firstPaymentAt: first?.created_at ?? null };
}
