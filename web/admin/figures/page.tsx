// /admin-figures: how full the lessons are, which times sell, who has stopped coming, what came in,
// and whether enquiries become families. ?span=quarter and ?span=year look further back.
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';

import type { Figures } from '../../../domain/figures/figures.ts';
import { type FiguresSpan, figuresSpans, spanOf } from '../../../domain/figures/findings.ts';
import { paths } from '../../../domain/paths.ts';
import { formatDate, MINUTE_MS, ukDate } from '../../../domain/time.ts';
import { familiesQuery } from '../../data/family-records.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { pages } from '../../pages.ts';
import { startQuery } from '../../transport/query-client.ts';
import { useNow } from '../../ui/hooks/hooks.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded, EmptyState } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { figuresQuery } from './data.ts';
import { FiguresPlots } from './plots.tsx';
import { StoppedComing } from './stopped-coming.tsx';

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
      <PageHeader
        title="Figures"
        text={`From ${formatDate(dates.from, 'long')} to ${formatDate(dates.to, 'long')}.`}
        actions={
          <fieldset aria-label="Time shown" className="flex flex-wrap gap-2 print:hidden">
            {figuresSpans.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === span}
                className="min-h-12 cursor-pointer rounded-md border border-rule bg-sheet px-3.5 leading-tight font-bold hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
                onClick={() => setSearch({ [KEY]: each }, { replace: true })}
              >
                {labels[each]}
              </button>
            ))}
          </fieldset>
        }
      />
      <Loaded
        query={useQuery(figuresQuery(dates))}
        label="Loading the figures"
        rows={3}
        rowClassName="h-80 w-full"
        failure="Failed to load the figures"
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
        label="Loading the families"
        rows={1}
        rowClassName="h-40 w-full"
        failure="Failed to load the families"
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
