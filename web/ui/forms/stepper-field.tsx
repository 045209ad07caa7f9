// <StepperField>: a small whole number inside a <Form>, with a button for one less and one more, so
// that a thumb needs no keyboard.
import type { FieldValues } from 'react-hook-form';

import { Field, type FieldTexts } from './field.tsx';
import { type FieldOf, numberInput, partsOf } from './text-field.tsx';

type StepperFieldProps<Values extends FieldValues> = FieldOf<Values, number> &
  FieldTexts & {
    readonly min: number;
    readonly max: number;
    /** What the field says now; NaN while it is no number. */
    readonly value: number;
    readonly onStep: (value: number) => void;
    /** The names of the buttons: 'One credit less' and 'One credit more'. */
    readonly less: string;
    readonly more: string;
  };

export function StepperField<Values extends FieldValues>({
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
  readonly name: string;
  /** The path of its sign. */
  readonly sign: string;
  readonly isAtEnd: boolean;
  readonly onStep: () => void;
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
