// The `test` of refunds: a shop with a payment of £140.00 for five credits, which the tutor
// refunds.
import * as endpoints from '../../../domain/endpoints.ts';
import { FIRST_REFUND_CHECK_MS } from '../../payments/refunds/apply.ts';
import { checkDueRefunds } from '../../payments/refunds/settle-refunds.ts';
import { readEmails } from '../emails.ts';
import { sharedShopTest } from './shop.ts';

export const refundTest = sharedShopTest
  /** A payment of £140.00 for five credits. */
  .extend('paid', async ({ shop, family }) => {
    const session = await shop.buy(family, 5);
    const { id } = await shop.stored(session);
    return { session, id };
  })
  .extend('refund', ({ tutor }) => (id: string, credits: unknown, key?: string) => {
    return tutor.either(endpoints.refundPayment, {
      params: { id },
      body: { credits: credits as number },
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    });
  })
  .extend('checkAgain', ({ shop, api }) => async () => {
    api.clock.advance({ ms: FIRST_REFUND_CHECK_MS });
    await checkDueRefunds(api.context(null), shop.provider);
  })
  .extend('list', ({ tutor }) => async () => {
    return (await tutor.call(endpoints.listAdminPayments)).body.payments;
  })
  /** What the tutor sees of a payment. */
  .extend('look', ({ list }) => async (id: string) => {
    const payment = (await list()).find((one) => one.id === id);
    if (payment === undefined) throw new Error(`payment ${id} is not listed`);
    return payment;
  })
  .extend('bank', { auto: true }, ({ shop }, { onCleanup }) => {
    onCleanup(() => {
      shop.sandbox.endOutage();
      shop.sandbox.letRefundsBecome('succeeded');
    });
  })
  .extend('emailsOf', ({ api }) => (cause: string) => {
    return readEmails(api, null, cause);
  });
