// <PageTitle>: what the browser's tab says.
import { useLayoutEffect } from 'react';

/**
 * The title that came with the HTML has done its work once a page brings its own: browsers go by
 * the first.
 */
export function PageTitle({ children }: { readonly children: string }) {
  useLayoutEffect(() => document.querySelector('title[data-shell]')?.remove(), []);
  return <title>{children}</title>;
}
