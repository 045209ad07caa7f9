// Purchases, from checkout to payment. Each function is one transaction's part; every fact that Stripe reports
// may arrive again, late or out of order, and changes nothing then.
import { Refusal } from '../../domain/errors.ts';
import { invoiceNumberOf } from '../../domain/invoice.ts';
import { CHECKOUT_MINUTES, HOLD_MINUTES } from '../../domain/limits.ts';
import { familyPauseMs, nextLookAt, type Payment, type PaymentStatus } from '../../domain/payment.ts';
import { paths } from '../../domain/paths.ts';
import { toIso } from '../../domain/time.ts';
import { holdAccount } from '../accounts/credentials-store.ts';
import { queueForAdmins } from '../accounts/notice-store.ts';
import { readParents } from '../accounts/recipient-store.ts';
import type { FamilyActor } from '../accounts/session-store.ts';
import { heldUntil, releasePlaces } from '../bookings/hold-store.ts';
import { settleLapsed } from '../bookings/lapse-store.ts';
import { holdLines, serveLine, serveLines } from '../bookings/serve-store.ts';
import { guarded } from '../db/guarded.ts';
import { refuseSeveral } from '../bookings/several-store.ts';
import { changeCredits, readBalance } from '../credits/store.ts';
import { type Context, transact, type Work } from '../db/context.ts';
import type { Db } from '../db/database.ts';
import { newId } from '../ids.ts';
import { queueMail } from '../mail/store.ts';
import { type HeldPurchase, holdPurchase, isGranted } from './held-purchase.ts';
import {
  bookWanted,
  holdWanted,
  keepLessons,
  lessonsOf,
  listPaidLessons,
  releaseHold,
  replaceHold,
  type WantedLessons,
} from './lessons-store.ts';
import { issueInvoice } from './invoice-store.ts';
import { paymentMismatch, paymentWithoutAccount, receipt } from './messages.ts';
import { settleReturned } from './refund-store.ts';
import type { CheckoutOrder, SessionFacts } from './stripe.ts';

/** An order, and the session of the one whose places it took over; null, where there was none. */
export interface PlacedOrder extends CheckoutOrder {
  readonly replacedSession: string | null;
  /** Where whoever gives it up goes on: the path of a page. */
  readonly page: string;
}

/**
 * Writes the pending purchase that a checkout session will point to, and keeps places in the lessons that it is for, which ends
 * the family's hold before. Amounts are in minor units. Throws unauthenticated for an account that was left while this call was
 * under way; where lessons are wanted, what refuses them but credits, validation_failed and rate_limited.
 */
export async function createPurchase(
  context: Context<Pick<FamilyActor, 'id' | 'familyId'>>,
  order: Pick<CheckoutOrder, 'credits' | 'amount' | 'currency'>,
  wanted: WantedLessons | null = null,
): Promise<PlacedOrder> {
  const { now, actor } = context;
  // The provider counts in whole seconds.
  const minutes = wanted === null ? CHECKOUT_MINUTES : HOLD_MINUTES.checkout;
  const expires_at = Math.floor(now / 1000) * 1000 + minutes * 60_000;
  const place = async (work: Work): Promise<PlacedOrder> => {
    const { tx } = work;
    const id = newId();
    const { released, ...way } =
      wanted === null
        ? { replacedSession: null, page: paths.userHome, released: [] }
        : await replaceHold(work, wanted);
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
        held_until: wanted === null ? null : heldUntil(now),
        created_at: now,
        updated_at: now,
      })
      .execute();
    if (wanted !== null) await keepLessons(work, wanted, { id, credits: order.credits });
    await serveLine(work, released);
    return { id, ...order, email: account.email, expiresAt: expires_at, ...way };
  };
  const refuse = async () => {
    // What its own hold keeps is let go for the new one.
    if (wanted !== null) await refuseSeveral(context, wanted.whom, wanted.lessonIds, 'family');
  };
  return guarded(context, place, refuse);
}

/** Lets go what a purchase keeps, whether or not it can still be paid. */
export async function giveUpHold(context: Context, by: 'id' | 'session_id', value: string): Promise<void> {
  await transact(context, async (work) => {
    const purchase = await holdPurchase(work, by, value);
    if (purchase !== null) await releaseHold(work, purchase.id);
  });
}

