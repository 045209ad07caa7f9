// useVisible(): whether the page is visible, rather than a background tab or prerendered by the
// browser.
import { useSyncExternalStore } from 'react';

const isVisible = () => document.visibilityState === 'visible';

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

export function useVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible, () => false);
}
