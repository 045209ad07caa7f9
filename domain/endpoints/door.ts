// What the page of a booking's door calls, whoever has opened it.
import * as z from 'zod/mini';

import * as door from '../door.ts';
import { endpoint, ok } from '../endpoint.ts';
import { RETRY } from '../limits.ts';

const opened = ok({ door: door.doorSchema });
/** Null for a lesson that has no link yet. */
const way = ok({ Meeting_Link: z.nullable(z.string()) });

export const readDoor = endpoint('GET', '/api/join/{token}', {
  auth: 'none', limited: 'by link', params: door.doorParamsSchema, answer: opened, retry: RETRY.loading, errors: ['door_not_found'],
});
export const joinLesson = endpoint('POST', '/api/join/{token}', {
  auth: 'none', limited: 'by link', params: door.doorParamsSchema, answer: way, retry: RETRY.loading, errors: ['door_not_found', 'door_closed'],
});
/** Where an old link leads on to, for those whose booking it is. */
export const findCurrentLink = endpoint('GET', '/api/join/{token}/current', {
  auth: 'family', students: 'all', params: door.doorParamsSchema, answer: ok({ join_link: z.string() }), retry: RETRY.loading, errors: ['door_not_found'],
});
