// <Agenda>: the lessons ahead as a list, week by week, with a row for each: all of them on a phone,
// and those after the calendar's week elsewhere.
import { useState, type ReactNode } from 'react';

import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { addDays, formatDate, mondayOf, weekday } from '../../../../domain/time.ts';
import type { CourseChoice } from '../../../data/remembered.ts';
import { Button } from '../../../ui/button.tsx';
import type { Week } from '../../../ui/dates/week-calendar.tsx';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import type { Booker } from '../booker.ts';
import { noLessons } from '../course-filter.tsx';
import { AgendaRows } from './agenda-row.tsx';

/** How many weeks with lessons are shown at first, and added each time: full rows of columns. */
const WEEKS_AT_ONCE = { twoColumns: 4, else: 3 } as const;
const TWO_COLUMNS = '(48rem <= width < 80rem)';

/** The pressed button has moved down: the keyboard continues where it has added something. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

interface AgendaProps {
  /** The lessons ahead of this course, sorted by start. */
  lessons: readonly FamilyLesson[];
  choice: CourseChoice;
  /** The week in the address, which is shown in any case. */
  week: Week;
  /** The first Monday to list, after a calendar above; null lists all. */
  after: string | null;
  /** Undefined while loading. */
  booker: Booker | undefined;
  now: number;
  onOpen: (lesson: FamilyLesson) => void;
  /** Shown after the weeks. */
  children?: ReactNode;
}

export function Agenda({
  lessons,
  choice,
  week,
  after,
  booker,
  now,
  onOpen,
  children,
}: AgendaProps) {
  const weeks = agendaOf(lessons, week.today, after);
  const needed = weeks.filter(({ monday }) => monday <= week.monday).length;
  const atOnce = WEEKS_AT_ONCE[useMedia(TWO_COLUMNS) ? 'twoColumns' : 'else'];
  const [times, setTimes] = useState(1);
  const visible = weeks.slice(0, Math.max(times * atOnce, needed));
  /** The first week that the button has added. */
  const [added, setAdded] = useState<string | null>(null);
  const none = noLessons(choice);
  return (
    <div
      className={`grid items-start gap-x-10 gap-y-5 md:grid-cols-2 xl:grid-cols-3 ${after === null ? '' : 'mt-3'}`}
    >
      {weeks.length === 0 && after === null && (
        <p className="border-l-4 border-rule pl-4 text-pencil">
          {none.replace(/^n/, 'N')} are planned yet. Please look again in a few days.
        </p>
      )}
      {visible.map(({ monday, title, emptyBefore, lessons: ofWeek }) => (
        <section key={monday} aria-labelledby={`week-${monday}`}>
          {emptyBefore !== null && (
            <p className="mb-4 text-note text-pencil">
              {emptyBefore}: {none}
            </p>
          )}
          <h2
            id={`week-${monday}`}
            ref={monday === added ? takeFocus : undefined}
            tabIndex={-1}
            className="text-heading"
          >
            {title}
          </h2>
          <AgendaRows lessons={ofWeek} booker={booker} now={now} onOpen={onOpen} />
        </section>
      ))}
      {visible.length < weeks.length && (
        <Button
          variant="secondary"
          className="md:col-span-full md:justify-self-start"
          onClick={() => {
            setAdded(weeks[visible.length]?.monday ?? null);
            setTimes(Math.floor(visible.length / atOnce) + 1);
          }}
        >
          Show more
        </Button>
      )}
      {children}
    </div>
  );
}

interface DatedLesson {
  readonly Date: string;
}

/** One week with its lessons, in their order; dates are YYYY-MM-DD. */
interface AgendaWeek<Lesson extends DatedLesson> {
  readonly monday: string;
  /** 'This weekend', '5 and 6 December'. */
  readonly title: string;
  readonly lessons: readonly Lesson[];
  /** '14 to 27 December': the empty weeks just before this one; null if there are none. */
  readonly emptyBefore: string | null;
}

const SATURDAY = 6;

/**
 * Groups lessons, sorted by start, by week; those before the Monday `after` are left out, and so is
 * this week if it is empty.
 */
export function agendaOf<Lesson extends DatedLesson>(
  lessons: readonly Lesson[],
  today: string,
  after: string | null = null,
): AgendaWeek<Lesson>[] {
  const weeks: AgendaWeek<Lesson>[] = [];
  let next = after ?? addDays(mondayOf(today), 7);
  const mondays = new Set(lessons.map((lesson) => mondayOf(lesson.Date)));
  for (const monday of [...mondays].filter((one) => after === null || one >= after)) {
    const own = lessons.filter((lesson) => mondayOf(lesson.Date) === monday);
    weeks.push({
      monday,
      title: titleOf([...new Set(own.map((lesson) => lesson.Date))], today),
      lessons: own,
      emptyBefore: monday > next ? spanOf(next, addDays(monday, -1)) : null,
    });
    if (monday >= next) next = addDays(monday, 7);
  }
  return weeks;
}

/** `dates` are the days with lessons of one week, in order. */
function titleOf(dates: string[], today: string): string {
  const [first = '', last = first] = [dates[0], dates.at(-1)];
  if (mondayOf(first) === mondayOf(today))
    return weekday(first) >= SATURDAY ? 'This weekend' : 'This week';
  return spanOf(first, last, dates.length <= 2 ? 'and' : 'to');
}

/** '5 and 6 December', '30 November to 6 December', '5 December'. */
function spanOf(first: string, last: string, joint: 'and' | 'to' = 'to'): string {
  const [, day = '', month = ''] = formatDate(first, 'long').split(' ');
  const [, lastDay = '', lastMonth = ''] = formatDate(last, 'long').split(' ');
  if (first === last) return `${day} ${month}`;
  return `${day}${month === lastMonth ? '' : ` ${month}`} ${joint} ${lastDay} ${lastMonth}`;
}
