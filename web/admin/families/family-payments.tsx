// <FamilyPayments>: the payments of one family in its record, each with its receipt to send again.
import { useMutation } from '@tanstack/react-query';

import * as endpoints from '../../../domain/endpoints.ts';
import type { AdminPayment } from '../../../domain/payments/tutor-payment.ts';
import { formatInstant } from '../../../domain/time.ts';
import { call } from '../../transport/client.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { PaymentRows } from '../payment-rows.tsx';

export function FamilyPayments({ payments }: { readonly payments: readonly AdminPayment[] }) {
  if (payments.length === 0) return <p className="text-pencil">None yet.</p>;
  return <PaymentRows payments={payments} actions={receiptButton} />;
}

const receiptButton = ({ id, invoice, created_at }: AdminPayment) =>
  invoice !== null && <ReceiptButton id={id} of={formatInstant(created_at)} />;

function ReceiptButton({ id, of }: { readonly id: string; readonly of: string }) {
  const resend = useResendReceipt();
  return (
    <Button
      variant="quiet"
      // Aligns its text, rather than its edge, with the rows around it.
      size="flush"
      busy={resend.isPending}
      aria-label={`Resend receipt of ${of}`}
      onClick={() => resend.mutate({ paymentId: id })}
    >
      Resend receipt
    </Button>
  );
}

/** `mutate({paymentId})`: sends the receipt of a completed payment again. */
function useResendReceipt() {
  return useMutation({
    meta: {
      operation: {
        title: 'Error sending receipt',
        text: 'Failed to send the receipt. Please try again.',
      },
    },
    retry: false,
    mutationFn: ({ paymentId }: { paymentId: string }) =>
      call(endpoints.resendReceipt, { params: { id: paymentId } }),
    onSuccess: () =>
      showToast({
        kind: 'success',
        title: 'Receipt sent',
        description: 'The receipt is on its way to the parent.',
      }),
  });
}
