// The browser's entry point on every page but the landing page: renders the shell again, which the
// app replaces once the page's script has arrived.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';

import { forgetOnSignOut, queryClient } from '../transport/query-client.ts';
import { onSessionExpired } from '../transport/session.ts';
import { UNSENT_ANSWERS, tryStorage } from '../transport/storage.ts';

import '../styles/app.css';
import { followPresses } from '../ui/last-press.ts';
import { showToast } from '../ui/toast.ts';
import { guardDom, listenForErrors } from './global-errors.ts';
import { createRouter } from './routes.tsx';

const container = document.getElementById('root');
if (container === null) throw new Error('#root is missing');

guardDom();
followPresses();
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
// Not hydrated: where the page's script is there already, the router shows the page at once.
createRoot(container).render(
  <StrictMode>
    <RouterProvider router={createRouter()} />
  </StrictMode>,
);

/** Sends answers that were given without a connection, whatever page is open now. */
function sendUnsent(): void {
  if (tryStorage('device', (storage) => storage.getItem(UNSENT_ANSWERS)) === null) return;
  // Without a connection not even the script arrives; the answers stay.
  import('../data/answers.ts').then((answers) => answers.sendUnsent()).catch(() => {});
}
