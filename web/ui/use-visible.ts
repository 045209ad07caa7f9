// useVisible(): whether somebody can see the page, and not a tab behind it or a browser that loads
// it in advance.
import { useSyncExternalStore } from 'react';

const isVisible = () => document.visibilityState === 'visible';

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

export function useVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible, () => false);
}
