// Where the browser starts on every page but the landing page: renders the app into the shell.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';

import '../styles/app.css';
import { listenForErrors } from './global-errors.ts';
import { prefetchOnIntent } from './prefetch.ts';
import { Root } from './root.tsx';
import { preloadPage } from './routes.tsx';
import { providePages } from '../navigation/go.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element with the id root.');

listenForErrors();
providePages(preloadPage);
prefetchOnIntent();

// The page's own script first, so that nothing flickers; when it fails to load, rendering fails in the same way and says so.
await preloadPage(window.location.pathname).catch(() => {});

createRoot(container).render(
  <StrictMode>
    <BrowserRouter>
      <Root />
    </BrowserRouter>
  </StrictMode>,
);
