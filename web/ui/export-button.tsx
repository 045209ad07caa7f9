// <ExportButton>: offers the found rows of a list as a CSV file, and says why it cannot.
import { SteadyButton } from './steady-button.tsx';

interface ExportButtonProps {
  /** Whether the list is still loading. */
  readonly isLoading: boolean;
  /** How many rows the file would have. */
  readonly rows: number;
  readonly busy?: boolean;
  readonly onClick: () => void;
}

const NOTHING_TO_EXPORT = 'Nothing to export.';

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
