// The pages of a family's or the tutor's account. <PlaceIndex>: as rows, for a phone.
// <PlaceColumns>: from a tablet on, beside the page; on a phone a link leads back to the rows.
import type { ReactNode } from 'react';

import { paths } from '../../domain/paths.ts';
import { type AppPath, pages } from '../pages.ts';
import { BackLink, Chevron } from '../ui/back-link.tsx';
import { Card } from '../ui/card.tsx';
import { SiteLink } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export interface Place {
  readonly path: AppPath;
  readonly name: string;
  /** What the page holds, for the index. */
  readonly text: string;
}

export const place = (path: AppPath, text: string, name = pages[path].title): Place => ({
  path,
  name,
  text,
});

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

interface PlaceColumnsProps {
  places: readonly Place[];
  here: AppPath;
  /** The page of the rows. */
  index: AppPath;
  /** Fills the width of the page; otherwise lines keep a length that reads well. */
  wide?: boolean;
  children: ReactNode;
}

export function PlaceColumns({ places, here, index, wide = false, children }: PlaceColumnsProps) {
  const name = places.find(({ path }) => path === here)?.name ?? pages[here].title;
  return (
    <div className="grid grid-cols-1 gap-x-8 md:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-14">
      <div className="max-md:hidden">
        <div className="sticky top-8">
          <PlaceRail places={places} here={here} />
        </div>
      </div>
      <div className={`grid grid-cols-1 content-start gap-8 ${wide ? '' : 'max-w-2xl'}`}>
        <div className="grid gap-2">
          <div className="grid md:hidden">
            <BackLink href={index}>Account</BackLink>
          </div>
          <PageHeader title={name} />
        </div>
        {children}
      </div>
    </div>
  );
}

function PlaceRail({ places, here }: { places: readonly Place[]; here: AppPath }) {
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
