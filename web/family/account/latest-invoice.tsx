// <LatestInvoice>: the way to a family's latest invoice; nothing before the first payment.
import { useQuery } from '@tanstack/react-query';

import { invoicePath } from '../../../domain/paths.ts';
import { formatMoney } from '../../../domain/payments/credits.ts';
import { paymentsQuery } from '../../data/invoices.ts';
import { MarkedLink } from '../../ui/marked-link.tsx';

export function LatestInvoice() {
  const [latest] = useQuery(paymentsQuery).data ?? [];
  if (latest === undefined) return null;
  const { id, invoice, paid, currency } = latest;
  return (
    <p className="figures -mt-2 px-4 pb-2">
      <MarkedLink href={invoicePath(id)} mark="," className="py-2.5">
        Invoice {invoice}
      </MarkedLink>{' '}
      {formatMoney(paid, currency)}
    </p>
  );
}
