// /invoice/:id: the invoice of a payment, to read and print, for a parent of the family and for the
// tutor.
import { useQuery, queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';

import type { Audience } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { paths } from '../../../domain/paths.ts';
import { formatMoney } from '../../../domain/payments/credits.ts';
import { type Invoice, returnedOf, sellerLines } from '../../../domain/payments/invoice.ts';
import type { PaymentStatus } from '../../../domain/payments/payment.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import { FamilyActions } from '../../frames/family-actions.tsx';
import { PageFrame } from '../../frames/page-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { shownAudience, useMarkedAudience } from '../../navigation/return-path.ts';
import { pages } from '../../pages.ts';
import { call } from '../../transport/client.ts';
import { isNotFound } from '../../transport/failures.ts';
import { loadFailure, startQuery, LOADING } from '../../transport/query-client.ts';
import { readSession, useSession } from '../../transport/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/link-button.tsx';
import { Loaded, EmptyState } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import {
  whyNoInvoice,
  dayOf,
  describeItem,
  describeReturned,
  howPaid,
  refundNotice,
  returnTerms,
} from './invoice-words.ts';

export function start({ search, params: { id = '' } }: PageAddress): void {
  const sessions = { family: readSession('family'), admin: readSession('admin') };
  const audience = shownAudience(`?${search}`, sessions);
  if (sessions[audience] !== null) startQuery(invoiceQuery(id, audience));
}

export default function InvoicePage() {
  const { id = '' } = useParams();
  const audience = useMarkedAudience({ family: useSession('family'), admin: useSession('admin') });
  const query = useQuery(invoiceQuery(id, audience));
  const invoice = query.data?.invoice ?? null;
  const title =
    invoice === null
      ? pages[paths.invoice].title
      : `${pages[paths.invoice].title} ${invoice.number}`;
  return (
    <Frame audience={audience} title={title}>
      <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-5">
        {invoice === null && <PageHeader title={pages[paths.invoice].title} />}
        <Loaded
          query={query}
          noun="the invoice"
          rows={4}
          rowClassName="h-20 w-full"
          {...loadFailure(LOADING_INVOICE)}
        >
          {(answer) => <Shown answer={answer} />}
        </Loaded>
        <p className="flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
          {invoice !== null && <Button onClick={() => window.print()}>Print or save as PDF</Button>}
          {audience === 'family' && (
            <TextLink href={paths.accountPayments} className="py-3">
              All payments
            </TextLink>
          )}
        </p>
      </div>
    </Frame>
  );
}

/** Null: the payment does not exist or belongs to another family. */
function Shown({ answer }: { answer: InvoiceAnswer | null }) {
  if (answer === null)
    return (
      <EmptyState
        title="No such invoice"
        text="There is no payment of yours at this address. It may have been cut short: please follow the whole link."
      />
    );
  if (answer.invoice === null)
    return <EmptyState title="No invoice yet" text={whyNoInvoice(answer.status)} />;
  return <InvoiceView invoice={answer.invoice} />;
}

interface FrameProps {
  audience: Audience;
  title: string;
  children: ReactNode;
}

function Frame({ audience, title, children }: FrameProps) {
  if (audience === 'admin') return <AdminFrame title={title}>{children}</AdminFrame>;
  return (
    <PageFrame title={title} actions={<FamilyActions />}>
      {children}
    </PageFrame>
  );
}

const LOADING_INVOICE = {
  title: 'Error loading invoice',
  text: 'Failed to load the invoice',
} as const;

/** The invoice of a payment, or null together with the payment's status. */
interface InvoiceAnswer {
  readonly status: PaymentStatus;
  readonly invoice: Invoice | null;
}

/**
 * The invoice response for a payment; null if it does not exist or is not visible, which is a
 * result and not a failure.
 */
function invoiceQuery(id: string, audience: Audience) {
  const endpoint = audience === 'admin' ? endpoints.getFamilyInvoice : endpoints.getInvoice;
  return queryOptions({
    queryKey: [audience, 'invoice', id],
    queryFn: async ({ signal }): Promise<InvoiceAnswer | null> => {
      try {
        return await call(endpoint, { signal, params: { id } });
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    ...LOADING,
    meta: { operation: LOADING_INVOICE },
  });
}

/** <InvoiceView>: an invoice on the screen and, without anything around it, on paper. */
function InvoiceView({ invoice }: { invoice: Invoice }) {
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

function Side({ title, lines }: { title: string; lines: string[] }) {
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

function Amounts({ invoice }: { invoice: Invoice }) {
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
            name={<span className="font-bold">Paid in the end</span>}
            amount={money(Math.max(0, paid - sum))}
            isSum
          />
        )}
      </tbody>
    </table>
  );
}

interface RowProps {
  name: ReactNode;
  amount: string;
  isSum?: boolean;
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
