// How the payments of a random test are made, paid, refunded and disputed.
import { sweepHolds } from '../bookings/lapse-store.ts';
import { applyDispute } from '../payments/dispute-store.ts';
import { applyRefund } from '../payments/refund-store.ts';
import { applySession, createPurchase } from '../payments/store.ts';
import { parentOf } from './factories.ts';
import type { PaymentAct } from './random-acts.ts';
import { familyAt, type Scene } from './random-scene.ts';

const PRICE_PENCE = 3000;

/** Does what is about money: families buy, the provider speaks, and what was kept for nobody is swept. */
export async function performPayment(
  { api, students, lessons, purchases }: Scene,
  wanted: PaymentAct,
): Promise<void> {
  const { db } = api.database;
  const hear = async (id: string, outcome: 'paid' | 'expired') => {
    const { amount } = await db
      .selectFrom('purchases')
      .select('amount')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const facts = { sessionId: `cs_${id}`, purchaseId: id, paymentIntent: `pi_${id}`, currency: 'gbp' };
    await applySession(api.context(null), { ...facts, amount, outcome });
  };
  if (wanted.kind === 'sweep') {
    await sweepHolds(api.context(null));
    return;
  }
  if (wanted.kind === 'buy' || wanted.kind === 'buyLessons') {
    const family = familyAt(students, wanted.student);
    const credits = wanted.kind === 'buy' ? wanted.credits : wanted.lessons.length;
    const { id } = await createPurchase(
      api.context(parentOf(family)),
      { credits, amount: credits * PRICE_PENCE, currency: 'gbp' },
      wanted.kind === 'buy'
        ? null
        : {
            lessonIds: wanted.lessons.map((place) => lessons[place] ?? ''),
            whom: { familyId: family.id, ownStudent: null, studentId: family.studentId },
          },
    );
    purchases.push(id);
    if (wanted.isPaid) await hear(id, 'paid');
    return;
  }
  const id = purchases[wanted.purchase % Math.max(1, purchases.length)];
  if (id === undefined) return;
  if (wanted.kind === 'pay' || wanted.kind === 'expire') {
    await hear(id, wanted.kind === 'pay' ? 'paid' : 'expired');
    return;
  }
  const { amount } = await db
    .selectFrom('purchases')
    .select('amount')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (wanted.kind === 'dispute') {
    const facts = { id: `du_${id}_${wanted.share}`, paymentIntent: null, reason: 'general', dueBy: null };
    const outcome = wanted.share < 0.5 ? 'open' : 'lost';
    const part = Math.floor((amount * wanted.share) / 2);
    await applyDispute(api.context(null), { ...facts, amount: part, outcome }, { purchaseId: id });
    return;
  }
  const refunded = Math.floor(amount * wanted.share);
  await applyRefund(api.context(null), { purchaseId: id, paymentIntent: null, refunded });
}
