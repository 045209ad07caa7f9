// Payments by card: checkout, webhook, invoices, refunds, disputes and the nightly comparison.
import type { AccountListener } from '../accounts/listeners.ts';
import type { Api } from '../http/mount.ts';
import type { JobBase } from '../process/repeat.ts';
import { mountComparisonRoutes } from './comparison/routes.ts';
import { startComparingPayments } from './comparison/run.ts';
import { collectPayments } from './export.ts';
import { startLookingUpPending } from './pending/look-up-pending.ts';
import { startCheckingRefunds } from './refunds/settle-refunds.ts';
import { mountPaymentRoutes, type PaymentParts } from './routes.ts';
import type { PaymentProvider } from './stripe.ts';

const account: AccountListener = {
  exported: async (db, { id, now }) => ({ payments: await collectPayments(db, id, now) }),
};

export const payments = {
  routes: (api: Api, parts: PaymentParts) => {
    mountComparisonRoutes(api, parts.provider);
    mountPaymentRoutes(api, parts);
  },
  jobs: ({ provider, ...base }: JobBase & { readonly provider: PaymentProvider | null }) =>
    provider === null
      ? []
      : [
          startLookingUpPending(base, provider),
          startComparingPayments(base, provider),
          startCheckingRefunds(base, provider),
        ],
  account,
};
