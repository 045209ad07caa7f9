// <SteadyButton>: a temporarily disabled button. The space for its reason is reserved, so that
// nothing moves. <ExportButton> saves a table.
import { useId } from 'react';

import { Button, type ButtonProps } from './button.tsx';

interface SteadyButtonProps extends Omit<ButtonProps, 'disabledReason'> {
  /** Why it is disabled now; null if it is enabled. */
  disabledReason: string | null;
  /** The text whose space is reserved: the longest possible reason. */
  reservedReason: string;
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

interface ExportButtonProps {
  /** Whether the list is still loading. */
  isLoading: boolean;
  /** How many rows the file would have. */
  rows: number;
  busy?: boolean;
  onClick: () => void;
}

const NOTHING_TO_EXPORT = 'Nothing to export.';

/** <ExportButton>: offers the found rows of a list as a CSV file, and says why it cannot. */
export function ExportButton({ isLoading, rows, busy = false, onClick }: ExportButtonProps) {
  return (
    <SteadyButton
      variant="secondary"
      busy={busy}
      disabledReason={refuseExport(isLoading, rows)}
      reservedReason={NOTHING_TO_EXPORT}
      onClick={onClick}
    >
      Export CSV
    </SteadyButton>
  );
}

function refuseExport(isLoading: boolean, rows: number): string | null {
  if (isLoading) return 'Still loading.';
  return rows === 0 ? NOTHING_TO_EXPORT : null;
}
