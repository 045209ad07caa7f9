// Payments by card: checkout, webhook, invoices, refunds, disputes and the nightly comparison.
import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import type { AccountListener } from '../accounts/listeners.ts';
import { type Api, mount } from '../http/mount.ts';
import type { JobBase } from '../process/repeat.ts';
import { mendDifference } from './comparison/mend.ts';
import { readReconciliation } from './comparison/result.ts';
import { comparePaymentsJob, beginComparison } from './comparison/run.ts';
import { collectPayments } from './export.ts';
import { lookUpPendingJob } from './pending/look-up-pending.ts';
import { checkRefundsJob } from './refunds/settle-refunds.ts';
import { mountPaymentRoutes, type PaymentParts } from './routes.ts';
import type { PaymentProvider } from './stripe.ts';

const account: AccountListener = {
  exportData: async (db, { id, now }) => ({ payments: await collectPayments(db, id, now) }),
};

export const payments = {
  routes: (api: Api, parts: PaymentParts) => {
    mountComparisonRoutes(api, parts.provider);
    mountPaymentRoutes(api, parts);
  },
  jobs: ({ provider, ...base }: JobBase & { provider: PaymentProvider | null }) =>
    provider === null
      ? []
      : [lookUpPendingJob(provider), comparePaymentsJob(base, provider), checkRefundsJob(provider)],
  account,
};

/** `provider` is null while card payments are switched off. */
function mountComparisonRoutes(api: Api, provider: PaymentProvider | null): void {
  const read = async () => ({ reconciliation: await readReconciliation(api.database.db) });
  mount(api, endpoints.startReconciliation, async ({ context, body }) => {
    if (provider === null) throw new Refusal('payments_unavailable');
    await beginComparison(context, body.days);
    return read();
  });
  mount(api, endpoints.getReconciliation, read);
  mount(api, endpoints.mendDifference, async ({ context, params }) => {
    await mendDifference(context, provider, params.id);
    return read();
  });
}
