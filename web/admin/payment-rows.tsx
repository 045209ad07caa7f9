// <PaymentRows>: some payments, and over them the refund of one, which ?refund=ID opens.
import { lazy, type ReactNode, Suspense } from 'react';

import type { AdminPayment } from '../../domain/payments/tutor-payment.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import { useDialogParam } from '../navigation/use-dialog-param.ts';
import { useNow } from '../ui/hooks/hooks.ts';
import { PaymentRow, rowId } from './payment-row.tsx';

const RefundDialog = lazy(() => import('./refund-dialog.tsx'));

interface PaymentRowsProps {
  readonly payments: readonly AdminPayment[];
  /** Whether they are those of several families. */
  readonly isLinked?: boolean;
  /** Further buttons of a payment. */
  readonly actions?: (payment: AdminPayment) => ReactNode;
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
