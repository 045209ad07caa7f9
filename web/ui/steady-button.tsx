// <SteadyButton>: a button that may not act for a while. The room for its reason is kept, so that
// nothing moves.
import { useId } from 'react';

import { Button, type ButtonProps } from './button.tsx';

interface SteadyButtonProps extends Omit<ButtonProps, 'disabledReason'> {
  /** Why it may not act now; null while it may. */
  readonly disabledReason: string | null;
  /** The reason whose room is kept: the longest that can come. */
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
      {/* The reason makes do with the button's own width. */}
      <span
        id={reasonId}
        className={`w-0 min-w-full text-sm leading-snug text-pencil ${isRefused ? '' : 'invisible'}`}
      >
        {disabledReason ?? reservedReason}
      </span>
    </span>
  );
}
