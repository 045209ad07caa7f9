// Endpoints for the caller's calendar feed. The feed itself is served outside the API.
import * as z from 'zod/mini';

import { calendarSchema } from '../calendar.ts';
import { endpoint, ok } from '../endpoint.ts';

const done = ok({});
/** Null until a feed has been created. */
const found = ok({ calendar: z.nullable(calendarSchema) });
const made = ok({ calendar: calendarSchema });

export const getCalendar = endpoint('GET', '/api/users/calendar', {
  auth: 'family',
  students: 'all',
  answer: found,
});
export const renewCalendar = endpoint('POST', '/api/users/calendar', {
  auth: 'family',
  students: 'all',
  limit: 'write',
  answer: made,
  status: 201,
  errors: ['email_unconfirmed'],
});
export const endCalendar = endpoint('DELETE', '/api/users/calendar', {
  auth: 'family',
  students: 'all',
  limit: 'write',
  answer: done,
});
export const getAdminCalendar = endpoint('GET', '/api/admin/calendar', {
  auth: 'admin',
  answer: found,
});
export const renewAdminCalendar = endpoint('POST', '/api/admin/calendar', {
  auth: 'admin',
  limit: 'write',
  answer: made,
  status: 201,
});
export const endAdminCalendar = endpoint('DELETE', '/api/admin/calendar', {
  auth: 'admin',
  limit: 'write',
  answer: done,
});
