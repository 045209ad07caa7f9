// <PaymentList>: a family's payments, newest first, each with its invoice.
import { useQuery } from '@tanstack/react-query';

import { creditCount, formatMoney } from '../../domain/credits.ts';
import type { InvoicedPayment } from '../../domain/invoice.ts';
import { invoicePath } from '../../domain/paths.ts';
import { formatDate, ukDate } from '../../domain/time.ts';
import { LOADING_PAYMENTS, paymentsQuery } from '../api/invoices.ts';
import { describeFailure } from '../api/transport/query-client.ts';
import { TextLink } from '../ui/link-button.tsx';
import { Loaded } from '../ui/loaded.tsx';

export function PaymentList() {
  return (
    <Loaded
      query={useQuery(paymentsQuery)}
      label="Loading your payments"
      rows={2}
      failure={LOADING_PAYMENTS.title}
      explain={(error) => describeFailure(error, LOADING_PAYMENTS).description}
      empty={<p className="text-pencil">Nothing has been paid yet.</p>}
    >
      {(payments) => (
        <ul className="divide-y divide-line border-y border-line">
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function PaymentRow({ payment }: { readonly payment: InvoicedPayment }) {
  const { id, invoice, status, credits, amount, currency, issued_at } = payment;
  const date = ukDate(Date.parse(issued_at));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 py-1.5">
      <span className="figures">
        <span className="font-bold">
          {formatMoney(amount, currency)} for {creditCount(credits)}
        </span>
        <time dateTime={issued_at} className="block text-sm text-pencil">
          {formatDate(date, 'short')} {date.slice(0, 4)}
          {status === 'refunded' && ', refunded'}
        </time>
      </span>
      <TextLink href={invoicePath(id)} className="figures min-h-12 py-3">
        Invoice {invoice}
      </TextLink>
    </li>
  );
}
