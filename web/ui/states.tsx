// The empty states of a list: <EmptyState> says what to do next, <FailedState> offers 'Try again'.
import type { ReactNode } from 'react';

import { Button } from './button.tsx';

interface EmptyStateProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** A button or link to the next step. */
  readonly action?: ReactNode;
}

export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-md border border-dashed border-rule px-5 py-12 text-center">
      <p className="font-display text-heading font-semibold">{title}</p>
      {text !== undefined && <p className="max-w-prose text-pencil">{text}</p>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}

interface FailedStateProps {
  /** E.g. 'Failed to load lessons'. */
  readonly title: string;
  readonly text?: string | undefined;
  readonly onRetry: () => unknown;
  readonly busy?: boolean;
}

export function FailedState({ title, text, onRetry, busy = false }: FailedStateProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-md border border-negative bg-negative-wash px-5 py-10 text-center">
      <p className="font-display text-heading font-semibold">{title}</p>
      {text !== undefined && <p className="max-w-prose">{text}</p>}
      <Button variant="secondary" className="mt-3" busy={busy} onClick={() => void onRetry()}>
        Try again
      </Button>
    </div>
  );
}
