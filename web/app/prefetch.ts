// Loads a page's scripts as soon as a link to it is pointed at or focused, so that the click finds them there.
import { prefetchPage } from '../navigation/go.ts';

export function prefetchOnIntent(): void {
  for (const type of ['pointerover', 'focusin'] as const) {
    document.addEventListener(type, (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return;
      if (link.pathname === window.location.pathname) return;
      void prefetchPage(link.href);
    });
  }
}
