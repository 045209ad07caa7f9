// <MoneyHeader>: the head of the pages about money, named like the menu that leads to them, with
// a link to each of them below the title, at the same height on all of them.
import type { ReactNode } from 'react';

import { paths } from '../../domain/paths.ts';
import { pages } from '../pages.ts';
import { SiteLink } from '../ui/link-button.tsx';

const moneyPages = [paths.adminPayments, paths.adminFigures] as const;

interface MoneyHeaderProps {
  here: (typeof moneyPages)[number];
  text: string;
  actions: ReactNode;
}

export function MoneyHeader({ here, text, actions }: MoneyHeaderProps) {
  return (
    <header className="grid grid-cols-1 gap-5">
      <h1 className="text-title wrap-anywhere">Money</h1>
      <nav aria-label="Payments and figures" className="-mt-2 border-b border-line print:hidden">
        <ul className="-mb-px flex flex-wrap gap-x-2">
          {moneyPages.map((path) => (
            <li key={path}>
              <SiteLink
                href={path}
                aria-current={path === here ? 'page' : undefined}
                className="flex min-h-11 items-center border-b-3 border-transparent px-2 font-bold text-pencil no-underline -outline-offset-3 hover:border-rule hover:text-ink focus-visible:-outline-offset-3 aria-[current]:border-signal aria-[current]:text-ink"
              >
                {pages[path].title}
              </SiteLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="max-w-prose text-pencil">{text}</p>
        {actions}
      </div>
    </header>
  );
}
