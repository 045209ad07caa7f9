// Performs the payment acts of a random test: checkout, payment, refund and dispute.
import { expireReservations } from '../lessons/reservations.ts';
import { applyDispute } from '../payments/disputes.ts';
import { applyRefund } from '../payments/refunds.ts';
import { applySession, createPayment } from '../payments/payments.ts';
import { parentOf } from './factories.ts';
import type { PaymentAct } from './random-acts.ts';
import { familyAt, type Scene } from './random-scene.ts';

const PRICE_PENCE = 3000;

/** Performs a payment act: a family pays, the provider reports, or expired reservations end. */
export async function performPayment(
  { api, students, lessons, payments }: Scene,
  wanted: PaymentAct,
): Promise<void> {
  const { db } = api.database;
  const hear = async (id: string, outcome: 'paid' | 'expired') => {
    const { amount } = await db
      .selectFrom('payments')
      .select('amount')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const facts = {
      sessionId: `cs_${id}`,
      paymentId: id,
      paymentIntent: `pi_${id}`,
      currency: 'gbp',
    };
    await applySession(api.context(null), { ...facts, amount, outcome });
  };
  if (wanted.kind === 'sweep') {
    await expireReservations(api.context(null));
    return;
  }
  if (wanted.kind === 'buy' || wanted.kind === 'buyLessons') {
    const family = familyAt(students, wanted.student);
    const credits = wanted.kind === 'buy' ? wanted.credits : wanted.lessons.length;
    const { id } = await createPayment(
      api.context(parentOf(family)),
      { credits, amount: credits * PRICE_PENCE, currency: 'gbp' },
      wanted.kind === 'buy'
        ? null
        : {
            lessonIds: wanted.lessons.map((position) => lessons[position] ?? ''),
            whom: { familyId: family.id, ownStudent: null, studentId: family.studentId },
          },
    );
    payments.push(id);
    if (wanted.isPaid) await hear(id, 'paid');
    return;
  }
  const id = payments[wanted.payment % Math.max(1, payments.length)];
  if (id === undefined) return;
  if (wanted.kind === 'pay' || wanted.kind === 'expire') {
    await hear(id, wanted.kind === 'pay' ? 'paid' : 'expired');
    return;
  }
  const { amount } = await db
    .selectFrom('payments')
    .select('amount')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (wanted.kind === 'dispute') {
    const facts = {
      id: `du_${id}_${wanted.share}`,
      paymentIntent: null,
      reason: 'general',
      dueBy: null,
    };
    const outcome = wanted.share < 0.5 ? 'open' : 'lost';
    const part = Math.floor((amount * wanted.share) / 2);
    await applyDispute(api.context(null), { ...facts, amount: part, outcome }, { paymentId: id });
    return;
  }
  const refunded = Math.floor(amount * wanted.share);
  await applyRefund(api.context(null), { paymentId: id, paymentIntent: null, refunded });
}
