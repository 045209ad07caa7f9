// Payments by card: checkout, webhook, invoices, refunds, disputes and the nightly comparison.
import type { AccountListener } from '../accounts/listeners.ts';
import type { JobBase } from '../process/repeat.ts';
import { comparePaymentsJob } from './comparison/run.ts';
import { collectPayments } from './export.ts';
import { lookUpPendingJob } from './pending/look-up-pending.ts';
import { checkRefundsJob } from './refunds/settle-refunds.ts';
import { mountPaymentRoutes } from './routes.ts';
import type { PaymentProvider } from './stripe.ts';

const account: AccountListener = {
  exportData: async (db, { id, now }) => ({ payments: await collectPayments(db, id, now) }),
};

export const payments = {
  routes: mountPaymentRoutes,
  jobs: ({ provider, ...base }: JobBase & { provider: PaymentProvider | null }) =>
    provider === null
      ? []
      : [lookUpPendingJob(provider), comparePaymentsJob(base, provider), checkRefundsJob(provider)],
  account,
};
