// Performs the payment acts of a random test: checkout, payment, refund and dispute.
import { expireReservations } from '../lessons/expired-reservations.ts';
import { applyDispute } from '../payments/disputes.ts';
import { applyRefund } from '../payments/refunds.ts';
import { placeOrder, settle } from './orders.ts';
import type { PaymentAct } from './random-acts.ts';
import { familyAt, type Scene } from './random-scene.ts';

/** Performs a payment act: a family pays, the provider reports, or expired reservations end. */
export async function performPayment(
  { api, students, lessons, payments }: Scene,
  wanted: PaymentAct,
): Promise<void> {
  const context = api.context(null);
  if (wanted.kind === 'sweep') {
    await expireReservations(context);
    return;
  }
  if (wanted.kind === 'buy' || wanted.kind === 'buyLessons') {
    const family = familyAt(students, wanted.student);
    const ordered =
      wanted.kind === 'buy'
        ? wanted.credits
        : wanted.lessons.map((position) => lessons[position] ?? '');
    const order = await placeOrder(family.context(), ordered, family.studentId);
    payments.push(order.id);
    if (wanted.isPaid) await settle(context, order);
    return;
  }
  const id = payments[wanted.payment % Math.max(1, payments.length)];
  if (id === undefined) return;
  const order = await api.database.db
    .selectFrom('payments')
    .select(['id', 'amount', 'currency'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (wanted.kind === 'pay' || wanted.kind === 'expire') {
    await settle(context, order, wanted.kind === 'pay' ? 'paid' : 'expired');
    return;
  }
  if (wanted.kind === 'dispute') {
    const amount = Math.floor((order.amount * wanted.share) / 2);
    const outcome = wanted.share < 0.5 ? 'open' : 'lost';
    const facts = { paymentIntent: null, reason: 'general', dueBy: null, amount, outcome } as const;
    await applyDispute(context, { id: `du_${id}_${wanted.share}`, ...facts }, { paymentId: id });
    return;
  }
  const refunded = Math.floor(order.amount * wanted.share);
  await applyRefund(context, { paymentId: id, paymentIntent: null, refunded });
}
