// Lets every plain link between the app's pages change the page without loading a new document.
import { useEffect } from 'react';

import { isAppPath } from './routes.tsx';
import { useGo } from '../navigation/go.ts';
import { dismissToasts, showToast } from '../ui/toast.ts';
import { hasUnsavedInput } from '../ui/unsaved-input.ts';

export function useFollowedLinks(): void {
  const go = useGo();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
      // The browser's own ways: a new tab, a new window, a download.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if (link.target !== '' || link.hasAttribute('download')) return;
      if (link.origin !== window.location.origin || !isAppPath(link.pathname)) return;
      // An anchor on the same page.
      if (link.hash !== '' && link.pathname === window.location.pathname) return;
      event.preventDefault();
      if (link.pathname !== window.location.pathname) dismissToasts();
      void go(link.pathname + link.search + link.hash, { staysWithout: staysWithForm });
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [go]);
}

/** The page would have to be loaded as a whole, which would throw away what has been typed on this one. */
function staysWithForm(): boolean {
  if (!hasUnsavedInput()) return false;
  showToast({
    kind: 'info',
    title: 'Page Not Loaded',
    description: 'What you have typed is still here. Finish it first, or try again in a moment.',
  });
  return true;
}
