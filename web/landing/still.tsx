// <Still name="top">: a part of the prerendered page that never changes. Its words and components stay out of the browser's
// script; React takes over its HTML as it is.
import { useState, type ReactNode } from 'react';

interface StillProps {
  /** Unlike any other on the page. */
  readonly name: string;
  readonly className?: string;
  /** Left out by the browser's build. */
  readonly children: ReactNode;
}

export function Still({ name, className, children }: StillProps) {
  return import.meta.env.SSR || import.meta.env.DEV ? (
    <div data-still={name} className={className}>
      {children}
    </div>
  ) : (
    <Kept name={name} className={className} />
  );
}

function Kept({ name, className }: Pick<StillProps, 'name'> & { readonly className: string | undefined }) {
  // Read before React touches the page: should it have to build the page anew, this part is put back as it was.
  const [html] = useState(() => document.querySelector(`[data-still="${name}"]`)?.innerHTML ?? '');
  return (
    <div
      data-still={name}
      className={className}
      suppressHydrationWarning
      // The page's own HTML, from the build.
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
