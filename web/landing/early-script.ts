// Runs on the landing page before the first paint, and defers the page's own script. The build
// turns it into a small script in the page.
import { contactAnchor, manifestPath } from '../../domain/paths.ts';
import { readStoredToken, sessionKey } from '../transport/storage.ts';
import { addMissing } from '../ui/older-browsers.ts';

/**
 * The addresses of built files are passed as attributes, so that the script's text (and hash) is
 * the same in every build.
 */
function addressesIn(name: 'start' | 'app'): string[] {
  return document.currentScript?.dataset[name]?.split(' ') ?? [];
}

/**
 * Tells the styles whether a family is signed in on this device, by data-family on <html>: also
 * when another tab signs in or out and when Back restores the page. The HTML is the same for
 * everybody.
 */
function markFamily(): void {
  const isSignedIn = readStoredToken(sessionKey('family')) !== null;
  document.documentElement.toggleAttribute('data-family', isSignedIn);
}

const RETRY_MS = 5000;
/**
 * A phone is busy while it renders the page, and nothing needs the script before a touch or scroll.
 */
const LOOKED_AT_MS = 4000;

declare global {
  interface Window {
    /** Errors raised before global-errors.ts listens; it takes over the list. */
    earlyErrors?: Event[];
    /** Ends the record of what has changed the page before React, and returns it. */
    takeEarlyChanges?: () => readonly MutationRecord[];
  }
}

// Safari has no requestIdleCallback.
const whenIdle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;

function recordErrors(): void {
  const earlyErrors: Event[] = [];
  window.earlyErrors = earlyErrors;
  for (const type of ['error', 'unhandledrejection'])
    window.addEventListener(type, (event) => earlyErrors.push(event));
}

/** A translator may put other texts into the page, and React needs those that were there. */
function recordChanges(): void {
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => void changes.push(...records));
  observer.observe(document.body, {
    childList: true,
    characterData: true,
    characterDataOldValue: true,
    subtree: true,
  });
  window.takeEarlyChanges = () => {
    changes.push(...observer.takeRecords());
    observer.disconnect();
    return changes;
  };
}

/**
 * See `later` in styles/base.css. The target of a link must not move before the page scrolls there.
 */
function layOut(): void {
  document.documentElement.dataset['whole'] = '';
}

function addLinks(rel: string, addresses: string[]): void {
  for (const href of addresses)
    document.head.append(Object.assign(document.createElement('link'), { rel, href }));
}

/** Makes a link to the form focus its first field, too. */
function focusForm(event: MouseEvent): void {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  if (!(target as Partial<Element>).closest?.(`a[href="#${contactAnchor}"]`)) return;
  if (ctrlKey || metaKey || shiftKey) return;
  // Browsers reset the focus as they follow a link, Firefox some time after the click.
  event.preventDefault();
  location.hash = contactAnchor;
  const place = document.getElementById(contactAnchor);
  // The address may name it already.
  place?.scrollIntoView();
  place?.querySelector<HTMLElement>('form input')?.focus({ preventScroll: true });
}

/**
 * Fills the browser's cache before the import: some versions of Chromium never load a module again
 * whose first import has failed.
 */
const fetchWhole = async (address: string) => (await fetch(address)).arrayBuffer();

async function loadScripts(scripts: string[]): Promise<void> {
  await Promise.all(scripts.map(fetchWhole));
  // Each starts in a task of its own, and the page's own script last: all in one task would block
  // the page for longer.
  for (const address of [...scripts.slice(1), ...scripts.slice(0, 1)])
    // oxlint-disable-next-line no-await-in-loop
    await import(/* @vite-ignore */ address);
}

/**
 * Defers the page's script: the browser lays out what is below the first screen meanwhile. Loads
 * the app once the page is touched or has been in view for a while, and then submits a form that
 * was submitted before.
 *
 * `scripts` are the page's own and their imports. `appFiles` are needed by the other pages and are
 * fetched once a link to one of them is hovered or focused. A form marked data-queue is submitted
 * again when crash-page.tsx fires 'app-ready': an earlier submit would leave the page before React
 * could validate and send it. Meanwhile its data-queued is 'sending' or 'offline', which the styles
 * show.
 */
function startLate(scripts: string[], appFiles: string[]): void {
  let starting: Promise<unknown> | undefined;
  let queued:
    | { readonly form: HTMLFormElement; readonly submitter: HTMLElement | null }
    | undefined;
  let prefetched = false;
  const tell = (state: 'sending' | 'offline') => {
    if (queued) queued.form.dataset['queued'] = state;
  };
  const start = () => {
    layOut();
    starting ??= loadScripts(scripts).catch(() => {
      // Offline, the next touch retries; while a form is waiting, a timer retries too.
      starting = undefined;
      tell('offline');
      window.addEventListener('online', start, { once: true });
      if (queued) setTimeout(start, RETRY_MS);
    });
  };
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement;
      if ('ready' in document.documentElement.dataset || !('queue' in form.dataset)) return;
      event.preventDefault();
      queued = { form, submitter: event.submitter };
      tell('sending');
      start();
    },
    true,
  );
  window.addEventListener(
    'app-ready',
    () => {
      if (!queued) return;
      delete queued.form.dataset['queued'];
      queued.form.requestSubmit(queued.submitter);
    },
    { once: true },
  );
  const touch = ({ target }: Event) => {
    start();
    // The target of a scroll event is the document.
    if (prefetched || !(target as Partial<Element>).closest?.('a[href^="/"]')) return;
    prefetched = true;
    addLinks('prefetch', appFiles);
  };
  for (const type of ['scroll', 'pointerdown', 'pointerover', 'keydown', 'focusin'])
    document.addEventListener(type, touch, { passive: true });
  window.addEventListener('load', () => {
    // Laying out waits until the first screen has been painted.
    requestAnimationFrame(() => whenIdle(layOut));
    setTimeout(() => {
      // A manifest in the head would be loaded, with its icons, before the first paint.
      addLinks('manifest', [manifestPath]);
      whenIdle(start);
    }, LOOKED_AT_MS);
  });
}

recordErrors();
addMissing();
markFamily();
window.addEventListener('storage', markFamily);
window.addEventListener('pageshow', markFamily);
document.addEventListener('DOMContentLoaded', recordChanges);
startLate(addressesIn('start'), addressesIn('app'));
document.addEventListener('click', focusForm);
if (location.hash) layOut();
