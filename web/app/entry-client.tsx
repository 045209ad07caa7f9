// Where the browser starts on every page but the landing page: renders the app into the shell.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';

import '../styles/app.css';
import { listenForErrors } from './global-errors.ts';
import { startRouter } from './router.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element with the id root.');

listenForErrors();
// Until then the page's own HTML stays, so that nothing flickers.
const router = await startRouter();

createRoot(container).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
