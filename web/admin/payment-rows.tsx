// <PaymentRows>: some payments, as sentences on a phone and in columns at a desk; over them the
// refund of one, which ?refund=ID opens.
import { Fragment, lazy, type ReactNode, Suspense } from 'react';

import { familyPath, invoicePath } from '../../domain/paths.ts';
import { creditCount, formatMoney } from '../../domain/payments/credits.ts';
import type { AdminPayment } from '../../domain/payments/tutor-payment.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import { useDialogParam } from '../navigation/use-dialog-param.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { When } from '../ui/dates/when.tsx';
import { useNow } from '../ui/hooks/hooks.ts';
import { TextLink } from '../ui/link-button.tsx';
import { stateOf, storyOf, whoPaid } from './payment-words.ts';

const RefundDialog = lazy(() => import('./refund-dialog.tsx'));

interface PaymentRowsProps {
  payments: readonly AdminPayment[];
  /** Whether they are those of several families. */
  isLinked?: boolean;
  /** Further buttons of a payment. */
  actions?: (payment: AdminPayment) => ReactNode;
}

export function PaymentRows({ payments, isLinked = false, actions }: PaymentRowsProps) {
  const now = useNow(MINUTE_MS);
  const dialog = useDialogParam('refund');
  const opened = payments.find(({ id }) => id === dialog.value);
  return (
    <>
      <div
        className={`grid grid-cols-1 md:rounded-md md:border md:border-line md:bg-sheet md:sheet-shadow ${columns}`}
      >
        <p
          aria-hidden="true"
          className={`hidden border-b border-rule px-6 py-2 text-note font-bold text-pencil lg:grid ${row}`}
        >
          <span>Date</span>
          <span>Paid by</span>
          <span className="text-right">Amount</span>
          <span>State</span>
          <span>Invoice</span>
        </p>
        <ul aria-label="Payments" className={`grid grid-cols-1 gap-3 md:gap-0 ${row}`}>
          {payments.map((payment) => (
            <PaymentRow
              key={payment.id}
              payment={payment}
              now={now}
              isLinked={isLinked}
              onRefund={dialog.open}
            >
              {actions?.(payment)}
            </PaymentRow>
          ))}
        </ul>
      </div>
      {opened !== undefined && (
        <Suspense fallback={null}>
          <RefundDialog
            payment={opened}
            onClose={dialog.close}
            nextFocus={() => document.getElementById(rowId(opened.id))}
          />
        </Suspense>
      )}
    </>
  );
}

/** At a desk a payment is a row of: date, payer, amount, state, invoice, buttons. */
const columns = 'lg:grid-cols-[auto_minmax(0,1fr)_auto_auto_auto_auto] lg:gap-x-6';
const row = 'lg:col-span-full lg:grid lg:grid-cols-subgrid';

interface AmountProps {
  /** Less than 0 if it went back. */
  pence: number;
  currency: string;
  /** Whether it has not been paid. */
  isDue?: boolean;
}

interface PaymentRowProps {
  payment: AdminPayment;
  now: number;
  onRefund: (id: string) => void;
  /** Whether the row is among those of other families. */
  isLinked?: boolean;
  /** Further buttons of a paid payment. */
  children?: ReactNode;
}

/** The id of the row's words, which have the focus once its button is gone. */
const rowId = (paymentId: string): string => `payment-${paymentId}`;

function PaymentRow(props: PaymentRowProps) {
  const { payment, now, onRefund, isLinked = false, children } = props;
  const { id, created_at, invoice, refundable } = payment;
  const { label, tone } = stateOf(payment);
  const name = whoPaid(payment);
  return (
    <li
      className={`grid grid-cols-1 gap-x-6 rounded-md border border-line bg-sheet px-4 py-3 leading-snug sheet-shadow md:grid-cols-[9.5rem_minmax(0,1fr)] lg:py-2 md:rounded-none md:border-0 md:border-b md:bg-transparent md:px-6 md:shadow-none md:last:border-b-0 print:break-inside-avoid ${row}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 max-md:mb-1.5 md:row-span-2 md:grid md:content-start md:justify-items-start md:gap-1.5 lg:contents">
        <span className="text-note text-pencil lg:row-start-1 lg:py-2.5">
          <When at={created_at} />
        </span>
        <span className="lg:col-start-4 lg:row-start-1 lg:py-2">
          <Badge tone={tone}>{label}</Badge>
        </span>
      </div>
      <Story payment={payment} now={now} isLinked={isLinked} />
      <div className="flex flex-wrap items-center gap-x-5 max-lg:mt-1.5 empty:hidden md:col-start-2 lg:contents print:hidden">
        {invoice !== null && (
          <TextLink
            href={invoicePath(id, 'admin')}
            className="figures min-h-11 py-2.5 font-normal lg:col-start-5 lg:row-start-1"
          >
            <span className="lg:sr-only">Invoice </span>
            {invoice}
          </TextLink>
        )}
        <div className="contents lg:col-start-6 lg:row-start-1 lg:flex lg:flex-wrap lg:items-start lg:justify-end lg:gap-x-5">
          {children}
          {refundable.credits > 0 && (
            <Button
              variant="secondary"
              className="max-md:ml-auto"
              aria-label={`Pay back up to ${creditCount(refundable.credits)} of ${name}`}
              onClick={() => onRefund(id)}
            >
              Pay back
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

/** <Story>: who paid how much, and what became of it since. */
function Story({ payment, now, isLinked = false }: Omit<PaymentRowProps, 'onRefund'>) {
  const { id, family, granted_at, amount, paid, currency } = payment;
  const { before, after, short, since } = storyOf(payment, now);
  const name = whoPaid(payment);
  return (
    <div
      id={rowId(id)}
      tabIndex={-1}
      aria-live="polite"
      className="figures min-w-0 rounded-sm outline-offset-4 wrap-anywhere lg:col-span-2 lg:col-start-2 lg:row-start-1 lg:grid lg:grid-cols-subgrid lg:gap-x-6 lg:py-2.5"
    >
      <p className="lg:col-start-1">
        <span className="lg:sr-only">{before}</span>
        {family === null || !isLinked ? (
          name
        ) : (
          <TextLink href={familyPath(family.id)} className="inline!">
            {name}
          </TextLink>
        )}
        <span className="lg:sr-only">{after}</span>
        <span aria-hidden="true" className="text-pencil max-lg:hidden">
          {short}
        </span>
      </p>
      <Amount pence={paid ?? amount} currency={currency} isDue={granted_at === null} />
      {since.map(({ text, needsAttention, wentBack }) => (
        <Fragment key={text}>
          <p
            className={`mt-1 lg:col-start-1 ${needsAttention ? 'font-bold text-caution' : 'lg:text-note lg:text-pencil'}`}
          >
            {text}
          </p>
          {wentBack > 0 && <Amount pence={-wentBack} currency={currency} />}
        </Fragment>
      ))}
    </div>
  );
}

/** In a column at a desk; the sentence beside it says the same to a screen reader. */
function Amount({ pence, currency, isDue = false }: AmountProps) {
  return (
    <span
      aria-hidden="true"
      className={`text-right lg:col-start-2 max-lg:hidden ${isDue ? 'text-pencil' : ''} ${pence < 0 ? 'mt-1' : 'font-bold'}`}
    >
      {pence < 0 && '\u2212'}
      {formatMoney(Math.abs(pence), currency)}
    </span>
  );
}

/** Each is followed by its dates. */
export const PAYMENTS = ['admin', 'payments'] as const;
