// <PageFrame>: title, skip link, masthead and footer around every page but the landing page.
import type { ReactNode } from 'react';

import { useSite } from '../content/site-context.ts';
import { fullTitle } from '../pages.ts';
import { SquaredPaper } from '../ui/card.tsx';
import { PageTitle } from '../ui/page-header.tsx';
import { Brand, Foot, SkipLink } from './page-edges.tsx';

interface PageFrameProps {
  /** The first part of the browser tab's title, before the site's name. */
  title: string;
  /** Links and buttons at the right of the masthead, e.g. Logout. */
  actions?: ReactNode;
  /** 'narrow' for a single form, 'wide' for everything else. */
  width?: 'narrow' | 'wide';
  children: ReactNode;
}

export function PageFrame({ title, actions, width = 'wide', children }: PageFrameProps) {
  const { site } = useSite();
  return (
    <div className="masthead flex min-h-dvh flex-col print:min-h-0">
      <PageTitle>{fullTitle(title, site.name)}</PageTitle>
      <SkipLink />
      <header className="border-b border-line bg-sheet print:hidden">
        {/* A phone has room for a family's links beside the brand's sign; the narrowest has them
            in a row of their own, away from Logout. */}
        <div className="measure flex min-h-16 flex-wrap items-center justify-between gap-x-1 gap-y-2 py-2 max-sm:has-[.family-links]:[&>a>span]:sr-only sm:gap-x-6">
          <Brand />
          {actions !== undefined && (
            <div className="flex flex-wrap items-center gap-1 sm:gap-3">{actions}</div>
          )}
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={
          width === 'narrow'
            ? 'relative isolate flex-1 py-10 sm:py-16'
            : 'flex-1 py-8 sm:py-10 print:py-0'
        }
      >
        {width === 'narrow' && <SquaredPaper className="squares-beside" />}
        <div
          className={
            width === 'narrow' ? 'mx-auto w-full max-w-lg px-4' : 'measure grid grid-cols-1 gap-8'
          }
        >
          {children}
        </div>
      </main>
      <div className="mt-auto print:hidden">
        <Foot />
      </div>
    </div>
  );
}
