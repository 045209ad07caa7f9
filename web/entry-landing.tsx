// Where the browser starts on the landing page, late: takes over the prerendered HTML.
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import './app.css';
import { listenForErrors } from './app/global-errors.ts';
import { LandingRoot } from './landing-root.tsx';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element with the id root.');

listenForErrors();

const page = (
  <StrictMode>
    <LandingRoot />
  </StrictMode>
);
// While developing nothing is prerendered.
if (container.dataset['prerendered'] === undefined) createRoot(container).render(page);
else startTransition(() => void hydrateRoot(container, page));
