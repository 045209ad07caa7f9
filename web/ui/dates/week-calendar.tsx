// <WeekCalendar>: Monday to Sunday as seven columns, or as a list on a phone. It lays out the days,
// marks today and moves between items with the arrow keys; the caller renders the items.
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';

import { formatDate } from '../../../domain/time.ts';

export interface Week {
  /** YYYY-MM-DD, like all dates here. */
  readonly monday: string;
  readonly dates: readonly string[];
  /** Today in the United Kingdom, whether or not it is in this week. */
  readonly today: string;
  readonly isThisWeek: boolean;
  readonly previous: string;
  readonly next: string;
  readonly thisMonday: string;
}

interface WeekCalendarProps<Item> {
  week: Week;
  /** In display order. */
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** The item's day, YYYY-MM-DD. */
  dateOf: (item: Item) => string;
  /** Renders one item: a button or link with calendarItemClass or its own styles. */
  renderItem: (item: Item) => ReactNode;
  /**
   * The words of empty days, e.g. 'no lessons'. They fold into the minimum width for it, except
   * today; the other days share the rest.
   */
  emptyDays: (dates: readonly string[]) => string;
  /** Whether an empty day has a column of its own. */
  hasOwnColumn?: (date: string) => boolean;
  /** Shown beneath the words of folded days, e.g. a button to plan a lesson. */
  renderFold?: (dates: readonly string[]) => ReactNode;
  /** Shown beneath the items of every day; fills the rest of its column. */
  renderDayFoot?: (date: string, items: readonly Item[]) => ReactNode;
  /** Names the calendar for screen readers, e.g. 'Lessons'. */
  label: string;
}

/** The style of an item that can be clicked. */
export const calendarItemClass =
  'block w-full min-h-11 cursor-pointer rounded-md border border-rule bg-sheet p-3 text-left leading-snug hover:border-signal hover:bg-wash';

/** On a phone, a day without items takes only one line. */
const dayInOneLine = 'flex items-baseline gap-2 max-md:text-base md:block';

