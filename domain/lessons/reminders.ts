// Which reminders a family is still to get for a lesson.
import { REMINDER_HOURS, type ReminderHours } from '../people/account.ts';
import { HOUR_MS } from '../time.ts';

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
