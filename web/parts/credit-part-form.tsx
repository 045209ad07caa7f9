// <CreditPartForm>: gives back unused credits of a payment: all of them by one button, or fewer by
// the steps above it. What the server refuses stands in the form.
import { useState, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';

import { formatMoney } from '../../domain/payments/credits.ts';
import {
  amountFor,
  chosenCredits,
  type PaymentInParts,
} from '../../domain/payments/refund-parts.ts';
import { WHY_NOT } from '../../domain/payments/refund.ts';
import { DialogFoot } from '../ui/dialog.tsx';
import { Field, type FieldTexts } from '../ui/forms/field.tsx';
import { Form, FormProblem, SubmitButton, useAppForm } from '../ui/forms/form.tsx';
import { type FieldOf, numberInput, partsOf } from '../ui/forms/text-field.tsx';

/** What the two sides call it. */
const WORDS = {
  refund: {
    done: 'paid back',
    label: 'Credits to pay back',
    button: 'Pay back',
    busy: 'Paying back...',
  },
  return: { done: 'returned', label: 'Credits to return', button: 'Return', busy: 'Returning...' },
} as const;

const FIELD = 'credits';

interface CreditPartFormProps {
  /** The tutor pays back, a family returns. */
  verb: keyof typeof WORDS;
  parts: PaymentInParts;
  currency: string;
  /** What happens to this many credits and their money, in sentences. */
  consequences: (credits: number, money: string) => readonly string[];
  onSubmit: (chosen: { credits: number }) => Promise<void>;
  /** Stands above the steps. */
  children?: ReactNode;
}

export function CreditPartForm({
  verb,
  parts,
  currency,
  consequences,
  onSubmit,
  children,
}: CreditPartFormProps) {
  const { done, label, button, busy } = WORDS[verb];
  const max = parts.refundable.credits;
  const form = useAppForm({
    schema: chosenCredits(parts, done),
    defaultValues: { [FIELD]: max },
    onSubmit,
  });
  // The stepper stays even if a refusal leaves only one credit, because it shows the refusal.
  const [hasSteps] = useState(max > 1);
  const chosen = form.watch(FIELD);
  const isPossible = Number.isInteger(chosen) && chosen >= 1 && chosen <= max;
  const money = isPossible ? amountFor(parts, chosen) : 0;
  const words = formatMoney(money, currency);
  return (
    <Form form={form} label={`${button} credits`}>
      {children}
      {hasSteps && (
        <StepperField
          form={form}
          name={FIELD}
          label={label}
          min={1}
          max={max}
          value={chosen}
          onStep={(next) => form.setValue(FIELD, next)}
          less="One credit less"
          more="One credit more"
        />
      )}
      <output className="block">
        {isPossible && money > 0 && <Consequences>{consequences(chosen, words)}</Consequences>}
      </output>
      <FormProblem />
      <DialogFoot>
        <SubmitButton
          busyLabel={busy}
          disabledReason={isPossible && money <= 0 ? WHY_NOT.noMoney : null}
        >
          {money > 0 ? `${button} ${words}` : button}
        </SubmitButton>
      </DialogFoot>
    </Form>
  );
}

/** <Consequences>: what happens once the button of a dialog is pressed, point by point. */
function Consequences({ children }: { children: readonly ReactNode[] }) {
  return (
    <section>
      <h3 className="font-sans text-base leading-snug font-bold">What happens</h3>
      <ul className="mt-1.5 grid list-disc gap-1 pl-5 leading-snug marker:text-pencil">
        {children.map((child, place) => (
          // They never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>{child}</li>
        ))}
      </ul>
    </section>
  );
}

type StepperFieldProps<Values extends FieldValues> = FieldOf<Values, number> &
  FieldTexts & {
    min: number;
    max: number;
    /** What the field says now; NaN while it is no number. */
    value: number;
    onStep: (value: number) => void;
    /** The names of the buttons: 'One credit less' and 'One credit more'. */
    less: string;
    more: string;
  };

/**
 * <StepperField>: a small whole number inside a <Form>, with a button for one less and one more, so
 * that a thumb needs no keyboard.
 */
function StepperField<Values extends FieldValues>({
  value,
  onStep,
  less,
  more,
  ...props
}: StepperFieldProps<Values>) {
  const { field, input, own } = partsOf(props, { valueAsNumber: true });
  const { min, max } = own;
  const step = (by: number) => {
    const from = Number.isNaN(value) ? min - Math.sign(by) : value;
    onStep(Math.min(max, Math.max(min, Math.round(from) + by)));
  };
  return (
    <Field {...field}>
      {(control) => (
        <div className="flex gap-2">
          <Step name={less} sign="M4 10h12" isAtEnd={value <= min} onStep={() => step(-1)} />
          <input
            {...control}
            className={`${control.className} figures max-w-24 [appearance:textfield] text-center font-bold [&::-webkit-inner-spin-button]:appearance-none`}
            {...own}
            {...numberInput}
            {...input}
          />
          <Step name={more} sign="M4 10h12M10 4v12" isAtEnd={value >= max} onStep={() => step(1)} />
        </div>
      )}
    </Field>
  );
}

interface StepProps {
  name: string;
  /** The path of its sign. */
  sign: string;
  isAtEnd: boolean;
  onStep: () => void;
}

function Step({ name, sign, isAtEnd, onStep }: StepProps) {
  return (
    <button
      type="button"
      aria-label={name}
      // `disabled` would take the focus away at the end of the range.
      aria-disabled={isAtEnd || undefined}
      className="grid size-12 shrink-0 cursor-pointer place-items-center rounded-md border border-ink bg-sheet hover:bg-ink hover:text-paper aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-faint aria-disabled:text-pencil"
      onClick={() => {
        if (!isAtEnd) onStep();
      }}
    >
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        className="size-5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      >
        <path d={sign} />
      </svg>
    </button>
  );
}
