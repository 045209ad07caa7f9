// <ReturnDialog>: returns the unused credits of a payment: all of them by one button, or fewer by
// the steps above it. Whatever the server refuses stands in the dialog itself.
import { useRef, useState } from 'react';

import { creditCount, formatMoney } from '../../domain/credits.ts';
import { amountFor, chosenCredits, leftWords, takenBackBy } from '../../domain/refund-parts.ts';
import { type FamilyPayment, WHY_NOT } from '../../domain/refund.ts';
import { formatDate } from '../../domain/time.ts';
import { useReturnPayment } from '../api/invoices.ts';
import { Consequences } from '../ui/consequences.tsx';
import { Dialog, DialogFoot } from '../ui/dialog.tsx';
import { Form, FormProblem, SubmitButton, useAppForm } from '../ui/form.tsx';
import { StepperField } from '../ui/stepper-field.tsx';
import { useFrozen } from '../ui/use-frozen.ts';
import { useNow } from '../ui/use-now.ts';
import { BANK_WORDS, isReturnable, lastDayOf, offerWords } from './return-words.ts';

interface ReturnDialogProps {
  readonly payment: FamilyPayment;
  readonly onClose: () => void;
  /** The element to focus after a return, whose button may be gone. */
  readonly nextFocus: () => HTMLElement | null;
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
        <ReturnForm
          payment={payment}
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

const FIELD = 'credits';

interface ReturnFormProps {
  readonly payment: FamilyPayment;
  readonly onSubmit: (chosen: { credits: number }) => Promise<void>;
}

function ReturnForm({ payment, onSubmit }: ReturnFormProps) {
  const { currency, refundable } = payment;
  const parts = partsOf(payment);
  const form = useAppForm({
    schema: chosenCredits(parts, 'returned'),
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
    <Form form={form} label="Return credits">
      {hasSteps && (
        <StepperField
          form={form}
          name={FIELD}
          label="Credits to return"
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
              `${creditCount(chosen)} ${chosen === 1 ? 'leaves' : 'leave'} your balance now.`,
              `${words} goes back to the card you paid with. ${BANK_WORDS}`,
              'You get an email about it.',
            ]}
          </Consequences>
        )}
      </output>
      <FormProblem />
      <DialogFoot>
        <SubmitButton
          busyLabel="Returning..."
          disabledReason={isPossible && money <= 0 ? WHY_NOT.noMoney : null}
        >
          {money > 0 ? `Return ${words}` : 'Return'}
        </SubmitButton>
      </DialogFoot>
    </Form>
  );
}
