// Purchases, from checkout to payment. Each function is one transaction's part; every fact that Stripe reports
// may arrive again, late or out of order, and changes nothing then.
import { Refusal } from '../../domain/errors.ts';
import { CHECKOUT_MINUTES } from '../../domain/limits.ts';
import { familyPauseMs, nextLookAt, type Payment, type PaymentStatus } from '../../domain/payment.ts';
import { toIso } from '../../domain/time.ts';
import { holdAccount } from '../accounts/credentials-store.ts';
import { queueForAdmins } from '../accounts/notice-store.ts';
import { readParents } from '../accounts/recipient-store.ts';
import type { FamilyActor } from '../accounts/session-store.ts';
import { changeCredits } from '../credits/store.ts';
import { type Context, transact, type Work } from '../db/context.ts';
import type { Db } from '../db/database.ts';
import { newId } from '../ids.ts';
import { queueMail } from '../mail/store.ts';
import { type HeldPurchase, holdPurchase, isGranted } from './held-purchase.ts';
import { paymentMismatch, paymentWithoutAccount, receipt } from './messages.ts';
import { settleReturned } from './refund-store.ts';
import type { CheckoutOrder, SessionFacts } from './stripe.ts';

/**
 * Writes the pending purchase that a checkout session will point to. Amounts are in minor units. Throws unauthenticated
 * for an account that was left while this call was under way.
 */
export async function createPurchase(
  context: Context<Pick<FamilyActor, 'id' | 'familyId'>>,
  order: Pick<CheckoutOrder, 'credits' | 'amount' | 'currency'>,
): Promise<CheckoutOrder> {
  const { now, actor } = context;
  const id = newId();
  // The provider counts in whole seconds.
  const expires_at = Math.floor(now / 1000) * 1000 + CHECKOUT_MINUTES * 60_000;
  return transact(context, async ({ tx }) => {
    const account = await holdAccount(tx, { audience: 'family', id: actor.id });
    if (account === null) throw new Refusal('unauthenticated');
    await tx
      .insertInto('purchases')
      .values({
        id,
        family_id: actor.familyId,
        ...order,
        status: 'pending',
        session_id: null,
        payment_intent: null,
        expires_at,
        next_look_at: nextLookAt(now, 0, expires_at),
        created_at: now,
        updated_at: now,
      })
      .execute();
    return { id, ...order, email: account.email, expiresAt: expires_at };
  });
}

/** Notes which session was opened for a purchase, so that its family can ask for it. */
export async function attachSession(
  { database: { db }, now }: Context,
  { purchaseId, sessionId }: { readonly purchaseId: string; readonly sessionId: string },
): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ session_id: sessionId, updated_at: now })
    .where('id', '=', purchaseId)
    .where('session_id', 'is', null)
    .execute();
}

/** A family's own payment; null for one that is not theirs. */
export async function findPayment(
  db: Db,
  { familyId, sessionId }: { readonly familyId: string; readonly sessionId: string },
): Promise<Payment | null> {
  const row = await db
    .selectFrom('purchases')
    .select(['status', 'credits', 'amount', 'currency', 'created_at'])
    .where('session_id', '=', sessionId)
    .where('family_id', '=', familyId)
    .executeTakeFirst();
  return row === undefined ? null : { session_id: sessionId, ...row, created_at: toIso(row.created_at) };
}

/** Takes a look of its family at a pending payment. False when it has just had one, so that what is stored has to do. */
export async function claimFamilyLook(
  { database: { db }, now, actor }: Context<Pick<FamilyActor, 'familyId'>>,
  sessionId: string,
): Promise<boolean> {
  const due = await db
    .selectFrom('purchases')
    .select(['id', 'family_looks'])
    .where('session_id', '=', sessionId)
    .where('family_id', '=', actor.familyId)
    .where('next_family_look_at', '<=', now)
    .executeTakeFirst();
  if (due === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable('purchases')
    .set({
      family_looks: due.family_looks + 1,
      next_family_look_at: Math.ceil(now + familyPauseMs(due.family_looks)),
    })
    .where('id', '=', due.id)
    .where('status', '=', 'pending')
    .where('family_looks', '=', due.family_looks)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Takes in what a checkout session says of itself; credits are granted by the first paid word of it, and
 * only for the amount and currency that were asked. Returns whether the session belongs to a purchase here.
 */
export async function applySession(context: Context, session: SessionFacts): Promise<boolean> {
  const { purchaseId } = session;
  if (purchaseId === null) return false;
  return transact(context, async (work) => {
    const purchase = await holdPurchase(work, 'id', purchaseId);
    if (purchase === null || (purchase.session_id ?? session.sessionId) !== session.sessionId) return false;
    const status = nextStatus(purchase, session);
    await work.tx
      .updateTable('purchases')
      .set({
        status,
        session_id: session.sessionId,
        // A late word from before the payment knows of none yet.
        payment_intent: session.paymentIntent ?? purchase.payment_intent,
      })
      .where('id', '=', purchase.id)
      .execute();
    if (status === purchase.status) return true;
    if (status === 'mismatched') {
      const paid = { amount: session.amount, currency: session.currency, session: session.sessionId };
      await queueForAdmins(work, (email) => paymentMismatch(purchase, paid, email));
    }
    if (status === 'paid') await grant(work, purchase);
    return true;
  });
}

function nextStatus(purchase: HeldPurchase, session: SessionFacts): PaymentStatus {
  if (isGranted(purchase.status) || purchase.status === 'mismatched') return purchase.status;
  if (session.outcome === 'paid')
    return session.amount === purchase.amount && session.currency === purchase.currency
      ? 'paid'
      : 'mismatched';
  return purchase.status === 'pending' && session.outcome !== 'open' ? session.outcome : purchase.status;
}

async function grant(work: Work, purchase: HeldPurchase): Promise<void> {
  const balance = await changeCredits(work, {
    familyId: purchase.family_id,
    amount: purchase.credits,
    kind: 'purchase',
    purchaseId: purchase.id,
  });
  if (balance === null) throw new Error(`the account of purchase ${purchase.id} has no balance`);
  const parents = await readParents(work.tx, purchase.family_id);
  for (const to of parents)
    await queueMail(work, receipt({ ...purchase, paid_at: work.now }, to, balance.credits));
  if (parents.length === 0) await queueForAdmins(work, (email) => paymentWithoutAccount(purchase, email));
  // A refund or a lost dispute may have been announced before the payment it belongs to.
  await settleReturned(work, { ...purchase, status: 'paid' });
}
