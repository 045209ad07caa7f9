// <FieldRows>: rows of fields, such as choices, that can be added and removed.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { get, type FieldValues } from 'react-hook-form';

import { Button } from '../button.tsx';
import { FieldError, type FieldTexts } from './field.tsx';
import { type FieldOf, partsOf } from './text-field.tsx';

interface FieldRowsProps<Row> {
  form: { formState: { errors: object; submitCount: number } };
  /** The name of the list in the form's values. */
  name: string;
  rows: readonly Row[];
  /** Sets all rows; the fields of the form follow. */
  onChange: (rows: Row[]) => void;
  legend: string;
  hint?: string;
  /** The name of one row before its number: 'Choice'. */
  label: string;
  min: number;
  max: number;
  hidden?: boolean;
  /** The first row cannot be removed. */
  isFirstKept?: boolean;
  /**
   * For rows of a few short fields: lines of a table, under the labels of the first row from a
   * tablet on.
   */
  isTable?: boolean;
  /** Above the rows. */
  before?: ReactNode;
  /** A new row. */
  empty: Row;
  children: (index: number) => ReactNode;
}

export function FieldRows<Row>(props: FieldRowsProps<Row>) {
  const { form, name, rows, onChange, legend, hint, label, min, max } = props;
  const { hidden = false, isFirstKept = false, isTable = false, before, empty, children } = props;
  const hintId = useId();
  const errorId = useId();
  const container = useRef<HTMLFieldSetElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const { errors, submitCount } = form.formState;
  const error = messageOf(get(errors, name));
  const focusIn = (row: number, fields: string) => {
    const all = container.current?.querySelectorAll('fieldset');
    all?.[row]?.querySelector<HTMLElement>(fields)?.focus();
  };
  const isAdded = useRef(false);
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    focusIn(rows.length - 1, TYPED);
  });
  // The form moves the focus to a faulty field afterwards, if there is one.
  const submits = useRef(submitCount);
  useEffect(() => {
    if (submits.current === submitCount) return;
    submits.current = submitCount;
    if (error !== undefined) focusIn(0, 'input, textarea');
  });
  const remove = (index: number) => {
    onChange(rows.toSpliced(index, 1));
    add.current?.focus();
  };
  const one = label.toLowerCase();
  return (
    <fieldset
      ref={container}
      hidden={hidden}
      className="grid min-w-0 grid-cols-1 gap-3"
      aria-describedby={`${hint === undefined ? '' : hintId} ${errorId}`.trim()}
    >
      <legend className="mb-1.5 font-bold">{legend}</legend>
      {hint !== undefined && (
        <p id={hintId} className="text-sm leading-snug text-pencil">
          {hint}
        </p>
      )}
      {before}
      {rows.map((_, index) => (
        <fieldset
          // A removed row leaves its values to the next.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className={
            isTable ? lineClass : 'min-w-0 rounded-md border border-line bg-sheet px-4 pt-1 pb-4'
          }
          aria-label={`${label} ${index + 1}`}
        >
          <div
            className={`flex min-h-11 flex-wrap items-center justify-between gap-x-3 ${isTable ? (index === 0 ? 'md:order-last md:mt-8' : 'md:order-last') : ''}`}
          >
            <p className={isTable ? 'label-mark md:hidden' : 'label-mark'} aria-hidden="true">
              {label} {index + 1}
            </p>
            {rows.length > min && !(isFirstKept && index === 0) && (
              <Button
                variant="quiet"
                size="compact"
                className="-mr-3"
                aria-label={`Remove ${one} ${index + 1}`}
                onClick={() => remove(index)}
              >
                Remove
              </Button>
            )}
          </div>
          <div className="grid grid-cols-1 gap-4">{children(index)}</div>
        </fieldset>
      ))}
      <p id={errorId} role="alert" className={messageClass}>
        {error}
      </p>
      <div>
        <Button
          ref={add}
          variant="secondary"
          disabledReason={rows.length < max ? null : `There can be up to ${max}.`}
          onClick={() => {
            isAdded.current = true;
            onChange([...rows, empty]);
          }}
        >
          Add a {one}
        </Button>
      </div>
    </fieldset>
  );
}

/** The labels of the other lines remain as the names of their fields. */
const lineClass =
  'min-w-0 max-md:border-t max-md:border-line max-md:pb-1 md:grid md:grid-cols-[minmax(0,1fr)_5rem] md:gap-x-3 md:[fieldset+&_label]:sr-only';

/** Around a checkbox that stands by itself. */
export const boxClass = 'rounded-md border border-rule bg-sheet';

/** A message about several fields together. */
export const messageClass = 'text-sm leading-snug font-bold text-negative empty:hidden';

/** Not the mark of a right choice. */
const TYPED = 'textarea, input:not([type=radio], [type=checkbox])';

/** The message about several fields together, wherever the form keeps it. */
export function messageOf(error: unknown): string | undefined {
  const { root, message } = (error ?? {}) as {
    readonly root?: { readonly message?: string };
    readonly message?: string;
  };
  return root?.message ?? message;
}

/** <ChipField>: one of four short choices inside a <Form>, as chips side by side. */
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

interface ChipFieldProps<Values extends FieldValues>
  extends FieldOf<Values, string | null>, Pick<FieldTexts, 'label' | 'hint' | 'optional'> {
  options: readonly { value: string; label: string }[];
}
