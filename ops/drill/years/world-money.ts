// Money: packages, checkouts, refunds and disputes.
import * as endpoints from '../../../domain/endpoints.ts';
import type { Performers } from './world-performers.ts';
import { NO_NAME, type World } from './world.ts';

const CODE = 'TENOFF';

async function paymentId({ db, provider }: World, payment: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('session_id', '=', provider.checkout(payment)?.session ?? '')
    .executeTakeFirst();
  return row?.id;
}

export const moneyActs: Performers<
  | 'start checkout'
  | 'pay'
  | 'deliver events'
  | 'look at payment'
  | 'cancel checkout'
  | 'refund'
  | 'return'
  | 'dispute'
  | 'refund at provider'
  | 'set prices'
  | 'allow codes'
  | 'compare payments'
  | 'give credits'
> = {
  async 'start checkout'(world, { payment, by, credits, lessons, student }) {
    const { names, provider } = world;
    const ids = lessons?.map((lesson) => names.lessons.get(lesson));
    const studentId = student === undefined ? undefined : names.students.get(student);
    if (ids?.includes(undefined) === true || (student !== undefined && studentId === undefined))
      return NO_NAME;
    const body = {
      credits_quantity: credits,
      ...(ids === undefined ? {} : { Lesson_IDs: ids.flatMap((id) => id ?? []) }),
      ...(studentId === undefined ? {} : { Student_ID: studentId }),
    };
    const answer = await world.call(by, endpoints.createCheckout, { body });
    if (answer.body !== null) provider.opened(payment, by, answer.body.session_id);
    return answer.outcome;
  },
  async pay({ provider }, { payment, code }) {
    if (provider.checkout(payment) === null) return NO_NAME;
    return (await provider.pay(payment, code === true ? CODE : null)) ? 'ok' : 'not open';
  },
  async 'deliver events'({ provider, server }, { payment, times, reversed = false }) {
    if (provider.checkout(payment) === null) return NO_NAME;
    await provider.deliver(server, payment, { times, reversed });
    return 'ok';
  },
  async 'look at payment'(world, { payment }) {
    const checkout = world.provider.checkout(payment);
    if (checkout === null) return NO_NAME;
    const params = { session_id: checkout.session };
    return (await world.call(checkout.by, endpoints.getPayment, { params })).outcome;
  },
  async 'cancel checkout'(world, { payment }) {
    const checkout = world.provider.checkout(payment);
    if (checkout === null) return NO_NAME;
    const params = { session_id: checkout.session };
    return (await world.call(checkout.by, endpoints.cancelCheckout, { params })).outcome;
  },
  async refund(world, { payment, credits }) {
    const id = await paymentId(world, payment);
    if (id === undefined) return NO_NAME;
    const options = { params: { id }, body: { credits } };
    const { outcome } = await world.call('tutor', endpoints.refundPayment, options);
    if (outcome === 'ok') await world.provider.deliver(world.server, payment);
    return outcome;
  },
  async return(world, { by, payment, credits }) {
    const id = await paymentId(world, payment);
    if (id === undefined) return NO_NAME;
    const options = { params: { id }, body: { credits } };
    const { outcome } = await world.call(by, endpoints.returnPayment, options);
    if (outcome === 'ok') await world.provider.deliver(world.server, payment);
    return outcome;
  },
  async dispute({ provider, server }, { payment, state }) {
    const isDone = await provider.dispute(payment, state);
    if (isDone) await provider.deliver(server, payment);
    return isDone ? 'ok' : NO_NAME;
  },
  async 'refund at provider'({ provider, server }, { payment, pence }) {
    const isDone = await provider.refund(payment, pence);
    if (isDone) await provider.deliver(server, payment);
    return isDone ? 'ok' : NO_NAME;
  },
  async 'set prices'(world, { packages }) {
    const current = await world.call('tutor', endpoints.getSettings);
    if (current.body === null) return current.outcome;
    const business = {
      ...current.body.settings.business,
      packages: packages.map(({ credits, pence }) => ({
        credits,
        price_pence: pence,
        name: `${credits} credits`,
      })),
    };
    return (await world.call('tutor', endpoints.updateSettings, { body: { business } })).outcome;
  },
  'allow codes': async (world, { allowed }) =>
    (await world.call('tutor', endpoints.updateSettings, { body: { promotion_codes: allowed } }))
      .outcome,
  /** The job that compares them runs in the next round. */
  'compare payments': async (world, { days }) =>
    (await world.call('tutor', endpoints.startReconciliation, { body: { days } })).outcome,
  async 'give credits'(world, { family, credits }) {
    const id = world.names.families.get(family);
    if (id === undefined) return NO_NAME;
    const options = { params: { id }, body: { amount: credits, reason: 'As agreed' } };
    return (await world.call('tutor', endpoints.adjustCredits, options)).outcome;
  },
};
