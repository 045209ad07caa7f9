// Runs on every page of the app before its scripts arrive. The build turns it into a small inline
// script. For somebody who is signed in, it preloads the scripts of a page that needs a session and
// sends the page's first calls. It adds what older browsers lack, and reloads the page where the
// app cannot even start.
import type { Audience } from '../../domain/endpoint.ts';
import { sendEarly } from '../transport/early-calls.ts';
import { readStoredToken, sessionKey } from '../transport/storage.ts';
import { addMissing } from '../ui/older-browsers.ts';
import { reloadOnce } from './chunk-errors.ts';

/** A restarting server is back by then. */
const RETRY_MS = 10_000;

addMissing();

/**
 * Passed as attributes of the script itself, so that its text (and hash) is the same in every
 * build.
 */
const { audience, scripts = '', calls, start } = document.currentScript?.dataset ?? {};

// The build writes a valid audience there, for pages that need a session.
const token = audience === undefined ? null : readStoredToken(sessionKey(audience as Audience));
if (token !== null) {
  if (calls !== undefined) sendEarly(calls.split(' '), token);
  for (const href of scripts.split(' ')) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}

// The 404 is complete as HTML. Somebody who is signed in gets it in their own frame.
const audiences: readonly Audience[] = start === undefined ? [] : ['family', 'admin'];
if (audiences.some((one) => readStoredToken(sessionKey(one)) !== null))
  document.head.append(
    Object.assign(document.createElement('script'), { type: 'module', src: start }),
  );

function reloadLater(): void {
  setTimeout(() => {
    if (!reloadOnce()) reloadLater();
  }, RETRY_MS);
}

// When one of the first scripts fails, nothing of the app runs. An error does not bubble.
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) reloadLater();
  },
  true,
);
