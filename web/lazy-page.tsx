// A page whose script is loaded when it is first wanted; once loaded it renders at once, also while hydrating.
import { use, type ComponentType, type ReactNode } from 'react';

import { isChunkLoadError, reloadOnce } from './chunk-errors.ts';

export interface LazyPage {
  (): ReactNode;
  /** Loads the script without showing the page. */
  readonly preload: () => Promise<void>;
}

export function lazyPage(load: () => Promise<{ readonly default: ComponentType }>): LazyPage {
  let Page: ComponentType | null = null;
  let loading: Promise<void> | null = null;
  let rendering: Promise<void> | null = null;

  const preload = async (): Promise<void> => {
    if (Page !== null) return;
    loading ??= (async () => {
      try {
        Page = (await load()).default;
      } catch (error) {
        // The next attempt starts afresh.
        loading = null;
        // While the page reloads, nothing more is to be shown.
        if (isChunkLoadError(error) && reloadOnce()) await new Promise<never>(() => {});
        throw error;
      }
    })();
    await loading;
  };

  function Lazy(): ReactNode {
    // A render keeps its promise also when that fails, or the error boundary would never see it.
    if (Page === null) use((rendering ??= preload()));
    return Page === null ? null : <Page />;
  }

  return Object.assign(Lazy, { preload });
}
