// Describes when a lesson is: in UK time, in the family's own time, how long until it starts, and
// until when it can be cancelled.
import { cancelDeadline } from '../../domain/lessons/booking.ts';
import { type FamilyLesson, lessonEndsAt, lessonSpan } from '../../domain/lessons/lesson.ts';
import { formatNear } from '../../domain/near-dates.ts';
import {
  daysBetween,
  formatDate,
  HOUR_MS,
  MINUTE_MS,
  shortTime,
  UK,
  ukDate,
  ukTime,
} from '../../domain/time.ts';

type TimedLesson = Pick<FamilyLesson, 'Date' | 'Time' | 'starts_at'>;

const endOf = ({ starts_at }: TimedLesson): number => lessonEndsAt(Date.parse(starts_at));

/** The time zone that the browser is set to, e.g. 'Asia/Kathmandu'. */
export function readTimeZone(): string {
  if ('Temporal' in globalThis) return Temporal.Now.timeZoneId();
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** 'Sat 21 Nov, 09:00 to 10:00 UK time'; `now` in epoch milliseconds. */
export const describeTime = (lesson: TimedLesson, now: number): string =>
  `${lessonSpan(lesson, now)} UK time`;

/**
 * '14:45 to 15:45 Nepal Time', with the date if it differs; null if the local time equals UK time.
 */
export function describeLocalTime(lesson: TimedLesson, timeZone: string): string | null {
  if (timeZone === UK) return null;
  const format = wallClockIn(timeZone);
  const start = wallClock(Date.parse(lesson.starts_at), format);
  const end = wallClock(endOf(lesson), format);
  if (start.date === lesson.Date && start.time === shortTime(lesson.Time)) return null;
  const day = start.date === lesson.Date ? '' : `${formatDate(start.date, 'long')}, `;
  return `${day}${start.time} to ${end.time} ${start.zone}`;
}

/** '08:00 UK time on Sat 21 Nov': after this a booking can no longer be cancelled. */
export const describeDeadline = (lesson: TimedLesson, now: number): string =>
  describeInstant(cancelDeadline(lesson), now);

/** '08:00 UK time on Sat 21 Nov', with the year where `now` is in another. */
export const describeInstant = (at: number, now: number): string =>
  `${ukTime(at)} UK time on ${formatNear(ukDate(at), ukDate(now))}`;

/** Below this many hours the countdown counts hours instead of days. */
const HOURS_COUNTED = 12;

/**
 * 'in 12 minutes', 'in 3 hours', 'today', 'tomorrow', 'in 6 days' by UK dates; 'now' once it has
 * started.
 */
export function describeCountdown({ Date: date, starts_at }: TimedLesson, now: number): string {
  const left = Date.parse(starts_at) - now;
  if (left <= 0) return 'now';
  if (left < HOUR_MS) return `in ${count(Math.ceil(left / MINUTE_MS), 'minute')}`;
  if (left < HOURS_COUNTED * HOUR_MS) {
    const hours = Math.floor(left / HOUR_MS);
    const minutes = Math.floor((left % HOUR_MS) / MINUTE_MS);
    return `in ${count(hours, 'hour')}${minutes === 0 ? '' : ` ${count(minutes, 'minute')}`}`;
  }
  const days = daysBetween(ukDate(now), date);
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;

interface WallClock {
  readonly date: string;
  readonly time: string;
  /** The time zone's name in words. */
  readonly zone: string;
}

const wallClockIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'long',
  });

function wallClock(instant: number, format: Intl.DateTimeFormat): WallClock {
  const parts = format.formatToParts(instant);
  const part = (partType: Intl.DateTimeFormatPartTypes) =>
    parts.find(({ type }) => type === partType)?.value ?? '';
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
    zone: part('timeZoneName'),
  };
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const countOf = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

const pair = (first: string, rest: number, noun: string) =>
  rest === 0 ? first : `${first}, ${countOf(rest, noun)}`;

/**
 * '2 days, 3 hours', '3 hours, 5 minutes' or, within the last hour, '14:05'; never below '0:00'.
 * `ms` are milliseconds.
 */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= DAY)
    return pair(
      countOf(Math.floor(seconds / DAY), 'day'),
      Math.floor((seconds % DAY) / HOUR),
      'hour',
    );
  if (seconds >= HOUR)
    return pair(
      countOf(Math.floor(seconds / HOUR), 'hour'),
      Math.floor((seconds % HOUR) / MINUTE),
      'minute',
    );
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`;
}
