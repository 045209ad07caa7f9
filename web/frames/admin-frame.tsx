// <AdminFrame>: masthead, footer and links around every page of the tutor's area. The links are one
// row in the masthead from a tablet up, and a bar at the lower edge of a phone; what has no room in
// them is in the menu behind 'More'. <Logout> is in the menu under the tutor's name, and a button
// of two pages.
import type { ReactNode } from 'react';

import { paths } from '../../domain/paths.ts';
import { useSite } from '../content/site-context.ts';
import { useLogout } from '../data/sign-out.ts';
import { fullTitle, pages, type AppPath } from '../pages.ts';
import { useSession } from '../transport/session.ts';
import { Chevron } from '../ui/back-link.tsx';
import { SiteLink } from '../ui/link-button.tsx';
import { PageTitle } from '../ui/page-header.tsx';
import { Brand, Foot, SkipLink } from './page-edges.tsx';
import { AboveContext, Menu, MenuButton, MenuLinks, menuRow, useCurrent } from './tutor-menu.tsx';

interface AdminFrameProps {
  /** The first part of the browser tab's title, before the site's name. */
  title: string;
  /** Reduces the spacing for a page that shows a lot at once. */
  dense?: boolean;
  /** The linked page that this one belongs to, where its address does not say so. */
  above?: AppPath | undefined;
  children: ReactNode;
}

export function AdminFrame({ title, dense = false, above, children }: AdminFrameProps) {
  const { site } = useSite();
  return (
    <div className="masthead with-bar flex min-h-dvh flex-col print:min-h-0">
      <PageTitle>{fullTitle(title, site.name)}</PageTitle>
      <SkipLink />
      <header className="border-b border-line bg-sheet print:hidden">
        {/* Beside the links there is no room for the brand's name, which may be long. */}
        <div className="measure flex min-h-14 items-center justify-between gap-x-2 [&>a>span]:sr-only md:min-h-16 xl:gap-x-4">
          <Brand />
          <AboveContext value={above}>
            <MastheadLinks />
          </AboveContext>
          <NameMenu />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex-1 py-8 sm:py-10 print:py-0">
        <div className={`measure grid grid-cols-1 ${dense ? 'gap-4' : 'gap-8'}`}>{children}</div>
      </main>
      <div className="print:hidden">
        <Foot isShort />
      </div>
      <AboveContext value={above}>
        <PhoneBar />
        <Menus />
      </AboveContext>
    </div>
  );
}

export function Logout({ className }: { className: string }) {
  const logout = useLogout('admin');
  return (
    <button
      type="button"
      aria-disabled={logout.isPending || undefined}
      className={className}
      onClick={() => {
        if (!logout.isPending) logout.mutate();
      }}
    >
      Logout
    </button>
  );
}

/** The pages in their order, the same at every width; a group is a menu of its own. */
const entries = [
  paths.adminLive,
  paths.adminDashboard,
  paths.adminPlanner,
  paths.bookedLessons,
  paths.adminFamilies,
  paths.adminTopics,
  { name: 'Money', links: [paths.adminPayments, paths.adminFigures] },
  paths.adminSite,
] as const;
type Entry = (typeof entries)[number];

/** A row has room for so many; the others are in the menu behind 'More'. */
const ON_PHONE = 4;
const ON_TABLET = 5;

const linksOf = (entry: Entry): readonly AppPath[] =>
  typeof entry === 'string' ? [entry] : entry.links;
const own = [paths.adminAccount, paths.adminActivity] as const;

/** Drawn like the other signs: strokes of two units, round ends. */
const signs: Partial<Readonly<Record<AppPath, string>>> = {
  [paths.adminLive]: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 7.5V12l3.2 2.4',
  [paths.adminDashboard]: 'M3.5 13 6 5h12l2.5 8v6h-17ZM3.5 13.5h5L10 16h4l1.5-2.5h5',
  [paths.adminPlanner]: 'M4 5.5h16v14.5H4ZM4 10.5h16M8.5 3v4M15.5 3v4M8.5 15h.01M12 15h.01',
  [paths.bookedLessons]:
    'M9.5 6.5H20M9.5 12H20M9.5 17.5H20M4 6.5l1 1 1.7-2M4 12l1 1 1.7-2M4 17.5l1 1 1.7-2',
};
const MORE_SIGN = 'M5 12h.01M12 12h.01M19 12h.01';

const textLink =
  'flex min-h-11 cursor-pointer items-center border-b-3 px-2 leading-tight font-bold whitespace-nowrap no-underline -outline-offset-3 focus-visible:-outline-offset-3 text-note';

const colours = (isHere: boolean) =>
  isHere
    ? 'border-signal text-ink'
    : 'border-transparent text-pencil hover:border-rule hover:text-ink';

