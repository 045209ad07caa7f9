// The landing page's deferred entry point: hydrates the prerendered HTML.
import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';

import { fillContent } from '../../domain/site/placeholders.ts';
import { guardDom, listenForErrors } from '../app/global-errors.ts';
import { pageBusiness } from '../content/site-context.ts';
import * as content from '../content/tutor.ts';

import '../styles/landing.css';
import { LandingRoot } from './root.tsx';

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

const early = window.takeEarlyChanges?.() ?? [];

if (early.length === 0) startTransition(hydrate);
else {
  // At once, before a translator can translate the texts again.
  undoChanges(early);
  flushSync(hydrate);
}

/** Puts back what these changes, in the order in which they were made, have moved or replaced. */
function undoChanges(changes: readonly MutationRecord[]): void {
  for (const {
    type,
    target,
    oldValue,
    addedNodes,
    removedNodes,
    nextSibling,
  } of changes.toReversed()) {
    if (type === 'characterData') target.nodeValue = oldValue;
    for (const node of addedNodes) node.parentNode?.removeChild(node);
    for (const node of removedNodes)
      target.insertBefore(node, nextSibling?.parentNode === target ? nextSibling : null);
  }
}
