// <PageHeader>: a page's title, one line about it and its main actions. <PageTitle>: the title of
// the browser's tab. <BackLink>: leads to the page above.
import { type ReactNode, useLayoutEffect } from 'react';

import { SiteLink, type SiteLinkProps } from './link-button.tsx';

interface PageHeaderProps {
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, text, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
      <div className="min-w-0">
        <h1 className="text-title wrap-anywhere">{title}</h1>
        {text !== undefined && <p className="mt-2 max-w-prose text-pencil">{text}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-start gap-3">{actions}</div>}
    </header>
  );
}

/**
 * Removes the title of the HTML once a page renders its own, because browsers use the first one.
 */
export function PageTitle({ children }: { children: string }) {
  useLayoutEffect(() => document.querySelector('title[data-shell]')?.remove(), []);
  return <title>{children}</title>;
}

/** <BackLink href="/account">Account</BackLink>: the way back, in the space above a title. */
export function BackLink({ href, children }: Pick<SiteLinkProps, 'href' | 'children'>) {
  return (
    <SiteLink
      href={href}
      className="-mt-5 -ml-1.5 flex min-h-11 items-center gap-1 justify-self-start pr-3 font-bold"
    >
      <Chevron className="" />
      {children}
    </SiteLink>
  );
}

/** Points left; `rotate-180` turns it. */
export function Chevron({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={`size-5 shrink-0 text-pencil ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M10 3 5 8l5 5" />
    </svg>
  );
}
