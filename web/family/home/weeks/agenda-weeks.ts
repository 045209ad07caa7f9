// The weeks of the agenda: a title for each week with lessons, and one line for empty weeks.
import { addDays, formatDate, mondayOf, weekday } from '../../../../domain/time.ts';

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

/** Groups lessons, sorted by start, by week. This week is left out if it is empty. */
export function agendaOf<Lesson extends DatedLesson>(
  lessons: readonly Lesson[],
  today: string,
): AgendaWeek<Lesson>[] {
  const weeks: AgendaWeek<Lesson>[] = [];
  let next = addDays(mondayOf(today), 7);
  for (const monday of new Set(lessons.map((lesson) => mondayOf(lesson.Date)))) {
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
function titleOf(dates: readonly string[], today: string): string {
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
