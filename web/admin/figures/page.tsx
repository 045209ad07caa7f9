// /admin-figures: how full the lessons are, which times sell, who has stopped coming, what came in,
// and whether enquiries become families. ?span=quarter and ?span=year look further back.
import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';

import * as endpoints from '../../../domain/endpoints.ts';
import type { Figures } from '../../../domain/figures/figures.ts';
import {
  type FiguresSpan,
  figuresSpans,
  spanOf,
  lastSeenWords,
  stoppedComing,
  stoppedFinding,
  STOPPED_DAYS,
} from '../../../domain/figures/findings.ts';
import { unbroken } from '../../../domain/near-dates.ts';
import { paths, familyPath } from '../../../domain/paths.ts';
import { formatDate, MINUTE_MS, ukDate } from '../../../domain/time.ts';
import type { FamilySummary } from '../../../domain/tutor/family-record.ts';
import type { Dates } from '../../../domain/window.ts';
import { familiesQuery } from '../../data/tutor.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { pages } from '../../pages.ts';
import { call } from '../../transport/client.ts';
import { startQuery } from '../../transport/query-client.ts';
import { Card } from '../../ui/card.tsx';
import { Segments } from '../../ui/forms/segments.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { LinkButton, MarkedLink, SiteLink } from '../../ui/link-button.tsx';
import { Loaded, EmptyState } from '../../ui/loaded.tsx';
import { MoneyHeader } from '../money-header.tsx';
import { FiguresPlots } from './plots.tsx';

const KEY = 'span';
const labels: Readonly<Record<FiguresSpan, string>> = {
  term: 'This term',
  quarter: '3 months',
  year: 'A year',
};

const spanIn = (search: URLSearchParams): FiguresSpan =>
  figuresSpans.find((span) => span === search.get(KEY)) ?? 'term';

export function start({ search }: PageAddress): void {
  startQuery(figuresQuery(spanOf(spanIn(search), ukDate(Date.now()))));
  startQuery(familiesQuery);
}

export default function AdminFigures() {
  const [search, setSearch] = useSearchParams();
  const now = useNow(MINUTE_MS);
  const today = ukDate(now);
  const span = spanIn(search);
  const dates = spanOf(span, today);
  return (
    <AdminFrame title={pages[paths.adminFigures].title}>
      <MoneyHeader
        here={paths.adminFigures}
        text={unbroken(
          `From ${formatDate(dates.from, 'long')} to ${formatDate(dates.to, 'long')}.`,
        )}
        actions={
          <Segments
            label="Time shown"
            value={span}
            options={labels}
            onChange={(next) => setSearch({ [KEY]: next }, { replace: true })}
          />
        }
      />
      <Loaded
        query={useQuery(figuresQuery(dates))}
        noun="the figures"
        rows={3}
        rowClassName="h-80 w-full"
        reportsStale
      >
        {(figures) =>
          isEmpty(figures) ? (
            <EmptyState
              title="No figures yet"
              text="As soon as there are lessons, enquiries or families, you see here how they do."
              action={<LinkButton href={paths.adminPlanner}>Plan lessons</LinkButton>}
            />
          ) : (
            <FiguresPlots figures={figures} from={dates.from} today={today} />
          )
        }
      </Loaded>
      <Loaded
        query={useQuery(familiesQuery)}
        noun="the families"
        rows={1}
        rowClassName="h-40 w-full"
      >
        {(families) => <StoppedComing families={families} now={now} />}
      </Loaded>
    </AdminFrame>
  );
}

const isEmpty = ({ weeks, months }: Figures): boolean =>
  weeks.every(({ lessons }) => lessons === 0) &&
  months.every(
    ({ paid, returned, joined, left, enquiries }) =>
      paid + returned + joined + left + enquiries === 0,
  );

const SHOWN = 8;

/** <StoppedComing>: the families without a lesson ahead whose last one is a while ago. */
function StoppedComing({ families, now }: { families: FamilySummary[]; now: number }) {
  const stopped = stoppedComing(families, now);
  const others = stopped.length - SHOWN;
  return (
    <section aria-labelledby="stopped" className="break-inside-avoid">
      <Card className="grid gap-4 p-4 sm:p-6">
        <header>
          <p className="text-note font-bold text-pencil">Who has stopped coming</p>
          <h2 id="stopped" className="text-heading">
            {stoppedFinding(stopped.length)}
          </h2>
          {stopped.length > 0 && (
            <p className="mt-1 text-pencil">
              Somebody of the family came in the last year, but not for {STOPPED_DAYS.min} days, and
              no lesson is booked.
            </p>
          )}
        </header>
        {stopped.length > 0 && (
          <ul className="grid gap-x-8 sm:grid-cols-2">
            {stopped.slice(0, SHOWN).map(({ id, students, last_attended_at }) => (
              <li key={id} className="border-t border-line">
                <SiteLink
                  href={familyPath(id)}
                  className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-1.5 leading-tight text-ink decoration-rule underline-offset-4 hover:decoration-signal hover:decoration-2"
                >
                  <span className="font-bold wrap-anywhere">
                    {students.map(({ Student_Name: studentName }) => studentName).join(', ')}
                  </span>
                  <span className="figures text-pencil">{lastSeenWords(last_attended_at)}</span>
                </SiteLink>
              </li>
            ))}
          </ul>
        )}
        {others > 0 && (
          <p>
            And {others} more: see{' '}
            <MarkedLink href={paths.adminFamilies} mark=".">
              all students
            </MarkedLink>
          </p>
        )}
      </Card>
    </section>
  );
}

/** The figures between two dates (YYYY-MM-DD). While others load, the last ones stay. */
function figuresQuery(dates: Dates) {
  return queryOptions({
    queryKey: ['admin', 'figures', dates] as const,
    queryFn: ({ signal }) => call(endpoints.getFigures, { signal, query: dates }),
    select: ({ figures }) => figures,
    placeholderData: keepPreviousData,
    // Every other page changes them.
    staleTime: 0,
    meta: { operation: { title: 'Error Loading Data', text: 'Failed to load the figures' } },
  });
}
