// A family's reminder choices, as stored in its row.
import { REMINDER_HOURS, type ReminderHours } from '../../domain/people/account.ts';

/** Each is 0 or 1. */
type ReminderColumns = Readonly<Record<`reminds_${ReminderHours}h`, number>>;

export const toReminderColumns = (chosen: readonly ReminderHours[]): ReminderColumns => ({
  reminds_24h: chosen.includes(24) ? 1 : 0,
  reminds_2h: chosen.includes(2) ? 1 : 0,
});

export const toReminderHours = (row: ReminderColumns): ReminderHours[] =>
  REMINDER_HOURS.filter((hours) => row[`reminds_${hours}h`] === 1);
