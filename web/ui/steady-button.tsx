// <SteadyButton>: a temporarily disabled button. The space for its reason is reserved, so that
// nothing moves.
import { useId } from 'react';

import { Button, type ButtonProps } from './button.tsx';

interface SteadyButtonProps extends Omit<ButtonProps, 'disabledReason'> {
  /** Why it is disabled now; null if it is enabled. */
  readonly disabledReason: string | null;
  /** The text whose space is reserved: the longest possible reason. */
  readonly reservedReason: string;
}

export function SteadyButton({
  disabledReason,
  reservedReason,
  onClick,
  ...rest
}: SteadyButtonProps) {
  const reasonId = useId();
  const isRefused = disabledReason !== null;
  return (
    <span className="inline-flex max-w-full flex-col gap-1.5">
      <Button
        {...rest}
        {...(isRefused ? { 'aria-disabled': true, 'aria-describedby': reasonId } : { onClick })}
      />
      {/* The reason wraps within the button's own width. */}
      <span
        id={reasonId}
        className={`w-0 min-w-full text-sm leading-snug text-pencil ${isRefused ? '' : 'invisible'}`}
      >
        {disabledReason ?? reservedReason}
      </span>
    </span>
  );
}
