// What the page of a booking's door calls, whoever has opened it.
import * as z from 'zod/mini';

import * as door from '../door.ts';
import { endpoint, ok } from '../endpoint.ts';

const opened = ok({ door: door.doorSchema });
/** Null for a lesson that has no link yet. */
const way = ok({ Meeting_Link: z.nullable(z.string()) });

export const readDoor = endpoint('GET', '/api/join/{token}', {
  auth: 'none', limited: 'often', params: door.doorParamsSchema, answer: opened, errors: ['door_not_found'],
});
export const joinLesson = endpoint('POST', '/api/join/{token}', {
  auth: 'none', limited: 'often', params: door.doorParamsSchema, answer: way, errors: ['door_not_found', 'door_closed'],
});
