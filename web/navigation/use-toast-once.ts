// useToastOnce(message): shows a message once per page visit: not again after a reload or Back.
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { showToast, type ToastMessage } from '../ui/toast.ts';

interface ToldState {
  readonly told: readonly string[];
}

/** Shows the message as soon as there is one; its title is stored in the page's history entry. */
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
    // Once it is stored, no message is due, whatever else changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isDue]);
}
