// <InvoiceView>: an invoice on the screen and, without anything around it, on paper.
import type { ReactNode } from 'react';

import { formatMoney } from '../../../domain/payments/credits.ts';
import { type Invoice, returnedOf, sellerLines } from '../../../domain/payments/invoice.ts';
import { Card } from '../../ui/card.tsx';
import {
  dayOf,
  describeItem,
  describeReturned,
  howPaid,
  refundNotice,
  returnTerms,
} from './invoice-words.ts';

export function InvoiceView({ invoice }: { readonly invoice: Invoice }) {
  const { number, issued_at, seller, buyer, id } = invoice;
  const notice = refundNotice(invoice);
  return (
    <Card className="grid grid-cols-1 gap-7 p-5 wrap-anywhere sm:gap-9 sm:p-10 print:border-0 print:p-0">
      <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <h1 className="figures text-title">Invoice {number}</h1>
        <p className="figures">{dayOf(issued_at)}</p>
        {notice !== null && (
          <p className="figures mt-3 w-full border-l-4 border-signal pl-3 font-bold">{notice}</p>
        )}
      </header>
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2 sm:gap-10 print:grid-cols-2">
        <Side title="From" lines={sellerLines(seller)} />
        <Side
          title="To"
          lines={
            buyer === null ? ['A family that has deleted its account'] : [buyer.name, buyer.email]
          }
        />
      </div>
      <Amounts invoice={invoice} />
      <p className="text-note text-pencil">
        {howPaid(invoice)}
        <br />
        {returnTerms(invoice) !== null && (
          <>
            {returnTerms(invoice)}
            <br />
          </>
        )}
        Payment reference: <span className="figures">{id}</span>
      </p>
    </Card>
  );
}

function Side({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <section>
      <h2 className="font-sans text-sm font-bold text-pencil">{title}</h2>
      <p className="mt-1 leading-snug">
        {lines.map((line, place) => (
          <span key={line} className={`block ${place === 0 ? 'font-bold' : ''}`}>
            {line}
          </span>
        ))}
      </p>
    </section>
  );
}

function Amounts({ invoice }: { readonly invoice: Invoice }) {
  const { amount, discount, paid, currency, returned } = invoice;
  const { title, detail } = describeItem(invoice);
  const { sum } = returnedOf(invoice);
  const money = (pence: number) => formatMoney(pence, currency);
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">What was paid for</caption>
      <thead className="text-sm text-pencil">
        <tr className="border-b border-rule">
          <th scope="col" className="py-2 pr-4 font-bold">
            What
          </th>
          <th scope="col" className="py-2 text-right font-bold">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        <Row
          name={
            <>
              <span className="block font-bold">{title}</span>
              {detail !== '' && <span className="figures block text-pencil">{detail}</span>}
            </>
          }
          amount={money(amount)}
        />
        {discount > 0 && <Row name="Promotion code" amount={`−${money(discount)}`} />}
        <Row name={<span className="font-bold">Total paid</span>} amount={money(paid)} isSum />
        {returned.map((one) => (
          <Row
            key={`${one.how} ${one.at} ${one.amount}`}
            name={describeReturned(one)}
            amount={`−${money(one.amount)}`}
          />
        ))}
        {sum > 0 && (
          <Row
            name={<span className="font-bold">After refunds</span>}
            amount={money(Math.max(0, paid - sum))}
            isSum
          />
        )}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly name: ReactNode;
  readonly amount: string;
  readonly isSum?: boolean;
}

function Row({ name, amount, isSum = false }: RowProps) {
  return (
    <tr className={`border-b align-top ${isSum ? 'border-rule' : 'border-line'}`}>
      <th scope="row" className="figures py-3 pr-4 font-normal">
        {name}
      </th>
      <td className={`figures py-3 text-right whitespace-nowrap ${isSum ? 'font-bold' : ''}`}>
        {amount}
      </td>
    </tr>
  );
}
