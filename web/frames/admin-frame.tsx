// <AdminFrame>: masthead with the tutor's pages and Logout, the footer, and a phone's bar, around
// every page of the tutor's area.
import type { ReactNode } from 'react';

import { useSite } from '../content/site-context.ts';
import { useLogout } from '../data/sign-out.ts';
import { fullTitle } from '../pages.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { Brand, Foot, SkipLink } from './page-edges.tsx';
import { mastheadLink, MastheadLinks, PhoneBar } from './tutor-links.tsx';

interface AdminFrameProps {
  /** The first part of the browser tab's title, before the site's name. */
  readonly title: string;
  /** Reduces the spacing for a page that shows a lot at once. */
  readonly dense?: boolean;
  readonly children: ReactNode;
}

export function AdminFrame({ title, dense = false, children }: AdminFrameProps) {
  const logout = useLogout('admin');
  const { site } = useSite();
  return (
    <div className="masthead with-bar flex min-h-dvh flex-col print:min-h-0">
      <PageTitle>{fullTitle(title, site.name)}</PageTitle>
      <SkipLink />
      <header className="border-b border-line bg-sheet print:hidden">
        {/* Beside the links there is no room for the brand's name, which may be long. */}
        <div className="measure flex min-h-14 flex-wrap items-center justify-between gap-x-2 [&>a>span]:sr-only md:min-h-16 xl:gap-x-4">
          <Brand />
          <MastheadLinks />
          <button
            type="button"
            aria-disabled={logout.isPending || undefined}
            className={`${mastheadLink} -mr-2`}
            onClick={() => {
              if (!logout.isPending) logout.mutate();
            }}
          >
            Logout
          </button>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={`flex-1 print:py-0 ${dense ? 'pt-3 pb-10' : 'py-8 sm:py-10'}`}
      >
        <div className={`measure grid grid-cols-1 ${dense ? 'gap-4' : 'gap-8'}`}>{children}</div>
      </main>
      <div className="print:hidden">
        <Foot />
      </div>
      <PhoneBar />
    </div>
  );
}
