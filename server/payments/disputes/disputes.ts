// Payment disputes and the inquiries before them: reports them to the tutor and takes back the
// credits of lost ones.
import { Refusal } from '../../../domain/errors.ts';
import {
  type DisputeState,
  disputeStateOf,
  judgeReport,
  type StoredState,
  nextState,
} from '../../../domain/payments/dispute.ts';
import { queueForAdmins } from '../../auth/admin-notices.ts';
import { type Context, transact, type Work } from '../../engine/context.ts';
import type { Tx } from '../../engine/database.ts';
import { findMovedAt } from '../books/balance.ts';
import { type LockedPayment, lockPayment, withPaymentAndFamily } from '../locked-payment.ts';
import { alignPayment } from '../refunds/align-payment.ts';
import { disputeNews, unknownStateEmail } from './dispute-emails.ts';
import type { DisputeFacts } from './provider.ts';

/** Identifies the payment of a dispute. */
type DisputeTarget = { readonly paymentIntent: string } | { readonly paymentId: string };

/** How often the provider is asked again about a dispute that changes meanwhile. */
const ATTEMPTS = 5;

/**
 * Applies a report about a dispute or an inquiry. Each of its states is reported to every admin
 * once, and a lost dispute takes credits back like a refund, which stay taken. If the report
 * disagrees with what is known, `lookUp` says what is true now. Returns whether the dispute belongs
 * to a payment in this database. Throws what `lookUp` throws.
 */
export async function applyDispute(
  context: Context,
  dispute: DisputeFacts,
  target: DisputeTarget,
  lookUp: () => Promise<DisputeFacts>,
): Promise<boolean> {
  let outcome = await applyReport(context, dispute, target, null);
  for (let attempt = 1; typeof outcome === 'object'; attempt += 1) {
    if (attempt > ATTEMPTS) throw new Refusal('service_unavailable');
    // Asked outside the transaction: what is known may change meanwhile.
    outcome = await applyReport(context, await lookUp(), target, outcome);
  }
  return outcome;
}

/** What was known when the provider was asked. */
interface Doubt {
  readonly stored: StoredState | null;
}

/** Returns whether the payment is stored here, or that the provider must be asked. */
async function applyReport(
  context: Context,
  dispute: DisputeFacts,
  target: DisputeTarget,
  doubt: Doubt | null,
): Promise<boolean | Doubt> {
  return transact(context, (work) => {
    const lock = () =>
      'paymentId' in target
        ? lockPayment(work, 'id', target.paymentId)
        : lockPayment(work, 'payment_intent', target.paymentIntent);
    return withPaymentAndFamily(work, lock, async (payment, locks) => {
      if (payment === null) return false;
      const state = disputeStateOf(dispute.status);
      if (state === null) {
        await queueForAdmins(work, (email) => unknownStateEmail(dispute, payment, email));
        return true;
      }
      const stored = await readState(work.tx, dispute.id);
      const isCurrent = doubt !== null && doubt.stored === stored;
      const verdict = judgeReport(stored, state, isCurrent);
      if (verdict === 'same') return true;
      if (verdict === 'doubtful') return { stored };
      const next = nextState(stored, state);
      if (next === null) return true;
      await queueForAdmins(work, (email) =>
        disputeNews(
          dispute,
          payment,
          { before: stored, state: next, isWon: state === 'won' },
          email,
        ),
      );
      await recordState(work, dispute, payment, { stored, reported: state, next });
      if (next === 'lost') await alignPayment(work, locks, payment);
      return true;
    });
  });
}

/** Null when the dispute is reported for the first time. */
async function readState(tx: Tx, id: string): Promise<StoredState | null> {
  const dispute = await tx
    .selectFrom('disputes')
    .select(['status', 'is_appealed'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (dispute !== undefined) return dispute.is_appealed === 1 ? 'appeal' : dispute.status;
  const inquiry = await tx
    .selectFrom('inquiries')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  if (inquiry === undefined) return null;
  return inquiry.state === 'open' ? 'inquiry' : 'inquiry_closed';
}

interface Change {
  readonly stored: StoredState | null;
  readonly reported: DisputeState;
  readonly next: StoredState;
}

async function recordState(
  { tx, now }: Work,
  { id, amount, dueBy, createdAt }: DisputeFacts,
  { id: payment_id }: LockedPayment,
  { stored, reported, next }: Change,
): Promise<void> {
  const row = { id, payment_id, created_at: now };
  if (next === 'inquiry' || next === 'inquiry_closed') {
    const state = next === 'inquiry' ? ('open' as const) : ('closed' as const);
    const facts = { amount, state, due_at: dueBy, updated_at: now };
    await tx
      .insertInto('inquiries')
      .values({ ...row, ...facts })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
      .execute();
    return;
  }
  // A dispute ends the inquiry that it began as.
  await tx
    .updateTable('inquiries')
    .set({ state: 'closed', updated_at: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
  const status = next === 'appeal' ? 'lost' : next;
  const facts = { amount, status, is_appealed: Number(next === 'appeal'), updated_at: now };
  // Even if the dispute stays lost here.
  const isReturned = reported === 'won' || next === 'won';
  const withdrawnAt = await findMovedAt(tx, 'dispute', id);
  const returnedAt = (await findMovedAt(tx, 'dispute_return', id)) ?? now;
  await tx
    .insertInto('disputes')
    .values({
      ...row,
      ...facts,
      // An inquiry moves no money until it becomes a dispute.
      withdrawn_at: withdrawnAt ?? (stored === null ? createdAt : now),
      returned_at: isReturned ? returnedAt : null,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        ...facts,
        returned_at: isReturned ? eb.fn.coalesce('disputes.returned_at', eb.val(returnedAt)) : null,
      })),
    )
    .execute();
}
