// <Still name="top">: a part of the prerendered page that never changes. Its words and components
// stay out of the browser's script; React takes over its HTML as it is.
import { useState, type ReactNode } from 'react';

interface StillProps {
  /** Unlike any other on the page. */
  readonly name: string;
  readonly as?: 'div' | 'figcaption';
  readonly className?: string;
  /** Left out by the browser's build. */
  readonly children: ReactNode;
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
  readonly name: string;
  readonly as: 'div' | 'figcaption';
  readonly className: string | undefined;
}

function Kept({ name, as: Element, className }: KeptProps) {
  // Read before React touches the page: should it have to build the page anew, this part is put
  // back as it was.
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
