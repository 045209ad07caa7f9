// <ReturnDialog>: returns the unused credits of a payment: all of them by one button, or fewer by
// the steps above it. Whatever the server refuses stands in the dialog itself.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import type { AnswerOf } from '../../../../domain/endpoint.ts';
import * as endpoints from '../../../../domain/endpoints.ts';
import { creditCount } from '../../../../domain/payments/credits.ts';
import { leftWords } from '../../../../domain/payments/refund-parts.ts';
import { type FamilyPayment, takenBackBy } from '../../../../domain/payments/refund.ts';
import { formatDate } from '../../../../domain/time.ts';
import { metaOfPart, withPayment } from '../../../data/credit-parts.ts';
import { BOOKING_CHANGES, PAYMENTS } from '../../../data/family.ts';
import { CreditPartForm } from '../../../parts/credit-part-form.tsx';
import { call } from '../../../transport/client.ts';
import { useSendOnce } from '../../../transport/request-key.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useFrozen, useNow } from '../../../ui/hooks/hooks.ts';
import { BANK_WORDS, isReturnable, lastDayOf, offerWords } from '../../return-words.ts';

interface ReturnDialogProps {
  payment: FamilyPayment;
  onClose: () => void;
  /** The element to focus after a return, whose button may be gone. */
  nextFocus: () => HTMLElement | null;
}

export default function ReturnDialog({ payment: latest, onClose, nextFocus }: ReturnDialogProps) {
  const returning = useReturnPayment(latest.id);
  const payment = useFrozen(latest, returning.isPending || returning.isSuccess);
  const isDone = useRef(false);
  const now = useNow();
  const isPossible = isReturnable(payment, now);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Return credits"
      description={
        isPossible
          ? `${leftWords(partsOf(payment), 'returned')} until ${formatDate(lastDayOf(payment.returnable_until), 'long')}.`
          : offerWords(payment, now)
      }
      nextFocus={() => (isDone.current ? nextFocus() : null)}
    >
      {isPossible && (
        <CreditPartForm
          verb="return"
          parts={partsOf(payment)}
          currency={payment.currency}
          consequences={(chosen, money) => [
            `${creditCount(chosen)} ${chosen === 1 ? 'leaves' : 'leave'} your balance now.`,
            `${money} goes back to the card you paid with. ${BANK_WORDS}`,
            'You get an email about it.',
          ]}
          onSubmit={async (chosen) => {
            await returning.mutateAsync(chosen);
            isDone.current = true;
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

const partsOf = ({ credits, paid, refunds, refundable }: FamilyPayment) => ({
  credits,
  paid,
  takenBack: takenBackBy(refunds),
  refundable,
});

/** `mutateAsync({credits})`: returns this many unused credits of this payment. */
function useReturnPayment(id: string) {
  const client = useQueryClient();
  const sendOnce = useSendOnce();
  return useMutation({
    meta: metaOfPart('Not returned', 'Your credits could not be returned. Please try again.', [
      PAYMENTS,
      ...BOOKING_CHANGES,
    ]),
    mutationFn: (body: { credits: number }) =>
      sendOnce(body, (idempotencyKey) =>
        call(endpoints.returnPayment, { params: { id }, body, idempotencyKey }),
      ),
    onSuccess: ({ payment }) => {
      client.setQueryData<Payments>(
        PAYMENTS,
        (answer) => answer && { ...answer, payments: withPayment(answer.payments, payment) },
      );
    },
  });
}

type Payments = AnswerOf<typeof endpoints.listPayments>;
