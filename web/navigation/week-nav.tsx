// The week that a calendar shows, stored in the address (?week=YYYY-MM-DD): useWeek() reads it,
// <WeekNav> changes it.
import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';

import { unbroken } from '../../domain/near-dates.ts';
import {
  addDays,
  formatDate,
  isCalendarDate,
  mondayOf,
  ukDate,
  weekDates,
} from '../../domain/time.ts';
import { Chevron } from '../ui/back-link.tsx';
import { buttonClass } from '../ui/button.tsx';
import type { Week } from '../ui/dates/week-calendar.tsx';
import { useNow } from '../ui/hooks/hooks.ts';
import { SiteLink } from '../ui/link-button.tsx';

/** The week in the address, otherwise the current one. Any day identifies its week. */
export function useWeek(): Week {
  const [search] = useSearchParams();
  const today = ukDate(useNow());
  return weekAt(mondayIn(search, today), today);
}

/** The week from `monday` on, as seen from `today`, both YYYY-MM-DD. */
export function weekAt(monday: string, today: string): Week {
  const thisMonday = mondayOf(today);
  return {
    monday,
    dates: weekDates(monday),
    today,
    isThisWeek: monday === thisMonday,
    previous: addDays(monday, -7),
    next: addDays(monday, 7),
    thisMonday,
  };
}

/** The Monday of the week in an address, otherwise of `today`, both YYYY-MM-DD. */
export function mondayIn(search: URLSearchParams, today: string): string {
  const week = search.get('week');
  return mondayOf(week !== null && isCalendarDate(week) ? week : today);
}

interface WeekNavProps {
  week: Week;
  /** What is shown instead of the week's dates, if it is more than the week. */
  title?: string | undefined;
}

export function WeekNav({ week, title }: WeekNavProps) {
  const sunday = addDays(week.monday, 6);
  return (
    <nav
      aria-label="Week"
      // On a phone the label may take two lines, as tall as the links.
      className="flex flex-wrap items-center justify-between gap-x-2 gap-y-3 min-[22rem]:max-sm:flex-nowrap sm:gap-x-6"
    >
      <p
        className="min-w-0 content-center self-stretch font-display text-heading font-semibold max-sm:text-base max-sm:leading-tight"
        aria-live="polite"
      >
        {/* A new week is a new text, not one that has moved. */}
        <span key={sunday}>
          {title ??
            unbroken(
              `${formatDate(week.monday, 'day')} to ${formatDate(sunday, 'day')} ${sunday.slice(0, 4)}`,
            )}
        </span>
      </p>
      <div className="flex flex-wrap gap-2 min-[22rem]:flex-nowrap">
        <WeekLink monday={week.previous} label="Previous week">
          <Chevron className="-mx-1 text-current!" />
        </WeekLink>
        <WeekLink monday={week.thisMonday} current={week.isThisWeek}>
          Today
        </WeekLink>
        <WeekLink monday={week.next} label="Next week">
          <Chevron className="-mx-1 rotate-180 text-current!" />
        </WeekLink>
      </div>
    </nav>
  );
}

interface WeekLinkProps {
  monday: string;
  label?: string;
  current?: boolean;
  children: ReactNode;
}

function WeekLink({ monday, label, current = false, children }: WeekLinkProps) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const next = new URLSearchParams(search);
  next.set('week', monday);
  return (
    <SiteLink
      href={`${pathname}?${next}`}
      aria-label={label}
      aria-current={current ? 'date' : undefined}
      className={buttonClass(
        'secondary',
        'regular',
        `${label === undefined ? 'max-sm:px-3' : 'max-sm:px-4'} ${current ? 'border-2' : ''}`,
      )}
    >
      {children}
    </SiteLink>
  );
}
