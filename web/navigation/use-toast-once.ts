// useToastOnce(message): reports what a page was opened for, once: not again when the page is
// reloaded or gone back to.
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { showToast, type ToastMessage } from '../ui/toast.ts';

interface ToldState {
  readonly told: readonly string[];
}

/**
 * Shows the message as soon as there is one; its title is remembered with the page's entry in the
 * browser's history.
 */
export function useToastOnce(message: ToastMessage | null): void {
  const location = useLocation();
  const { pathname, search } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const told = (state as Partial<ToldState> | null)?.told ?? [];
  const isDue = message !== null && !told.includes(message.title);
  useEffect(() => {
    if (!isDue) return;
    showToast(message);
    void navigate(
      { pathname, search },
      { replace: true, state: { told: [...told, message.title] } satisfies ToldState },
    );
    // Once it is remembered nothing is due any more, whatever else changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isDue]);
}
