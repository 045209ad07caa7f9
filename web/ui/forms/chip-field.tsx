// <ChipField>: one of four short choices inside a <Form>, as chips side by side.
import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';

import { FieldError, type FieldTexts } from './field.tsx';
import { type FieldOf, partsOf } from './text-field.tsx';

interface ChipFieldProps<Values extends FieldValues>
  extends FieldOf<Values, string | null>, Pick<FieldTexts, 'label' | 'hint' | 'optional'> {
  options: readonly { value: string; label: string }[];
}

export function ChipField<Values extends FieldValues>({
  options,
  ...props
}: ChipFieldProps<Values>) {
  const { field, input } = partsOf(props);
  const { defaultValue, 'aria-required': required, ...registered } = input;
  const id = useId();
  return (
    <fieldset
      aria-required={required}
      aria-describedby={field.error === undefined ? undefined : id}
      role="radiogroup"
    >
      <legend className="mb-1.5 font-bold">
        {field.label}
        {field.optional && <span className="font-normal text-pencil"> (optional)</span>}
      </legend>
      <div className="grid grid-cols-2 min-[22rem]:grid-cols-4 gap-2">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className="relative flex min-h-12 items-center justify-center text-note whitespace-nowrap"
          >
            <input
              type="radio"
              value={value}
              defaultChecked={value === defaultValue}
              className="peer absolute inset-0 m-0 cursor-pointer appearance-none rounded-md border border-rule bg-sheet checked:border-ink checked:bg-ink hover:border-ink"
              {...registered}
            />
            <span className="pointer-events-none relative peer-checked:font-bold peer-checked:text-paper">
              {label}
            </span>
          </label>
        ))}
      </div>
      {field.error !== undefined && <FieldError id={id}>{field.error}</FieldError>}
    </fieldset>
  );
}
