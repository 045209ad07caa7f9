// <Still name="top">: a static part of the prerendered page. Its text and components stay out of
// the browser's script; React adopts its HTML unchanged.
import { useState, type ReactNode, useSyncExternalStore } from 'react';

import { usePagePreview } from './preview.ts';

interface StillProps {
  /** Unique on the page. */
  name: string;
  as?: 'div' | 'figcaption' | 'ul';
  className?: string;
  /** Omitted by the browser's build. */
  children: ReactNode;
}

export function Still({ name, as: Element = 'div', className, children }: StillProps) {
  return import.meta.env.SSR || import.meta.env.DEV ? (
    <Element data-still={name} className={className}>
      {children}
    </Element>
  ) : (
    <Kept name={name} as={Element} className={className} />
  );
}

interface KeptProps {
  name: string;
  as: 'div' | 'figcaption' | 'ul';
  className: string | undefined;
}

function Kept({ name, as: Element, className }: KeptProps) {
  // Read before hydration: if React has to rebuild the page, this part is restored from it.
  const [html] = useState(() => document.querySelector(`[data-still="${name}"]`)?.innerHTML ?? '');
  return (
    <Element
      data-still={name}
      className={className}
      suppressHydrationWarning
      // The page's own HTML, from the build.
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

const never = () => () => {};

/**
 * useAwake(): whether the script of this part of the page is running, for controls that need it and
 * whose space is reserved. False while prerendering and until React has hydrated the part. A
 * preview shows the controls, although they do nothing there.
 */
export function useAwake(): boolean {
  const isPreview = usePagePreview() !== null;
  return useSyncExternalStore(
    never,
    () => true,
    () => isPreview,
  );
}
