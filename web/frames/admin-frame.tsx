// <AdminFrame>: masthead, footer and links around every page of the tutor's area. The links are one
// row in the masthead from a tablet up, and a bar at the lower edge of a phone; what has no room in
// them is in the menu behind 'More'.
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import { paths } from '../../domain/paths.ts';
import { useSite } from '../content/site-context.ts';
import { useLogout } from '../data/sign-out.ts';
import { fullTitle, appPaths, pages, type AppPath } from '../pages.ts';
import { SiteLink } from '../ui/link-button.tsx';
import { PageTitle } from '../ui/page-header.tsx';
import { Brand, Foot, SkipLink } from './page-edges.tsx';

interface AdminFrameProps {
  /** The first part of the browser tab's title, before the site's name. */
  title: string;
  /** Reduces the spacing for a page that shows a lot at once. */
  dense?: boolean;
  children: ReactNode;
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

const MORE_ID = 'more-pages';
/** Not before Safari 17, Chrome 114 and Firefox 125. */
const hasPopover = () => 'popover' in HTMLElement.prototype;

/** Drawn like the other signs: strokes of two units, round ends. */
const signs: Partial<Readonly<Record<AppPath, string>>> = {
  [paths.adminLive]: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 7.5V12l3.2 2.4',
  [paths.adminDashboard]: 'M3.5 13 6 5h12l2.5 8v6h-17ZM3.5 13.5h5L10 16h4l1.5-2.5h5',
  [paths.adminPlanner]: 'M4 5.5h16v14.5H4ZM4 10.5h16M8.5 3v4M15.5 3v4M8.5 15h.01M12 15h.01',
  [paths.adminFamilies]:
    'M9 5a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6ZM2.8 19.5c.3-3.6 2.700-5.3 6.200-5.3s5.900 1.700 6.200 5.3M15.8 5.3a3.3 3.3 0 0 1 0 6M18 14.700c1.900.8 3 2.400 3.200 4.8',
};
const MORE_SIGN = 'M5 12h.01M12 12h.01M19 12h.01';

const links = appPaths.flatMap((path) => {
  const { nav } = pages[path];
  return nav === undefined ? [] : [{ path, nav }];
});
/** On a phone this link is in the masthead, because the bar has room for five. */
const isBeside = (path: AppPath) => path === paths.bookedLessons;
const inBar = links.filter(({ path }) => signs[path] !== undefined);
const inMore = links.filter(({ path }) => signs[path] === undefined && !isBeside(path));

const textLink =
  'flex min-h-11 cursor-pointer items-center border-b-3 px-2 leading-tight font-bold whitespace-nowrap no-underline -outline-offset-3 focus-visible:-outline-offset-3 text-note';

const colours = (isHere: boolean) =>
  isHere
    ? 'border-signal text-ink'
    : 'border-transparent text-pencil hover:border-rule hover:text-ink';

/** The look of a button beside the links. */
const mastheadLink = `${textLink} ${colours(false)}`;

/** Whether the page at this pathname is, or belongs to, the one that is linked. */
const isWithin = (pathname: string, path: AppPath) =>
  pathname === path || pathname.startsWith(`${path}/`);

/** The masthead's row; on a phone only the link that the bar has no room for. */
function MastheadLinks() {
  const { pathname } = useLocation();
  const isMore = inMore.some(({ path }) => isWithin(pathname, path));
  return (
    <nav aria-label="Tutor's area" className="max-md:ml-auto">
      <ul className="flex flex-wrap">
        {links.map(({ path, nav }) => (
          <li
            key={path}
            className={`${isBeside(path) ? '' : 'max-md:hidden'} ${inMore.some((one) => one.path === path) ? 'max-xl:hidden' : ''}`}
          >
            <SiteLink
              href={path}
              aria-current={isWithin(pathname, path) ? 'page' : undefined}
              className={`${textLink} ${colours(isWithin(pathname, path))}`}
            >
              {nav}
            </SiteLink>
          </li>
        ))}
        <li className="max-md:hidden xl:hidden">
          <button
            type="button"
            popoverTarget={MORE_ID}
            className={`${textLink} ${colours(isMore)}`}
          >
            More
          </button>
        </li>
      </ul>
    </nav>
  );
}

/** The bar of a phone, and the menu behind 'More' at every width. */
function PhoneBar() {
  const { pathname } = useLocation();
  const isMore = inMore.some(({ path }) => isWithin(pathname, path));
  return (
    <>
      <nav
        aria-label="Tutor's pages"
        className="fixed inset-x-0 bottom-0 z-30 border-t border-rule bg-sheet pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
      >
        <ul className="grid grid-cols-5">
          {inBar.map(({ path, nav }) => (
            <li key={path}>
              <SiteLink
                href={path}
                aria-current={isWithin(pathname, path) ? 'page' : undefined}
                className={`${barLink} ${colours(isWithin(pathname, path))}`}
              >
                <Sign path={signs[path] ?? ''} />
                {nav}
              </SiteLink>
            </li>
          ))}
          <li>
            <button
              type="button"
              popoverTarget={MORE_ID}
              className={`${barLink} w-full ${colours(isMore)}`}
            >
              <Sign path={MORE_SIGN} isDots />
              More
            </button>
          </li>
        </ul>
      </nav>
      <More>
        {inMore.map(({ path, nav }) => (
          <li key={path} className="border-b border-line last:border-b-0">
            <SiteLink
              href={path}
              aria-current={isWithin(pathname, path) ? 'page' : undefined}
              // Another week or student is the same page, which keeps the menu.
              onClick={({ currentTarget }) => {
                if (hasPopover()) currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
              }}
              className="flex min-h-13 items-center px-5 font-bold text-ink no-underline -outline-offset-3 hover:bg-wash focus-visible:-outline-offset-3 aria-[current]:text-signal"
            >
              {nav}
            </SiteLink>
          </li>
        ))}
      </More>
    </>
  );
}

/** The text of a label never grows beyond a fifth of the screen. */
const barLink =
  'grid min-h-15 cursor-pointer content-center justify-items-center gap-1 border-t-3 text-[min(0.8125rem,3.5vw)] leading-none font-bold no-underline -outline-offset-3 focus-visible:-outline-offset-3';

function Sign({ path, isDots = false }: { path: string; isDots?: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-6"
      fill="none"
      stroke="currentColor"
      strokeWidth={isDots ? 3.5 : 2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}

/** Opened by the buttons that name it; the browser closes it on Escape and on a tap elsewhere. */
function More({ children }: { children: ReactNode }) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (hasPopover() ? undefined : showByHand(menu.current)), []);
  return (
    <div
      ref={menu}
      id={MORE_ID}
      popover="auto"
      className="fixed z-30 inset-x-0 top-auto bottom-(--bar) m-0 w-full border-t border-rule bg-sheet text-ink lifted-shadow md:inset-x-auto md:top-16 md:right-6 md:bottom-auto md:w-56 md:rounded-md md:border xl:hidden print:hidden"
    >
      <ul aria-label="More pages">{children}</ul>
    </div>
  );
}

/** Does what the browser does for a popover. */
function showByHand(menu: HTMLElement | null): (() => void) | undefined {
  if (menu === null) return undefined;
  const show = (isShown: boolean) => {
    menu.hidden = !isShown;
  };
  const onClick = ({ target }: Event) =>
    show(
      menu.hidden &&
        target instanceof Element &&
        target.closest(`[popovertarget="${MORE_ID}"]`) !== null,
    );
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') show(false);
  };
  show(false);
  document.addEventListener('click', onClick);
  document.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('click', onClick);
    document.removeEventListener('keydown', onKey);
  };
}
