// <Field>: label, hint and error around one control, wired for screen readers. The fields of a form
// build on it; on its own it serves controls outside a form, such as a search box.
import { useId, type ReactNode } from 'react';

const controlClass =
  'block min-h-12 w-full rounded-md border border-rule bg-sheet px-3.5 py-2.5 text-ink placeholder:text-pencil hover:border-ink aria-invalid:border-negative aria-invalid:bg-negative-wash';

/** The props for the control: `<input {...control} />`. */
interface ControlProps {
  id: string;
  className: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldTexts {
  readonly label: string;
  /** A help text beneath the control. */
  readonly hint?: string | undefined;
  /** Marks the label '(optional)'; all other fields count as required. */
  readonly optional?: boolean;
  /** Shows the label to screen readers only. */
  readonly labelHidden?: boolean;
}

interface FieldProps extends FieldTexts {
  error?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

export function Field({
  label,
  hint,
  optional = false,
  labelHidden = false,
  error,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [
    error === undefined ? null : errorId,
    hint === undefined ? null : hintId,
  ].filter((part) => part !== null);
  return (
    <div>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1.5 block font-bold'}>
        {label}
        {optional && <span className="font-normal text-pencil"> (optional)</span>}
      </label>
      {children({
        id,
        className: controlClass,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
      })}
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
      {hint !== undefined && (
        <p id={hintId} className="mt-1.5 text-sm leading-snug text-pencil">
          {hint}
        </p>
      )}
    </div>
  );
}

interface FieldErrorProps {
  /** The control describes itself by it. */
  id: string;
  children: string;
}

export function FieldError({ id, children }: FieldErrorProps) {
  return (
    <p id={id} className="mt-2.5 flex gap-1.5 text-sm leading-snug font-bold text-negative">
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        className="mt-0.5 size-4 shrink-0"
        fill="currentColor"
      >
        <path d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm-.8 3.4h1.6v4.9H7.2V4.4Zm.8 7.7a1 1 0 1 1 0-2 1 1 0 0 1 0 2Z" />
      </svg>
      {children}
    </p>
  );
}
