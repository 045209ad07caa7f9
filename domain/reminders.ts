// When a family is reminded of its lessons by email.
import * as z from 'zod/mini';

/** Hours before the start, the earliest first: a family chooses any of them, or none. */
export const REMINDER_HOURS = [24, 2] as const;
export type ReminderHours = (typeof REMINDER_HOURS)[number];

const CHOOSE = 'Please choose 24 hours, 2 hours, both or none';
const HOUR_MS = 3_600_000;

export const reminderHoursSchema = z
  .array(z.literal(REMINDER_HOURS, { error: CHOOSE }), { error: CHOOSE })
  .check(z.maxLength(REMINDER_HOURS.length, { error: CHOOSE }));

const times: Readonly<Record<ReminderHours, string>> = {
  24: 'the day before',
  2: 'two hours before',
};

/** 'the day before and two hours before' */
export const reminderTimes = (chosen: readonly ReminderHours[]): string =>
  REMINDER_HOURS.filter((hours) => chosen.includes(hours))
    .map((hours) => times[hours])
    .join(' and ');

/**
 * Which of the chosen reminders of a lesson that is booked at `now` are still to come. Both
 * instants in epoch milliseconds.
 */
export function remindersToCome(
  chosen: readonly ReminderHours[],
  startsAt: number,
  now: number,
): readonly ReminderHours[] {
  return REMINDER_HOURS.filter(
    (hours) => chosen.includes(hours) && now <= startsAt - hours * HOUR_MS,
  );
}
