// The browser's entry point on every page but the landing page: hydrates the shell, which the app
// replaces once the page's script has arrived.
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';

import { forgetOnSignOut, queryClient } from '../api/transport/query-client.ts';
import { onSessionExpired } from '../api/transport/session.ts';
import { UNSENT_ANSWERS, tryStorage } from '../api/transport/storage.ts';

import '../styles/app.css';
import { showToast } from '../ui/toast.ts';
import { listenForErrors } from './global-errors.ts';
import { createRouter } from './router.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element with the id root.');

listenForErrors();
for (const audience of ['family', 'admin'] as const) {
  forgetOnSignOut(queryClient, audience);
  onSessionExpired(audience, () =>
    showToast({
      kind: 'info',
      title: 'Authentication Required',
      description: 'Your session has ended. Please sign in again.',
    }),
  );
}
window.addEventListener('online', sendUnsent);
sendUnsent();
hydrateRoot(
  container,
  <StrictMode>
    <RouterProvider router={createRouter()} />
  </StrictMode>,
);

/** Sends answers that were given without a connection, whatever page is open now. */
function sendUnsent(): void {
  if (tryStorage('device', (storage) => storage.getItem(UNSENT_ANSWERS)) === null) return;
  // Without a connection not even the script arrives; the answers stay.
  import('../api/rooms/answers.ts').then((answers) => answers.sendUnsent()).catch(() => {});
}
