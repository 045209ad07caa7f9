// <RefundDialog>: what is left of a payment, what its refund costs, and one button. Whatever the
// server refuses stands in the dialog itself.
import { useRef, useState } from 'react';

import { creditCount, formatMoney } from '../../../domain/credits.ts';
import { amountFor, chosenCredits, leftWords } from '../../../domain/refund-parts.ts';
import { WHY_NOT } from '../../../domain/refund.ts';
import type { AdminPayment } from '../../../domain/tutor-payment.ts';
import { useRefundPayment } from '../../api/tutor-payments.ts';
import { Button } from '../../ui/button.tsx';
import { Consequences } from '../../ui/consequences.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Form, FormProblem, SubmitButton, useAppForm } from '../../ui/form.tsx';
import { StepperField } from '../../ui/stepper-field.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';
import { useNow } from '../../ui/use-now.ts';
import { storyOf, whoPaid, whyNotRefundable } from './payment-words.ts';

interface RefundDialogProps {
  readonly payment: AdminPayment;
  readonly onClose: () => void;
  /** The element to focus after a refund, whose button may be gone. */
  readonly nextFocus: () => HTMLElement | null;
}

export default function RefundDialog({ payment: latest, onClose, nextFocus }: RefundDialogProps) {
  const refund = useRefundPayment(latest.id);
  const payment = useFrozen(latest, refund.isPending || refund.isSuccess);
  const isDone = useRef(false);
  const { before, after, since } = storyOf(payment, useNow());
  const why = whyNotRefundable(payment);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Refund credits"
      nextFocus={() => (isDone.current ? nextFocus() : null)}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="leading-snug [overflow-wrap:anywhere]">
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

function Nothing({ why, onClose }: { readonly why: string; readonly onClose: () => void }) {
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

const FIELD = 'credits';

interface RefundFormProps {
  readonly payment: AdminPayment;
  readonly onSubmit: (chosen: { credits: number }) => Promise<void>;
}

function RefundForm({ payment, onSubmit }: RefundFormProps) {
  const { credits, currency, refundable } = payment;
  const parts = {
    credits,
    paid: payment.paid ?? 0,
    takenBack: payment.returned_credits,
    refundable,
  };
  const form = useAppForm({
    schema: chosenCredits(parts, 'refunded'),
    defaultValues: { [FIELD]: refundable.credits },
    onSubmit,
  });
  // It stays when a refusal leaves only one, because the refusal stands there.
  const [hasSteps] = useState(refundable.credits > 1);
  const chosen = form.watch(FIELD);
  const isPossible = Number.isInteger(chosen) && chosen >= 1 && chosen <= refundable.credits;
  const money = isPossible ? amountFor(parts, chosen) : 0;
  const words = formatMoney(money, currency);
  return (
    <Form form={form} label="Refund credits">
      <p className="leading-snug">
        {leftWords(parts, 'refunded')}.
        {refundable.credits < credits && ' The others are used or were taken back.'}
      </p>
      {hasSteps && (
        <StepperField
          form={form}
          name={FIELD}
          label="Credits to refund"
          min={1}
          max={refundable.credits}
          value={chosen}
          onStep={(next) => form.setValue(FIELD, next)}
          less="One credit less"
          more="One credit more"
        />
      )}
      <output className="block">
        {isPossible && money > 0 && (
          <Consequences>
            {[
              `${creditCount(chosen)} ${chosen === 1 ? 'leaves' : 'leave'} the family's balance now.`,
              `${words} goes back to the card, which usually shows it within 5 to 10 days.`,
              'The parents get an email.',
            ]}
          </Consequences>
        )}
      </output>
      <FormProblem />
      <DialogFoot>
        <SubmitButton
          busyLabel="Refunding..."
          disabledReason={isPossible && money <= 0 ? WHY_NOT.noMoney : null}
        >
          {money > 0 ? `Refund ${words}` : 'Refund'}
        </SubmitButton>
      </DialogFoot>
    </Form>
  );
}
