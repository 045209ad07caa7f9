// <Choice>: one option to tick or select, large enough for a finger, with a description.
// <RadioList>: one of several, in a list.
import { type ReactNode } from 'react';

interface ChoiceProps {
  type: 'radio' | 'checkbox';
  name: string;
  /** What a form sends for it. */
  value?: string;
  /** Left out where the form alone holds what is chosen. */
  checked?: boolean;
  /** Shown but not selectable; the description says why. */
  disabled?: boolean;
  onChange?: (checked: boolean) => void;
  children: ReactNode;
}

export function Choice({
  type,
  name,
  value,
  checked,
  disabled = false,
  onChange,
  children,
}: ChoiceProps) {
  return (
    <label
      className={`flex min-h-12 items-center gap-3 px-3.5 py-2 leading-snug ${disabled ? 'text-pencil' : 'cursor-pointer hover:bg-faint has-checked:bg-wash'}`}
    >
      <input
        type={type}
        name={name}
        className="tick"
        {...(value === undefined ? {} : { value })}
        {...(checked === undefined ? {} : { checked })}
        disabled={disabled}
        onChange={(event) => onChange?.(event.target.checked)}
      />
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
    </label>
  );
}

/** The options of a group, one beneath the other. */
export const choiceListClass =
  'rounded-md border border-rule [&>li]:border-b [&>li]:border-line [&>li]:last:border-b-0';

interface RadioListProps<Value extends string> {
  legend: string;
  name: string;
  value: Value | null;
  options: readonly { value: Value; label: ReactNode; hint?: ReactNode; disabled?: boolean }[];
  onChange: (value: Value) => void;
  className?: string;
}

export function RadioList<Value extends string>(props: RadioListProps<Value>) {
  const { legend, name, value, options, onChange, className = '' } = props;
  return (
    <fieldset>
      <legend className="mb-1.5 font-bold">{legend}</legend>
      <ul className={`${choiceListClass} ${className}`}>
        {options.map(({ value: option, label, hint, disabled = false }) => (
          <li key={option}>
            <Choice
              type="radio"
              name={name}
              checked={option === value}
              disabled={disabled}
              onChange={() => onChange(option)}
            >
              {label}{' '}
              {hint !== undefined && <span className="block text-sm text-pencil">{hint}</span>}
            </Choice>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
