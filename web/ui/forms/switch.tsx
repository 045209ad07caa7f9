// <Switch>: a setting that takes effect at once, with a description. Apart from choice.tsx, which
// the room of a lesson loads.
import { type ReactNode, useId } from 'react';

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
          className="relative m-0 h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-[1rem] border-2 border-rule bg-sheet transition-colors duration-150 before:absolute before:top-1/2 before:left-1 before:size-4 before:-translate-y-1/2 before:rounded-[50%] before:bg-rule forced-colors:before:bg-[CanvasText]! forced-colors:before:forced-color-adjust-none before:transition-[left] before:duration-150 checked:border-ink checked:bg-ink checked:before:left-6 checked:before:bg-sheet"
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
