// The landing page's deferred entry point: hydrates the prerendered HTML.
import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';

import { fillContent } from '../../domain/site/placeholders.ts';
import { guardDom } from '../app/dom-guard.ts';
import { listenForErrors } from '../app/global-errors.ts';
import { pageBusiness } from '../content/business-context.ts';
import * as content from '../content/tutor.ts';

import '../styles/landing.css';
import { LandingRoot } from './root.tsx';
import { undoChanges } from './undo-changes.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('#root is missing');

guardDom();
listenForErrors();

const hydrate = () =>
  void hydrateRoot(
    container,
    <StrictMode>
      <LandingRoot
        hasFigure={container.querySelector('.hero-figure') !== null}
        reviewCount={container.querySelectorAll('[data-still="reviews"] > li').length}
        // In development the static parts are rendered too, so that edits show up.
        {...(import.meta.env.DEV ? { stillWords: fillContent(content, pageBusiness()) } : {})}
      />
    </StrictMode>,
    // A part that something has changed meanwhile is rendered afresh, and nothing is lost.
    { onRecoverableError: () => {} },
  );

const changes = window.takeEarlyChanges?.() ?? [];
if (changes.length === 0) startTransition(hydrate);
else {
  // At once, before a translator can translate the texts again.
  undoChanges(changes);
  flushSync(hydrate);
}
