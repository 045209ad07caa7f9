// When a family can be reminded of its lessons by email.
import * as z from 'zod/mini';

/** Hours before the start, earliest first. A family chooses any of them, or none. */
export const REMINDER_HOURS = [24, 2] as const;
export type ReminderHours = (typeof REMINDER_HOURS)[number];

const CHOOSE = 'Please choose 24 hours, 2 hours, both or none';

export const reminderHoursSchema = z
  .array(z.literal(REMINDER_HOURS, { error: CHOOSE }), { error: CHOOSE })
  .check(z.maxLength(REMINDER_HOURS.length, { error: CHOOSE }));
