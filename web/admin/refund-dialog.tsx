// <RefundDialog>: what is left of a payment, what its refund costs, and one button. Whatever the
// server refuses stands in the dialog itself.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import type { AnswerOf } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { creditCount } from '../../domain/payments/credits.ts';
import { leftWords } from '../../domain/payments/refund-parts.ts';
import type { AdminPayment } from '../../domain/payments/tutor-payment.ts';
import { metaOfPart, withPayment } from '../data/credit-parts.ts';
import { ACTIVITIES, FAMILIES, FAMILY_RECORDS } from '../data/tutor.ts';
import { CreditPartForm } from '../parts/credit-part-form.tsx';
import { call } from '../transport/client.ts';
import { useSendOnce } from '../transport/request-key.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogFoot } from '../ui/dialog.tsx';
import { useFrozen, useNow } from '../ui/hooks/hooks.ts';
import { PAYMENTS } from './payment-rows.tsx';
import { inquiryAdvice, storyOf, whoPaid, whyNotRefundable } from './payment-words.ts';

interface RefundDialogProps {
  payment: AdminPayment;
  onClose: () => void;
  /** The element to focus after a refund, whose button may be gone. */
  nextFocus: () => HTMLElement | null;
}

export default function RefundDialog({ payment: latest, onClose, nextFocus }: RefundDialogProps) {
  const refund = useRefundPayment(latest.id);
  const payment = useFrozen(latest, refund.isPending || refund.isSuccess);
  const isDone = useRef(false);
  const { before, after, since } = storyOf(payment, useNow());
  const why = whyNotRefundable(payment);
  const advice = inquiryAdvice(payment);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Pay back unused credits"
      nextFocus={() => (isDone.current ? nextFocus() : null)}
    >
      <div className="grid grid-cols-1 gap-5">
        <div className="leading-snug wrap-anywhere">
          <p className="figures font-bold">
            {before}
            {whoPaid(payment)}
            {after}
          </p>
          {since.map(({ text }) => (
            <p key={text} className="figures mt-1">
              {text}
            </p>
          ))}
        </div>
        {advice !== null && <p className="leading-snug">{advice}</p>}
        {why === null ? (
          <RefundForm
            payment={payment}
            onSubmit={async (chosen) => {
              await refund.mutateAsync(chosen);
              isDone.current = true;
              onClose();
            }}
          />
        ) : (
          <Nothing why={why} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

function Nothing({ why, onClose }: { why: string; onClose: () => void }) {
  return (
    <>
      <p>{why}</p>
      <DialogFoot>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </>
  );
}

interface RefundFormProps {
  payment: AdminPayment;
  onSubmit: (chosen: { credits: number }) => Promise<void>;
}

function RefundForm({ payment, onSubmit }: RefundFormProps) {
  const { credits, currency, refundable } = payment;
  const parts = {
    credits,
    paid: payment.paid ?? 0,
    takenBack: payment.returned_credits,
    refundable,
  };
  return (
    <CreditPartForm
      verb="refund"
      parts={parts}
      currency={currency}
      consequences={(chosen, money) => [
        `${creditCount(chosen)} ${chosen === 1 ? 'leaves' : 'leave'} the family's balance now.`,
        `${money} goes back to the card, which usually shows it within 5 to 10 days.`,
        'The parents get an email.',
      ]}
      onSubmit={onSubmit}
    >
      <p className="leading-snug">
        {leftWords(parts, 'paid back')}.
        {refundable.credits < credits && ' The rest have been used or already paid back.'}
      </p>
    </CreditPartForm>
  );
}

/** `mutateAsync({credits})`: refunds this many credits of this payment. */
function useRefundPayment(id: string) {
  const client = useQueryClient();
  const sendOnce = useSendOnce();
  return useMutation({
    meta: metaOfPart('Not paid back', 'The money could not be paid back. Please try again.', [
      PAYMENTS,
      FAMILIES,
      FAMILY_RECORDS,
      ACTIVITIES,
    ]),
    mutationFn: (body: { credits: number }) =>
      sendOnce(body, (idempotencyKey) =>
        call(endpoints.refundPayment, { params: { id }, body, idempotencyKey }),
      ),
    onSuccess: ({ payment }) => {
      client.setQueriesData<Answer>(
        { queryKey: PAYMENTS },
        (answer) => answer && { ...answer, payments: withPayment(answer.payments, payment) },
      );
    },
  });
}

type Answer = AnswerOf<typeof endpoints.listAdminPayments>;
