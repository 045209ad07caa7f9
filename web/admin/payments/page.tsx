// /admin-payments: whether the payments here are those at the provider, the sums of each month, and
// every payment with its refunds; ?from= and ?to= choose the dates, ?refund= opens a refund.
import { useSearchParams } from 'react-router';

import { paths } from '../../../domain/paths.ts';
import { paymentWindow } from '../../../domain/payments/tutor-payment.ts';
import type { DateWindow } from '../../../domain/window.ts';
import { reconciliationQuery } from '../../data/comparison.ts';
import { adminPaymentsQuery } from '../../data/tutor-payments.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { pages } from '../../pages.ts';
import { startQuery } from '../../transport/query-client.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Comparison } from './comparison.tsx';
import { PaymentsView } from './payments-view.tsx';

export function start({ search }: PageAddress): void {
  startQuery(adminPaymentsQuery(datesIn(search)));
  startQuery(reconciliationQuery);
}

/** None if the address has been cut or typed wrongly. */
function datesIn(search: URLSearchParams): DateWindow {
  const { data } = paymentWindow.safeParse({
    from: search.get('from') ?? undefined,
    to: search.get('to') ?? undefined,
  });
  return data ?? {};
}

export default function AdminPayments() {
  const [search, setSearch] = useSearchParams();
  return (
    <AdminFrame title={pages[paths.adminPayments].title}>
      <PageHeader
        title={pages[paths.adminPayments].title}
        text="What families paid by card, and what became of it."
      />
      <Comparison />
      <PaymentsView
        dates={datesIn(search)}
        onDates={(dates) => setSearch({ ...dates }, { replace: true })}
      />
    </AdminFrame>
  );
}