/** Notes which session was opened for a purchase, so that its family can ask for it. Returns false when it keeps no places by then. */
export async function attachSession(
  { database: { db }, now }: Context,
  { purchaseId, sessionId }: { readonly purchaseId: string; readonly sessionId: string },
): Promise<boolean> {
  const attached = await db
    .updateTable('purchases')
    .set({ session_id: sessionId, updated_at: now })
    .where('id', '=', purchaseId)
    .where('session_id', 'is', null)
    .returning('held_until')
    .executeTakeFirst();
  return attached?.held_until !== null;
}

/** A family's own payment at `now` (epoch milliseconds); null for one that is not theirs. */
export async function findPayment(
  db: Db,
  {
    familyId,
    sessionId,
    now,
  }: { readonly familyId: string; readonly sessionId: string; readonly now: number },
): Promise<Payment | null> {
  const row = await db
    .selectFrom('purchases')
    .leftJoin('invoices', 'purchase_id', 'purchases.id')
    .select(['id', 'status', 'credits', 'amount', 'currency', 'created_at', 'year', 'number'])
    .where('session_id', '=', sessionId)
    .where('family_id', '=', familyId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { created_at, year, number, ...payment } = row;
  const lessons = await listPaidLessons(db, payment.id, now);
  return {
    session_id: sessionId,
    ...payment,
    invoice: invoiceNumberOf({ year, number }),
    created_at: toIso(created_at),
    ...(lessons.length === 0 ? {} : { lessons }),
  };
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
 * only for the amount and currency that were asked, and the lessons booked that it is for. Returns whether the session belongs
 * to a purchase here.
 */
export async function applySession(context: Context, session: SessionFacts): Promise<boolean> {
  const { purchaseId } = session;
  if (purchaseId === null) return false;
  const apply = async (work: Work) => {
    const purchase = await holdPurchase(work, 'id', purchaseId);
    if (purchase === null || (purchase.session_id ?? session.sessionId) !== session.sessionId) return false;
    const status = nextStatus(purchase, session);
    // First: a purchase that is written twice makes PostgreSQL hold its family.
    if (status === 'paid' && purchase.status !== 'paid') await holdWanted(work, purchase);
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
    else await releaseHold(work, purchase.id);
    return true;
  };
  const settle = async () => settleLapsed(context, await lessonsOf(context.database.db, purchaseId));
  if (session.outcome === 'paid') await settle();
  return guarded(context, apply, settle);
}

function nextStatus(purchase: HeldPurchase, session: SessionFacts): PaymentStatus {
  if (isGranted(purchase.status) || purchase.status === 'mismatched') return purchase.status;
  if (session.outcome === 'paid')
    return session.amount === purchase.amount && session.currency === purchase.currency
      ? 'paid'
      : 'mismatched';
  return purchase.status === 'pending' && session.outcome !== 'open' ? session.outcome : purchase.status;
}

/** The lessons that it is for, and the family, are held. */
async function grant(work: Work, purchase: HeldPurchase): Promise<void> {
  // Nobody else can take them until the commit, and what is left of them goes to the lines.
  const released = await releasePlaces(work, purchase.id);
  const lines = await holdLines(work, released, [purchase.family_id]);
  const balance = await changeCredits(work, {
    familyId: purchase.family_id,
    amount: purchase.credits,
    kind: 'purchase',
    purchaseId: purchase.id,
  });
  if (balance === null) throw new Error(`the account of purchase ${purchase.id} has no balance`);
  // A refund or a lost dispute may have been announced before the payment it belongs to.
  await settleReturned(work, { ...purchase, status: 'paid' });
  await bookWanted(work, purchase);
  await serveLines(work, lines);
  const { tx, now } = work;
  const lessons = await listPaidLessons(tx, purchase.id, now);
  const credits = await readBalance(tx, purchase.family_id);
  const parents = await readParents(tx, purchase.family_id);
  // Takes the last lock of the transaction: only emails follow.
  const invoice = await issueInvoice(work, purchase.id);
  for (const to of parents)
    await queueMail(work, receipt({ ...purchase, invoice, lessons, paid_at: now }, to, credits));
  if (parents.length === 0) await queueForAdmins(work, (email) => paymentWithoutAccount(purchase, email));
}
