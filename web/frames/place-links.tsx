// <PlaceIndex>: the pages of a family's or the tutor's account as rows, for a phone. <PlaceRail>:
// the same beside the page.
import type { ReactNode } from 'react';

import { paths, type PagePath } from '../../domain/paths.ts';
import { Card } from '../ui/card.tsx';
import { SiteLink } from '../ui/link-button.tsx';
import { Chevron } from '../ui/page-header.tsx';

export interface Place {
  readonly path: PagePath;
  readonly name: string;
  /** What the page holds, for the index. */
  readonly text: string;
}

interface PlaceIndexProps {
  places: readonly Place[];
  /** What stands beneath the row of the payments. */
  belowPayments?: ReactNode;
}

export function PlaceIndex({ places, belowPayments }: PlaceIndexProps) {
  return (
    <nav aria-label="Your account">
      <Card>
        <ul className="divide-y divide-line">
          {places.map(({ path, name, text }) => (
            <li key={path}>
              <SiteLink
                href={path}
                className="flex min-h-16 items-center gap-3 py-3 pr-3.5 pl-4 leading-snug hover:bg-wash"
              >
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span className="block text-lg leading-snug font-bold">{name}</span>{' '}
                  <span className="block text-note text-pencil">{text}</span>
                </span>
                <Chevron className="rotate-180" />
              </SiteLink>
              {path === paths.accountPayments && belowPayments}
            </li>
          ))}
        </ul>
      </Card>
    </nav>
  );
}

export function PlaceRail({ places, here }: { places: readonly Place[]; here: PagePath }) {
  return (
    <nav aria-label="Your account">
      <ul className="grid gap-1">
        {places.map(({ path, name }) => (
          <li key={path}>
            <SiteLink
              href={path}
              aria-current={path === here ? 'page' : undefined}
              className="flex min-h-11 items-center border-l-4 border-line py-2 pr-2 pl-3.5 leading-snug hover:border-rule hover:bg-wash aria-[current]:border-signal aria-[current]:font-bold"
            >
              {name}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
