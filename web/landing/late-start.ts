// Starts the landing page late: lets the browser lay out what is below the first screen, loads the
// app once the page is touched or has been looked at for a while, and keeps a form that is
// submitted before that, and the errors that happen before that.

import { contactAnchor } from '../../domain/paths.ts';

const RETRY_MS = 5000;
/**
 * A phone is busy enough while it shows the page; nothing there needs the script before it is
 * touched or scrolled.
 */
const LOOKED_AT_MS = 4000;

declare global {
  interface Window {
    /** What goes wrong until global-errors.ts listens, which takes it away. */
    earlyErrors?: Event[];
  }
}

/**
 * `scripts` are the page's own and what that will load, and `appFiles` what the other pages need,
 * fetched once a link to one of them is pointed at. A form marked data-hold is sent again when
 * ready.tsx sends 'app-ready'; until then a submit would leave the page before React could check
 * and send it. Its data-held says meanwhile how things stand, 'sending' or 'offline', and the
 * page's styles show it.
 */
export function startLate(scripts: readonly string[], appFiles: readonly string[]): void {
  let starting: Promise<unknown> | undefined;
  let held: { readonly form: HTMLFormElement; readonly submitter: HTMLElement | null } | undefined;
  let prefetched = false;
  const earlyErrors: Event[] = [];
  window.earlyErrors = earlyErrors;
  for (const type of ['error', 'unhandledrejection'])
    window.addEventListener(type, (event) => earlyErrors.push(event));
  // Safari has no requestIdleCallback.
  const whenIdle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
  /**
   * See `later` in styles/base.css. Where a link points must stand still before the page scrolls
   * there.
   */
  const layOut = () => {
    document.documentElement.dataset['whole'] = '';
  };
  const addLinks = (rel: string, addresses: readonly string[]) => {
    for (const href of addresses)
      document.head.append(Object.assign(document.createElement('link'), { rel, href }));
  };
  const tell = (state: 'sending' | 'offline') => {
    if (held) held.form.dataset['held'] = state;
  };
  const start = () => {
    layOut();
    if (starting !== undefined) return;
    addLinks('modulepreload', scripts);
    starting = import(/* @vite-ignore */ scripts[0] ?? '').catch(() => {
      // Without a connection the next touch tries again; while somebody waits, time does too.
      starting = undefined;
      tell('offline');
      window.addEventListener('online', start, { once: true });
      if (held) setTimeout(start, RETRY_MS);
    });
  };
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement;
      if ('ready' in document.documentElement.dataset || !('hold' in form.dataset)) return;
      event.preventDefault();
      held = { form, submitter: event.submitter };
      tell('sending');
      start();
    },
    true,
  );
  window.addEventListener(
    'app-ready',
    () => {
      if (!held) return;
      delete held.form.dataset['held'];
      held.form.requestSubmit(held.submitter);
    },
    { once: true },
  );
  const touch = ({ target }: Event) => {
    start();
    // A scroll's target is the document.
    if (prefetched || !(target as Partial<Element>).closest?.('a[href^="/"]')) return;
    prefetched = true;
    addLinks('prefetch', appFiles);
  };
  for (const type of ['scroll', 'pointerdown', 'pointerover', 'keydown', 'focusin'])
    document.addEventListener(type, touch, { passive: true });
  document.addEventListener('click', ({ target }) => {
    // Whoever goes to the form begins with its first field; the page scrolls there by itself.
    if (!(target as Partial<Element>).closest?.(`a[href="#${contactAnchor}"]`)) return;
    // The browser takes the focus away as it follows the link.
    setTimeout(() => {
      document
        .querySelector<HTMLElement>(`#${contactAnchor} form input`)
        ?.focus({ preventScroll: true });
    });
  });
  if (location.hash) layOut();
  window.addEventListener('load', () => {
    // Not before the first screen has been shown.
    requestAnimationFrame(() => whenIdle(layOut));
    setTimeout(() => whenIdle(start), LOOKED_AT_MS);
  });
}
