// One comparison of all payments with the provider: it begins by request or at night, runs in one
// process at a time, and goes on in another one after a crash. No transaction is open while the
// provider is asked.
import { Refusal } from '../../../domain/errors.ts';
import {
  RECONCILIATION_DAYS,
  RECONCILIATION_NIGHT,
} from '../../../domain/payments/reconciliation.ts';
import { addDays, MINUTE_MS, ukDate } from '../../../domain/time.ts';
import { newId } from '../../base/ids.ts';
import { startsAt } from '../../base/windows.ts';
import { type Context, transact } from '../../engine/context.ts';
import { type Database, isDatabaseAway, type Tx } from '../../engine/database.ts';
import type { Job, JobBase } from '../../process/repeat.ts';
import type { ReconciliationTables, Stage } from '../../schema/reconciliation.ts';
import { balanceSince } from '../books/balance.ts';
import { applyDispute } from '../disputes/disputes.ts';
import { lookUpDispute } from '../disputes/provider.ts';
import type { PaymentProvider } from '../stripe.ts';
import { aboutOf, comparePayments, type Comparison, type FoundDifference } from './compare.ts';
import { lookUpPaidSession, readPage, type Span } from './provider.ts';

const CHECK_EVERY_MS = 2000;
/** A process that renews its lease no more has died. The provider's SDK gives up long before. */
export const LEASE_MS = 3 * MINUTE_MS;

const nextStage = {
  sessions: 'refunds',
  refunds: 'disputes',
  disputes: 'balance',
  balance: 'comparing',
} as const;

type Row = { [Column in keyof ReconciliationTables['reconciliation']]?: unknown };
const NO_RUN = {
  run: null,
  run_since: null,
  run_until: null,
  stage: null,
  after_id: null,
  holder: null,
  leased_until: 0,
} satisfies Row;

/** The columns of a comparison of the last `days` UK days that begins now. */
function newRun(now: number, days: number) {
  const since = startsAt(addDays(ukDate(now), -days), '00:00:00');
  return {
    ...NO_RUN,
    run: newId(),
    run_since: since,
    run_until: now,
    stage: 'sessions',
  } as const;
}

