// <FieldRows>: rows of fields, such as choices, that can be added and removed.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { get } from 'react-hook-form';

import { Button } from '../button.tsx';

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
  const add = useRef<HTMLButtonElement>(null);
  const { errors, submitCount } = form.formState;
  const error = messageOf(get(errors, name));
  const { container, focusAdded } = useRowFocus(rows.length, submitCount, error !== undefined);
  const remove = (index: number) => {
    onChange(rows.toSpliced(index, 1));
    add.current?.focus();
  };
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
        <FieldRow
          // A removed row leaves its values to the next.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          label={label}
          index={index}
          isTable={isTable}
          onRemove={rows.length > min && !(isFirstKept && index === 0) ? () => remove(index) : null}
        >
          {children(index)}
        </FieldRow>
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
            focusAdded();
            onChange([...rows, empty]);
          }}
        >
          Add a {label.toLowerCase()}
        </Button>
      </div>
    </fieldset>
  );
}

/**
 * Moves the focus into the last row once it has been added, and into the first one after a
 * submission that finds a fault with the rows together.
 */
function useRowFocus(rows: number, submitCount: number, isFaulty: boolean) {
  const container = useRef<HTMLFieldSetElement>(null);
  const focusIn = (row: number, fields: string) => {
    const all = container.current?.querySelectorAll('fieldset');
    all?.[row]?.querySelector<HTMLElement>(fields)?.focus();
  };
  const isAdded = useRef(false);
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    focusIn(rows - 1, TYPED);
  });
  // The form moves the focus to a faulty field afterwards, if there is one.
  const submits = useRef(submitCount);
  useEffect(() => {
    if (submits.current === submitCount) return;
    submits.current = submitCount;
    if (isFaulty) focusIn(0, 'input, textarea');
  });
  return {
    container,
    /** To be called before a row is added. */
    focusAdded: () => {
      isAdded.current = true;
    },
  };
}

interface FieldRowProps {
  label: string;
  /** From 0. */
  index: number;
  isTable: boolean;
  /** Null if it cannot be removed. */
  onRemove: (() => void) | null;
  children: ReactNode;
}

function FieldRow({ label, index, isTable, onRemove, children }: FieldRowProps) {
  const headClass = isTable ? (index === 0 ? 'md:order-last md:mt-8' : 'md:order-last') : '';
  return (
    <fieldset
      className={
        isTable ? lineClass : 'min-w-0 rounded-md border border-line bg-sheet px-4 pt-1 pb-4'
      }
      aria-label={`${label} ${index + 1}`}
    >
      <div className={`flex min-h-11 flex-wrap items-center justify-between gap-x-3 ${headClass}`}>
        <p className={isTable ? 'label-mark md:hidden' : 'label-mark'} aria-hidden="true">
          {label} {index + 1}
        </p>
        {onRemove !== null && (
          <Button
            variant="quiet"
            size="compact"
            className="-mr-3"
            aria-label={`Remove ${label.toLowerCase()} ${index + 1}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        )}
      </div>
      <div className="grid grid-cols-1 gap-4">{children}</div>
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