/** Whether the page that is open belongs to one of these. */
function useIsHere(): (links: readonly AppPath[]) => boolean {
  const current = useCurrent();
  return (links) => links.some((path) => current(path) !== undefined);
}

/** The masthead's row, from a tablet up. */
function MastheadLinks() {
  const isHere = useIsHere();
  const current = useCurrent();
  return (
    <nav aria-label="Tutor's area" className="max-md:hidden">
      <ul className="flex flex-wrap">
        {entries.map((entry, index) => {
          const look = `${textLink} ${colours(isHere(linksOf(entry)))}`;
          return (
            <li key={linksOf(entry).join(' ')} className={index < ON_TABLET ? '' : 'max-lg:hidden'}>
              {typeof entry === 'string' ? (
                <SiteLink href={entry} aria-current={current(entry)} className={look}>
                  {pages[entry].title}
                </SiteLink>
              ) : (
                <MenuButton menu={entry.name} className={look}>
                  {entry.name}
                </MenuButton>
              )}
            </li>
          );
        })}
        <li className="lg:hidden">
          <MenuButton
            menu="More"
            className={`${textLink} ${colours(isHere(entries.slice(ON_TABLET).flatMap(linksOf)))}`}
          >
            More
          </MenuButton>
        </li>
      </ul>
    </nav>
  );
}

/** The text of a label never grows beyond a fifth of the screen. */
const barLink =
  'grid min-h-15 w-full cursor-pointer content-start justify-items-center pt-1 gap-1 border-t-3 text-center text-[min(0.8125rem,3.5vw)] leading-none font-bold no-underline -outline-offset-3 focus-visible:-outline-offset-3';

/** The row at the lower edge of a phone. */
function PhoneBar() {
  const isHere = useIsHere();
  const current = useCurrent();
  return (
    <nav
      aria-label="Tutor's pages"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-rule bg-sheet pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="grid grid-cols-5">
        {entries
          .slice(0, ON_PHONE)
          .flatMap(linksOf)
          .map((path) => (
            <li key={path}>
              <SiteLink
                href={path}
                aria-current={current(path)}
                className={`${barLink} ${colours(isHere([path]))}`}
              >
                <Sign path={signs[path] ?? ''} />
                {/* A fifth of a phone has room for one word, and the name remains whole. */}
                {path === paths.bookedLessons ? (
                  <>
                    Booked<span className="sr-only"> Lessons</span>
                  </>
                ) : (
                  pages[path].title
                )}
              </SiteLink>
            </li>
          ))}
        <li>
          <MenuButton
            menu="More"
            className={`${barLink} ${colours(isHere(entries.slice(ON_PHONE).flatMap(linksOf)))}`}
          >
            <Sign path={MORE_SIGN} isDots />
            More
          </MenuButton>
        </li>
      </ul>
    </nav>
  );
}

/** What the buttons of both rows open. */
function Menus() {
  return (
    <>
      {entries.map(
        (entry) =>
          typeof entry !== 'string' && (
            <Menu
              key={entry.name}
              id={entry.name}
              label={entry.name}
              className="left-(--left) max-lg:hidden"
            >
              <MenuLinks links={entry.links} />
            </Menu>
          ),
      )}
      <Menu
        id="More"
        label="More pages"
        className="max-md:bottom-(--bar) max-md:w-full max-md:border-t md:left-(--left) lg:hidden"
      >
        {entries.slice(ON_PHONE).map((entry, index) =>
          typeof entry === 'string' ? (
            <MenuLinks
              key={entry}
              links={[entry]}
              className={index < ON_TABLET - ON_PHONE ? 'md:hidden' : ''}
            />
          ) : (
            // A rule ends the group, too.
            <li key={entry.name} className="mb-2 border-b border-line pt-2.5">
              <p className="px-5 text-sm text-pencil">{entry.name}</p>
              <ul aria-label={entry.name} className="[&>li:first-child]:border-t-0">
                <MenuLinks links={entry.links} />
              </ul>
            </li>
          ),
        )}
      </Menu>
    </>
  );
}

/** The menu under the tutor's name. */
function NameMenu() {
  const isHere = useIsHere();
  const name = useSession('admin')?.user.name ?? 'Account';
  return (
    <>
      <MenuButton
        menu="own-pages"
        className={`${textLink} ${colours(isHere(own))} min-w-0 pr-0! max-md:ml-auto max-w-52 gap-1 md:max-w-32 lg:max-w-40 xl:max-w-60`}
      >
        <span className="truncate">{name}</span>
        <Chevron className="-rotate-90" />
      </MenuButton>
      <Menu
        id="own-pages"
        label="Account and activity"
        className="right-(--right) top-14 max-md:w-52 max-md:rounded-md max-md:border"
      >
        <MenuLinks links={own} />
        <li>
          <Logout className={menuRow} />
        </li>
      </Menu>
    </>
  );
}

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
