// <PaymentRows>: some payments, and over them the refund of one, which ?refund=ID opens.
import { lazy, type ReactNode, Suspense } from 'react';

import { familyPath, invoicePath } from '../../domain/paths.ts';
import { creditCount } from '../../domain/payments/credits.ts';
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
      <ul
        aria-label="Payments"
        className="grid grid-cols-1 gap-3 md:gap-0 md:rounded-md md:border md:border-line md:bg-sheet md:sheet-shadow"
      >
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
  const { id, family, created_at, invoice, refundable } = payment;
  const { before, after, since } = storyOf(payment, now);
  const { label, tone } = stateOf(payment);
  const name = whoPaid(payment);
  return (
    <li className="grid grid-cols-1 gap-x-6 rounded-md border border-line bg-sheet px-4 py-3 leading-snug sheet-shadow md:grid-cols-[9.5rem_minmax(0,1fr)] lg:grid-cols-[9.5rem_minmax(0,1fr)_auto] md:rounded-none md:border-0 md:border-b md:bg-transparent md:px-6 md:shadow-none md:last:border-b-0 print:break-inside-avoid">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 max-md:mb-1.5 md:row-span-2 md:grid md:content-start md:justify-items-start md:gap-1.5 lg:row-span-1">
        <span className="text-note text-pencil">
          <When at={created_at} />
        </span>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <div
        id={rowId(id)}
        tabIndex={-1}
        aria-live="polite"
        className="figures min-w-0 rounded-sm outline-offset-4 wrap-anywhere"
      >
        <p>
          {before}
          {family === null || !isLinked ? (
            name
          ) : (
            <TextLink href={familyPath(family.id)} className="inline! py-0!">
              {name}
            </TextLink>
          )}
          {after}
        </p>
        {since.map(({ text, needsAttention }) => (
          <p key={text} className={`mt-1 ${needsAttention ? 'font-bold text-caution' : ''}`}>
            {text}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-5 max-lg:mt-1.5 empty:hidden md:col-start-2 lg:col-start-3 lg:justify-end print:hidden">
        {invoice !== null && (
          <TextLink href={invoicePath(id, 'admin')} className="figures min-h-11 py-2.5 font-normal">
            Invoice {invoice}
          </TextLink>
        )}
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
    </li>
  );
}

/** Each is followed by its dates. */
export const PAYMENTS = ['admin', 'payments'] as const;
