// What all pages but the landing page stand in: the query layer and the questions before what cannot be undone.
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet } from 'react-router';

import { createQueryClient, forgetOnSignOut } from '../api/transport/query-client.ts';
import { onSessionExpired } from '../api/transport/session.ts';
import { showToast } from '../ui/toast.ts';

const audiences = ['family', 'admin'] as const;

export default function AppFrame() {
  const [client] = useState(createQueryClient);
  useEffect(() => {
    const stops = audiences.flatMap((audience) => [
      forgetOnSignOut(client, audience),
      onSessionExpired(audience, () =>
        showToast({
          kind: 'info',
          title: 'Authentication Required',
          description: 'Your session has ended. Please sign in again.',
        }),
      ),
    ]);
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  );
}
