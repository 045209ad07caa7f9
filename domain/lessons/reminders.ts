// When a family gets reminder emails for its lessons.
import * as z from 'zod/mini';

import { HOUR_MS } from '../time.ts';

/** Hours before the start, earliest first. A family chooses any of them, or none. */
export const REMINDER_HOURS = [24, 2] as const;
export type ReminderHours = (typeof REMINDER_HOURS)[number];

const CHOOSE = 'Please choose 24 hours, 2 hours, both or none';

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
 * The chosen reminders still to come for a lesson booked at `now`. Both instants are epoch
 * milliseconds.
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
