// <AdminFrame>: masthead with the tutor's pages and Logout, and the footer, around every page of
// the tutor's area.
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import { useLogout } from '../api/sign-out.ts';
import { useSite } from '../content/site-context.ts';
import { Button } from '../ui/button.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { appPaths, fullTitle, pages } from './pages.ts';
import { Brand, Foot, SkipLink } from './site-parts.tsx';

const links = appPaths.flatMap((path) => {
  const { nav } = pages[path];
  return nav === undefined ? [] : [{ path, nav }];
});

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
    <div className="masthead with-places flex min-h-dvh flex-col print:min-h-0">
      <PageTitle>{fullTitle(title, site.name)}</PageTitle>
      <SkipLink />
      <header className="border-b border-line bg-sheet print:hidden">
        <div className="measure flex min-h-16 flex-wrap items-center justify-between gap-x-4">
          <Brand />
          <PageLinks />
          <Button
            variant="quiet"
            className="-mr-4 sm:-mr-5"
            busy={logout.isPending}
            onClick={() => logout.mutate()}
          >
            Logout
          </Button>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={`flex-1 print:py-0 ${dense ? 'py-3' : 'py-8 sm:py-10'}`}
      >
        <div className={`measure grid grid-cols-[minmax(0,1fr)] ${dense ? 'gap-3' : 'gap-8'}`}>
          {children}
        </div>
      </main>
      <div className="print:hidden">
        <Foot />
      </div>
    </div>
  );
}

/**
 * On a phone two rows, so that all pages are visible. On a wide screen they share the masthead's
 * row.
 */
function PageLinks() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Tutor's area" className="order-last w-full xl:order-none xl:w-auto">
      <ul className="-mx-2 grid grid-cols-[repeat(3,auto)] justify-start gap-x-1 max-md:text-[0.9375rem] md:-mx-3 md:flex md:gap-x-0">
        {links.map(({ path, nav }) => {
          const isHere = path === pathname;
          return (
            <li key={path}>
              <SiteLink
                href={path}
                aria-current={isHere ? 'page' : undefined}
                className={`flex min-h-11 items-center border-b-3 px-2 leading-tight font-bold no-underline md:px-3 -outline-offset-3 focus-visible:-outline-offset-3 ${isHere ? 'border-signal text-ink' : 'border-transparent text-pencil hover:border-rule hover:text-ink'}`}
              >
                {nav}
              </SiteLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
