// <PageHeader>: a page's title, one line about it and its main actions. <PageTitle>: the title of
// the browser's tab.
import { type ReactNode, useLayoutEffect } from 'react';

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
