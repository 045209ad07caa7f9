// A page whose script is loaded when it is first wanted; once loaded it renders at once, also while hydrating.
import { lazy, useState, type ComponentType, type ReactNode } from 'react';

import { isChunkLoadError, reloadOnce } from './chunk-errors.ts';

export interface LazyPage {
  (): ReactNode;
  /** Loads the script without showing the page; where that fails, only showing it reloads the document. */
  readonly preload: () => Promise<void>;
}

interface PageModule {
  readonly default: ComponentType;
}

export function lazyPage(load: () => Promise<PageModule>): LazyPage {
  let Page: ComponentType | null = null;
  let loading: Promise<PageModule> | null = null;

  const loadOnce = async (): Promise<PageModule> => {
    loading ??= load();
    try {
      const module = await loading;
      Page = module.default;
      return module;
    } catch (error) {
      // The next attempt starts afresh.
      loading = null;
      throw error;
    }
  };

  const Later = lazy(async () => {
    try {
      return await loadOnce();
    } catch (error) {
      // While the page reloads, nothing more is to be shown.
      if (isChunkLoadError(error) && reloadOnce()) await new Promise<never>(() => {});
      throw error;
    }
  });

  function LoadedOrLater(): ReactNode {
    // Chosen once for each time the page is shown: a change of component would throw its state away.
    const [Chosen] = useState(() => Page ?? Later);
    return <Chosen />;
  }

  return Object.assign(LoadedOrLater, {
    preload: async () => {
      await loadOnce();
    },
  });
}
