// The early script of the landing page, inlined there by the build: loads the app once the page is idle or first touched,
// and keeps a form that is submitted before that.

/**
 * Runs in the page on its own, so it must not use anything from outside. `entry` is the app's script, `chunks` what that
 * will load. A form marked data-hold is sent again when root.tsx tells 'app-ready'; until then a submit would leave the
 * page before React could check and send it.
 */
export function lateStart(entry: string, chunks: readonly string[]): void {
  let starting: Promise<unknown> | undefined;
  let held: { readonly form: HTMLFormElement; readonly submitter: HTMLElement | null } | undefined;
  const start = () => {
    if (starting !== undefined) return;
    for (const href of chunks) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
    starting = import(entry).catch(() => {
      // Without a connection the next touch tries again.
      starting = undefined;
    });
  };
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement;
      if ('ready' in document.documentElement.dataset || !('hold' in form.dataset)) return;
      event.preventDefault();
      held = { form, submitter: event.submitter };
      start();
    },
    true,
  );
  window.addEventListener('app-ready', () => held?.form.requestSubmit(held.submitter), { once: true });
  for (const type of ['pointerdown', 'pointerover', 'keydown', 'focusin']) {
    document.addEventListener(type, start, { passive: true });
  }
  window.addEventListener('load', () => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 3000 });
    else setTimeout(start, 500);
  });
}
