// <Choice>: one option to tick or select, large enough for a finger, with a description. <Switch>:
// turns something on or off at once.
import { type ReactNode, useId } from 'react';

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
      className={`flex min-h-12 items-center gap-3 px-3.5 py-2 leading-snug ${disabled ? 'text-pencil' : 'cursor-pointer hover:bg-wash has-checked:bg-wash'}`}
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

interface SwitchProps {
  label: ReactNode;
  /** A help text beneath the label. */
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** <Switch>: a setting that takes effect at once, with a description. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const hintId = useId();
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5 leading-snug">
        <input
          type="checkbox"
          // A checkbox has its own state.
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
          role="switch"
          className="relative m-0 h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-[1rem] border-2 border-rule bg-sheet transition-colors duration-150 before:absolute before:top-1/2 before:left-1 before:size-4 before:-translate-y-1/2 before:rounded-[50%] before:bg-rule before:transition-[left] before:duration-150 checked:border-signal checked:bg-signal checked:before:left-6 checked:before:bg-on-signal"
          checked={checked}
          aria-describedby={hint === undefined ? undefined : hintId}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="min-w-0 font-bold wrap-anywhere">{label}</span>
      </label>
      {hint !== undefined && (
        <p id={hintId} className="-mt-1.5 ml-15 text-sm leading-snug text-pencil">
          {hint}
        </p>
      )}
    </div>
  );
}