export function WeekCalendar<Item>(props: WeekCalendarProps<Item>) {
  const { week, items, dateOf, emptyDays, hasOwnColumn, renderFold, label } = props;
  const isBusy = (date: string) => items.some((item) => dateOf(item) === date);
  const isWide = (date: string) => isBusy(date) || hasOwnColumn?.(date) === true;
  const isFolded = (date: string) => date !== week.today && !isWide(date);
  const spans = spansOf(week.dates, isFolded);
  return (
    <section aria-label={label}>
      {/* The keys only move the focus between the buttons inside, which work without them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ol
        className={`grid overflow-hidden rounded-md border border-line bg-sheet sheet-shadow md:grid-cols-(--week-columns)`}
        style={columnsFor(spans.map(([date = '']) => isWide(date)))}
        onKeyDown={moveFocus}
      >
        {spans.map((span) => {
          const [date = ''] = span;
          if (isFolded(date))
            return (
              <FoldedDays key={date} dates={span} words={emptyDays(span)}>
                {renderFold?.(span)}
              </FoldedDays>
            );
          return (
            <Day
              {...props}
              key={date}
              date={date}
              items={items.filter((item) => dateOf(item) === date)}
            />
          );
        })}
      </ol>
    </section>
  );
}

interface DayProps<Item> extends Pick<
  WeekCalendarProps<Item>,
  'week' | 'items' | 'keyOf' | 'renderItem' | 'renderDayFoot' | 'emptyDays'
> {
  date: string;
}

/** <Day>: the column of a day with its items. */
function Day<Item>(props: DayProps<Item>) {
  const { week, date, items, keyOf, renderItem, renderDayFoot, emptyDays } = props;
  const isToday = date === week.today;
  const isEmpty = items.length === 0;
  return (
    <li
      data-calendar-day=""
      aria-current={isToday ? 'date' : undefined}
      className={`flex min-w-0 gap-4 border-line px-3 not-first:border-t md:min-h-36 md:flex-col md:gap-3 md:p-2.5 md:not-first:border-t-0 md:not-first:border-l ${isEmpty ? 'py-2' : 'py-3'} ${isToday ? 'bg-wash' : ''}`}
    >
      <h2
        className={`shrink-0 font-sans leading-tight ${isEmpty ? dayInOneLine : 'w-16 md:w-auto'}`}
      >
        <span className="block min-w-8 text-sm font-bold text-pencil">
          <span aria-hidden="true">{formatDate(date, 'weekday').slice(0, 3)}</span>
          <span className="sr-only">{formatDate(date, 'long')}</span>
        </span>
        <span className="flex flex-wrap items-baseline gap-x-1.5">
          <span aria-hidden="true" className="figures font-display text-2xl font-semibold">
            {Number(date.slice(8))}
          </span>
          {isToday && <span className="text-sm font-bold text-signal">Today</span>}
        </span>
      </h2>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        {isEmpty ? (
          <p className="text-sm text-pencil">{emptyDays([date])}</p>
        ) : (
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-2">
            {items.map((item) => (
              <li key={keyOf(item)} data-calendar-item="">
                {renderItem(item)}
              </li>
            ))}
          </ul>
        )}
        {renderDayFoot?.(date, items)}
      </div>
    </li>
  );
}

interface FoldedDaysProps {
  dates: readonly string[];
  words: string;
  children: ReactNode;
}

function FoldedDays({ dates, words, children }: FoldedDaysProps) {
  const [first = '', last = first] = [dates[0], dates.at(-1)];
  const short = (date: string) => formatDate(date, 'weekday').slice(0, 3);
  return (
    <li
      data-calendar-day=""
      className="flex items-center gap-2 border-line px-3 py-2.5 leading-snug text-pencil not-first:border-t md:block md:p-2.5 md:not-first:border-t-0 md:not-first:border-l"
    >
      <p className="grow text-sm">
        <span className="leading-tight font-bold whitespace-nowrap md:block">
          {first === last ? short(first) : `${short(first)} to ${short(last)}`}
        </span>
        <span className="md:hidden">: </span>
        <span className="md:block">{words}</span>
      </p>
      {children}
    </li>
  );
}

/** If seven even columns would be too narrow to read, empty days shrink for the others. */
function columnsFor(hasItems: boolean[]): CSSProperties {
  const width = (isBusy: boolean) => (isBusy ? 'minmax(0, 1fr)' : 'minmax(6rem, 0.25fr)');
  const columns = hasItems.map(hasItems.includes(true) ? width : () => 'minmax(0, 1fr)').join(' ');
  return { '--week-columns': columns } as CSSProperties;
}

const ACTIONABLE = 'button, a[href]';

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const calendar = event.currentTarget;
  const items = [
    ...calendar.querySelectorAll<HTMLElement>(`[data-calendar-item] :is(${ACTIONABLE})`),
  ];
  const here = items.findIndex((item) => item === document.activeElement);
  if (here === -1) return;
  const days = [...calendar.querySelectorAll('[data-calendar-day]')];
  const dayOf = (item: HTMLElement) => days.findIndex((day) => day.contains(item));
  const next = itemAfterKey(event.key, items.map(dayOf), here);
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}

/**
 * `days` contains the day of each item in order; `here` is the focused item. Up and down move
 * through a day's items and on to the next day; left and right move to the first item of the
 * nearest day that has any. Undefined if a key leads nowhere.
 */
export function itemAfterKey(key: string, days: number[], here: number): number | undefined {
  const inWeek = (index: number) => (index >= 0 && index < days.length ? index : undefined);
  switch (key) {
    case 'ArrowDown':
      return inWeek(here + 1);
    case 'ArrowUp':
      return inWeek(here - 1);
    case 'ArrowRight':
      return inWeek(days.findIndex((day, index) => index > here && day !== days[here]));
    case 'ArrowLeft': {
      const earlier = days.slice(0, here).findLast((day) => day !== days[here]);
      return earlier === undefined ? undefined : days.indexOf(earlier);
    }
    case 'Home':
      return inWeek(0);
    case 'End':
      return inWeek(days.length - 1);
    default:
      return undefined;
  }
}

/** The dates in order; adjacent ones that may be folded share a list. */
export function spansOf(dates: readonly string[], isFolded: (date: string) => boolean): string[][] {
  const spans: string[][] = [];
  for (const [index, date] of dates.entries()) {
    const before = index === 0 ? undefined : dates[index - 1];
    const last = spans.at(-1);
    if (last !== undefined && before !== undefined && isFolded(before) && isFolded(date))
      last.push(date);
    else spans.push([date]);
  }
  return spans;
}
