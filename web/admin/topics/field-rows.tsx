// <FieldRows>: rows of fields, such as choices, that can be added and removed.
import { type ReactNode, useId, useRef } from 'react';
import { type FieldArrayPath, type FieldArray, get, useFieldArray } from 'react-hook-form';

import { Button } from '../../ui/button.tsx';
import type { DraftForm } from './formula-field.tsx';
import type { Draft } from './question-draft.ts';

interface FieldRowsProps<Name extends FieldArrayPath<Draft>> {
  readonly form: DraftForm;
  readonly name: Name;
  readonly legend: string;
  readonly hint?: string;
  /** The name of one row before its number: 'Choice'. */
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly hidden: boolean;
  /** Above the rows. */
  readonly before?: ReactNode;
  /** A new row. */
  readonly empty: FieldArray<Draft, Name>;
  readonly children: (index: number) => ReactNode;
}

export function FieldRows<Name extends FieldArrayPath<Draft>>(props: FieldRowsProps<Name>) {
  const { form, name, legend, hint, label, min, max, hidden, before, empty, children } = props;
  const hintId = useId();
  const errorId = useId();
  const add = useRef<HTMLButtonElement>(null);
  const rows = useFieldArray({ control: form.control, name, keyName: 'key' });
  const error =
    errorOf(get(form.formState.errors, name)) ?? form.getFieldState(name).error?.message;
  const remove = (index: number) => {
    rows.remove(index);
    add.current?.focus();
  };
  const one = label.toLowerCase();
  return (
    <fieldset
      hidden={hidden}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
      aria-describedby={`${hint === undefined ? '' : hintId} ${errorId}`.trim()}
    >
      <legend className="mb-1.5 font-bold">{legend}</legend>
      {hint !== undefined && (
        <p id={hintId} className="-mt-2 text-sm leading-snug text-pencil">
          {hint}
        </p>
      )}
      {before}
      {rows.fields.map(({ key }, index) => (
        <fieldset
          key={key}
          className="rounded-md border border-line bg-sheet px-4 pt-1 pb-4"
          aria-label={`${label} ${index + 1}`}
        >
          <div className="flex min-h-11 items-center justify-between gap-3">
            <p className="label-mark" aria-hidden="true">
              {label} {index + 1}
            </p>
            {rows.fields.length > min && (
              <Button
                variant="quiet"
                className="-mr-3 px-3!"
                aria-label={`Remove ${one} ${index + 1}`}
                onClick={() => remove(index)}
              >
                Remove
              </Button>
            )}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{children(index)}</div>
        </fieldset>
      ))}
      <p
        id={errorId}
        role="alert"
        className="text-sm leading-snug font-bold text-negative empty:hidden"
      >
        {error}
      </p>
      <div>
        <Button
          ref={add}
          variant="secondary"
          disabledReason={rows.fields.length < max ? null : `There can be up to ${max}.`}
          onClick={() => rows.append(empty)}
        >
          Add a {one}
        </Button>
      </div>
    </fieldset>
  );
}

/** Around a checkbox that stands by itself. */
export const boxClass = 'rounded-md border border-rule bg-sheet';

/** The message about the rows as a whole, wherever the form keeps it. */
function errorOf(error: unknown): string | undefined {
  const { root, message } = (error ?? {}) as {
    readonly root?: { readonly message?: string };
    readonly message?: string;
  };
  return root?.message ?? message;
}
