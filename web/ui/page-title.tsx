// <PageTitle>: the title of the browser's tab.
import { useLayoutEffect } from 'react';

/**
 * Removes the title of the HTML once a page renders its own, because browsers use the first one.
 */
export function PageTitle({ children }: { readonly children: string }) {
  useLayoutEffect(() => document.querySelector('title[data-shell]')?.remove(), []);
  return <title>{children}</title>;
}
