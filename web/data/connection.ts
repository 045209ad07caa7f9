// useConnection(): whether the browser is online. When it is again, the page's data are loaded
// again, and a message about the lost connection disappears.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

import { CONNECTION_ERROR } from '../transport/failures.ts';
import { dismissToast, readMessages } from '../ui/toast.ts';
import { loadNews } from './booking-cache.ts';

/** Why nothing can be booked or cancelled now. */
export const WHEN_ONLINE = 'You are offline.';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** For the page as a whole, once. */
export function useConnection(): boolean {
  const client = useQueryClient();
  useEffect(() => {
    const onOnline = () => {
      const { shown } = readMessages();
      if (shown?.title === CONNECTION_ERROR) dismissToast(shown.id);
      void loadNews(client);
    };
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [client]);
  return useIsOnline();
}
