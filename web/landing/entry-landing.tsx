// Where the browser starts on the landing page, late: takes over the prerendered HTML.
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import { listenForErrors } from '../app/global-errors.ts';
import * as content from '../content/tutor.ts';
import '../styles/landing.css';
import { LandingRoot } from './root.tsx';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element with the id root.');

listenForErrors();

const reviews = content.testimonials;

// While developing nothing is prerendered.
if (import.meta.env.DEV)
  createRoot(container).render(
    <StrictMode>
      <LandingRoot reviews={reviews} stillWords={content} />
    </StrictMode>,
  );
else
  startTransition(
    () =>
      void hydrateRoot(
        container,
        <StrictMode>
          <LandingRoot reviews={reviews} />
        </StrictMode>,
      ),
  );