/** Begins a comparison, which a process then runs. Throws already_running. */
export async function beginComparison({ database: { db }, now }: Context, days: number) {
  const { numUpdatedRows } = await db
    .updateTable('reconciliation')
    .set(newRun(now, days))
    .where('run', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Refusal('already_running');
}

/** Begins tonight's comparison in one process only, after any that is still running. */
export async function beginNight({ database: { db }, now }: Context): Promise<void> {
  const today = ukDate(now);
  const { from, until } = RECONCILIATION_NIGHT;
  if (now < startsAt(today, from) || now >= startsAt(today, until)) return;
  await db
    .updateTable('reconciliation')
    .set({ ...newRun(now, RECONCILIATION_DAYS.usual), night: today })
    .where('run', 'is', null)
    .where((eb) => eb.or([eb('night', 'is', null), eb('night', '<', today)]))
    .execute();
}

/** A comparison that this process has to itself while it renews the lease. */
interface Lease {
  readonly run: string;
  readonly holder: string;
  readonly span: Span;
  readonly stage: Stage;
  readonly after: string | null;
}

/** Another process runs the comparison by now. */
class LeaseLostError extends Error {}

/** Runs the comparison that has begun, unless another process does so. */
export async function runComparison(
  { database, clock }: Pick<JobBase, 'database' | 'clock'>,
  provider: PaymentProvider,
  signal?: AbortSignal,
): Promise<void> {
  const lease = await takeLease(database, clock());
  if (lease === null) return;
  const run = { database, clock, lease };
  try {
    const hasEnded = await storeProviderFacts(run, provider, signal);
    if (hasEnded) {
      const comparison = await compareAll(run, provider);
      await applyInquiries(run, provider, comparison);
      await storeResult(run, comparison);
    }
  } catch (error) {
    if (error instanceof LeaseLostError) return;
    if (error instanceof Away && signal?.aborted === true) return releaseLease(run);
    // An absent database comes back, and the next process goes on where this one stopped. Whatever
    // else fails would fail there again, and no other comparison could begin.
    if (!isDatabaseAway(error)) await endWithoutResult(run);
    if (!(error instanceof Away)) throw error;
  }
}

interface ComparisonRun extends Pick<JobBase, 'database' | 'clock'> {
  lease: Lease;
}

/** The provider does not answer. */
class Away extends Error {}

async function takeLease({ db }: Database, now: number): Promise<Lease | null> {
  const waiting = await db
    .selectFrom('reconciliation')
    .select('run')
    .where('run', 'is not', null)
    .where('leased_until', '<=', now)
    .executeTakeFirst();
  if (waiting === undefined) return null;
  const holder = newId();
  const row = await db
    .updateTable('reconciliation')
    .set({ holder, leased_until: now + LEASE_MS })
    .where('run', 'is not', null)
    .where('leased_until', '<=', now)
    .returning(['run', 'run_since', 'run_until', 'stage', 'after_id'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { run, run_since: since, run_until: until, stage, after_id: after } = row;
  if (run === null || since === null || until === null || stage === null) return null;
  return { run, holder, span: { since, until }, stage, after };
}

/** Writes to the row if this process still has it. Throws LeaseLostError. */
async function writeRun(db: Database['db'] | Tx, { run, holder }: Lease, change: Partial<Changes>) {
  const { numUpdatedRows } = await db
    .updateTable('reconciliation')
    .set(change)
    .where('run', '=', run)
    .where('holder', '=', holder)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new LeaseLostError();
}

interface Changes extends Omit<typeof NO_RUN, 'stage' | 'after_id' | 'leased_until'> {
  readonly stage: Stage | null;
  readonly after_id: string | null;
  readonly leased_until: number;
  readonly checked_at: number;
  readonly since: number;
  readonly compared: number;
  readonly matched: number;
  readonly failed_at: number | null;
  readonly balance_until: number;
}

/**
 * Reads all of the provider's pages that are left, and stores the facts of each with the place
 * after it. If it is asked to stop, it releases the lease and returns false.
 */
async function storeProviderFacts(
  run: ComparisonRun,
  provider: PaymentProvider,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { database, clock, lease } = run;
  let { stage, after } = lease;
  while (stage !== 'comparing') {
    if (signal?.aborted === true) {
      await releaseLease(run);
      return false;
    }
    const { until } = lease.span;
    const isBalance = stage === 'balance';
    const since = isBalance ? await balanceSince(database.db) : lease.span.since;
    const page = await readPage(provider, stage, { since: since ?? until, until }, after);
    if (page === 'away') throw new Away();
    const next: Stage = page.next === null ? nextStage[stage] : stage;
    await transact({ database, now: clock(), actor: null }, async (work) => {
      const leased_until = work.now + LEASE_MS;
      const isRead = isBalance && page.next === null && page.isForbidden !== true;
      const read = isRead ? { balance_until: until } : {};
      await writeRun(work.tx, lease, { stage: next, after_id: page.next, leased_until, ...read });
      await page.store(work, lease.run);
    });
    [stage, after] = [next, page.next];
  }
  return true;
}

function compareAll({ database, clock, lease }: ComparisonRun, provider: PaymentProvider) {
  return comparePayments(database.db, lease.run, lease.span, async (sessionId) => {
    const session = await lookUpPaidSession(provider, sessionId);
    if (session === 'away') throw new Away();
    await writeRun(database.db, lease, { leased_until: clock() + LEASE_MS });
    return session;
  });
}

/** Stores inquiries that no webhook has reported, and tells the tutor: they are no difference. */
async function applyInquiries(
  { database, clock, lease }: ComparisonRun,
  provider: PaymentProvider,
  { inquiries }: Comparison,
): Promise<void> {
  for (const { dispute, paymentId } of inquiries) {
    await writeRun(database.db, lease, { leased_until: clock() + LEASE_MS });
    const context = { database, now: clock(), actor: null };
    try {
      await applyDispute(context, dispute, { paymentId }, () =>
        lookUpDispute(provider, dispute.id),
      );
    } catch (error) {
      if (error instanceof Refusal && error.code === 'payment_provider_error') throw new Away();
      throw error;
    }
  }
}

/** Stores the result in place of the last one. */
async function storeResult(
  { database, clock, lease }: ComparisonRun,
  { compared, differences }: Comparison,
) {
  const differing = new Set(differences.map(aboutOf));
  await transact({ database, now: clock(), actor: null }, async ({ tx, now }) => {
    await writeRun(tx, lease, {
      ...NO_RUN,
      checked_at: now,
      since: lease.span.since,
      compared: compared.size,
      matched: compared.size - differing.size,
      failed_at: null,
    });
    await tx.deleteFrom('differences').execute();
    for (const [position, difference] of differences.entries())
      await tx.insertInto('differences').values(toRow(difference, position)).execute();
    await tx.deleteFrom('reconciliation_facts').execute();
  });
}

function toRow(difference: FoundDifference, position: number) {
  const { kind, sessionId, disputeId, here, there } = difference;
  return {
    id: newId(),
    kind,
    about: aboutOf(difference),
    session_id: sessionId,
    payment_id: here?.id ?? null,
    dispute_id: disputeId,
    there_amount: there?.amount ?? null,
    there_returned: there?.returned ?? null,
    there_currency: there?.currency ?? null,
    here_amount: here === null ? null : (here.paid ?? here.amount),
    here_returned: here === null ? null : here.refunded_amount + here.lost,
    here_currency: here?.currency ?? null,
    here_status: here?.status ?? null,
    position,
  };
}

/** Ends the comparison without a result: the last one stays. */
async function endWithoutResult({ database, clock, lease }: ComparisonRun): Promise<void> {
  await transact({ database, now: clock(), actor: null }, async ({ tx, now }) => {
    await writeRun(tx, lease, { ...NO_RUN, failed_at: now });
    await tx.deleteFrom('reconciliation_facts').execute();
  });
}

/** Lets another process go on at once. */
const releaseLease = ({ database, lease }: ComparisonRun) =>
  writeRun(database.db, lease, { holder: null, leased_until: 0 });

export const comparePaymentsJob = (base: JobBase, provider: PaymentProvider): Job => ({
  everyMs: CHECK_EVERY_MS,
  work: async (context, signal) => {
    await beginNight(context);
    await runComparison(base, provider, signal);
  },
  complaint: 'failed to compare the payments with the provider; will go on',
});
