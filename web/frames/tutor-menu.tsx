// <Menu id="money">: pages that have no room in a row of links. <MenuButton menu="money"> opens it,
// beneath itself from a tablet up. The browser closes it on Escape and on a tap elsewhere.
import { createContext, type ReactNode, use, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import { type AppPath, pages } from '../pages.ts';
import { SiteLink } from '../ui/link-button.tsx';

/** Not before Safari 17, Chrome 114 and Firefox 125. */
const hasPopover = () => 'popover' in HTMLElement.prototype;

interface MenuButtonProps {
  /** The id of its menu. */
  menu: string;
  className: string;
  children: ReactNode;
}

export function MenuButton({ menu, className, children }: MenuButtonProps) {
  return (
    <button
      type="button"
      popoverTarget={menu}
      className={className}
      onClick={({ currentTarget }) => {
        const { left, right } = currentTarget.getBoundingClientRect();
        const { style } = document.getElementById(menu) ?? currentTarget;
        style.setProperty('--left', `${left}px`);
        style.setProperty('--right', `${document.documentElement.clientWidth - right}px`);
      }}
    >
      {children}
    </button>
  );
}

interface MenuProps {
  id: string;
  /** Names it. */
  label: string;
  /** Where it is. */
  className: string;
  children: ReactNode;
}

export function Menu({ id, label, className, children }: MenuProps) {
  const menu = useRef<HTMLElement>(null);
  useLayoutEffect(() => (hasPopover() ? undefined : showByHand(menu.current)), []);
  return (
    <nav
      ref={menu}
      id={id}
      popover="auto"
      aria-label={label}
      className={`fixed z-30 inset-auto m-0 border-rule bg-sheet text-ink lifted-shadow md:top-16 md:w-52 md:rounded-md md:border print:hidden ${className}`}
    >
      <ul className="[&_li]:border-t [&_li]:border-line [&>li:first-child]:border-t-0">
        {children}
      </ul>
    </nav>
  );
}

/** The look of a row in a menu. */
export const menuRow =
  'flex min-h-13 w-full cursor-pointer items-center px-5 font-bold text-ink no-underline -outline-offset-3 hover:bg-wash focus-visible:-outline-offset-3 aria-[current]:text-signal';

/** The linked page that the open one belongs to, where its address does not say so. */
export const AboveContext = createContext<AppPath | undefined>(undefined);

/** The aria-current of a link: the page that is open is, or belongs to, the one that is linked. */
export function useCurrent(): (path: AppPath) => 'page' | true | undefined {
  const { pathname } = useLocation();
  const above = use(AboveContext);
  return (path) => {
    if (pathname === path || pathname.startsWith(`${path}/`)) return 'page';
    return path === above ? true : undefined;
  };
}

interface MenuLinksProps {
  links: readonly AppPath[];
  className?: string;
}

export function MenuLinks({ links, className = '' }: MenuLinksProps) {
  const current = useCurrent();
  return links.map((path) => (
    <li key={path} className={className}>
      <SiteLink
        href={path}
        aria-current={current(path)}
        // Another week or student is the same page, which keeps the menu.
        onClick={({ currentTarget }) => {
          if (hasPopover()) currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        }}
        className={menuRow}
      >
        {pages[path].title}
      </SiteLink>
    </li>
  ));
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
        target.closest(`[popovertarget="${menu.id}"]`) !== null,
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
