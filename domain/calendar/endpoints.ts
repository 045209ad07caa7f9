// Calls about the calendar feed of a person or the tutor. Anybody who has its URL sees its lessons.
import * as z from 'zod/mini';

import { ok, endpoint } from '../endpoint.ts';

const calendarSchema = z.object({
  /** The feed's path on this site. The key in it is the only credential. */
  path: z.string(),
});
const done = ok({});
/** Null until a feed has been created. */
const calendarAnswer = ok({ calendar: z.nullable(calendarSchema) });
const newCalendarAnswer = ok({ calendar: calendarSchema });

export const getCalendar = endpoint('GET', '/api/users/calendar', {
  summary: "Return the URL of the caller's calendar feed",
  auth: 'family',
  students: 'all',
  answer: calendarAnswer,
});
export const renewCalendar = endpoint('POST', '/api/users/calendar', {
  summary: "Create or rotate the URL of the caller's calendar feed",
  auth: 'family',
  students: 'all',
  answer: newCalendarAnswer,
  status: 201,
  errors: ['email_unconfirmed'],
});
export const endCalendar = endpoint('DELETE', '/api/users/calendar', {
  summary: "Revoke the caller's calendar feed",
  auth: 'family',
  students: 'all',
  answer: done,
});
export const getAdminCalendar = endpoint('GET', '/api/admin/calendar', {
  summary: "Return the URL of the tutor's calendar feed",
  auth: 'admin',
  answer: calendarAnswer,
});
export const renewAdminCalendar = endpoint('POST', '/api/admin/calendar', {
  summary: "Create or rotate the URL of the tutor's calendar feed",
  auth: 'admin',
  answer: newCalendarAnswer,
  status: 201,
});
export const endAdminCalendar = endpoint('DELETE', '/api/admin/calendar', {
  summary: "Revoke the tutor's calendar feed",
  auth: 'admin',
  answer: done,
});
