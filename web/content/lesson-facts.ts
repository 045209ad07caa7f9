// The price and times of a lesson in words, from the constants that the product itself uses.
import {
  LESSON_MINUTES,
  LESSON_PRICE_PENCE,
  LESSON_TIMES,
  LESSON_WEEKDAYS,
  MAX_STUDENTS,
  RESPONSE_PROMISE_HOURS,
} from '../../domain/limits.ts';

const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
const MINUTES_PER_HOUR = 60;

/** '9:00am' for '09:00:00' or '09:00'. */
export function spokenTime(time: string): string {
  const [hour = '', minute = ''] = time.split(':');
  const hours = Number(hour);
  return `${hours % 12 || 12}:${minute}${hours < 12 ? 'am' : 'pm'}`;
}

/** '£30', or '£27.50' with pence. */
export function spokenPrice(pence: number): string {
  return `£${(pence / 100).toFixed(pence % 100 === 0 ? 0 : 2)}`;
}

function spokenMinutes(minutes: number): string {
  if (minutes % MINUTES_PER_HOUR !== 0) return `${minutes} minutes`;
  const hours = minutes / MINUTES_PER_HOUR;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

/** '1 spot left', or that there is none. */
export function spokenSpots(spots: number): string {
  if (spots === 0) return 'Full, waiting list';
  return spots === 1 ? '1 spot left' : `${spots} spots left`;
}

export const lessonFacts = {
  price: spokenPrice(LESSON_PRICE_PENCE),
  duration: spokenMinutes(LESSON_MINUTES),
  /** ['9:00am', '10:00am'] */
  times: LESSON_TIMES.map(spokenTime),
  /** ['Saturday', 'Sunday'] */
  days: LESSON_WEEKDAYS.map((day) => WEEKDAYS[day - 1] ?? ''),
  zone: 'UK time',
  /** The most students in a usual lesson. */
  groupSize: MAX_STUDENTS.default,
  responseHours: RESPONSE_PROMISE_HOURS,
} as const;
