// When a lesson is, in words: in UK time, in the family's own time, and until when it can be cancelled.
import { cancelDeadline } from '../../domain/booking.ts';
import type { StudentLesson } from '../../domain/lesson.ts';
import { LESSON_MINUTES } from '../../domain/limits.ts';
import { formatDate, shortTime, ukDate, ukTime } from '../../domain/time.ts';

type Timed = Pick<StudentLesson, 'Date' | 'Time' | 'starts_at'>;

const endOf = ({ starts_at }: Timed): number => Date.parse(starts_at) + LESSON_MINUTES * 60_000;

/** 'Saturday 21 November 2026, 09:00 to 10:00 UK time'. */
export function describeTime(lesson: Timed): string {
  const day = formatDate(lesson.Date, 'long');
  return `${day}, ${shortTime(lesson.Time)} to ${ukTime(endOf(lesson))} UK time`;
}

/** '14:45 to 15:45 in Kathmandu', with the day when it is another; null where the clocks agree with the UK's. */
export function describeLocalTime(lesson: Timed, timeZone: string): string | null {
  const start = wallClock(Date.parse(lesson.starts_at), timeZone);
  const end = wallClock(endOf(lesson), timeZone);
  if (start.date === lesson.Date && start.time === shortTime(lesson.Time)) return null;
  const place = (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
  const day = start.date === lesson.Date ? '' : `${formatDate(start.date, 'long')}, `;
  return `${day}${start.time} to ${end.time} in ${place}`;
}

/** '08:00 UK time on Saturday 21 November 2026': from then on a booking stays. */
export function describeDeadline(lesson: Timed): string {
  const deadline = cancelDeadline(lesson);
  return `${ukTime(deadline)} UK time on ${formatDate(ukDate(deadline), 'long')}`;
}

function wallClock(instant: number, timeZone: string): { readonly date: string; readonly time: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant);
  const part = (wanted: Intl.DateTimeFormatPartTypes) =>
    parts.find(({ type }) => type === wanted)?.value ?? '';
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}
