// Loads a page's scripts as soon as a link to it is pointed at or focused, so that the click finds them there.

/** `preload` loads the scripts of the page at a path of this site. */
export function prefetchOnIntent(preload: (pathname: string) => Promise<void>): void {
  for (const type of ['pointerover', 'focusin'] as const) {
    document.addEventListener(type, (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return;
      if (link.pathname === window.location.pathname) return;
      // A guess that fails costs nothing: the click itself tries again and tells of it.
      preload(link.pathname).catch(() => {});
    });
  }
}
