// Endpoints for the page of a join link, signed in or not.
import * as z from 'zod/mini';

import { endpoint, ok } from '../endpoint.ts';
import * as joinLink from '../lessons/join-link.ts';

const opened = ok({ join: joinLink.joinLinkSchema });
/** Null for a lesson without a meeting link. */
const way = ok({ Meeting_Link: z.nullable(z.string()) });

export const readJoinLink = endpoint('GET', '/api/join/{token}', {
  summary: 'Return when the lesson of a join link opens',
  auth: 'none',
  addressLimit: 'link',
  params: joinLink.joinParamsSchema,
  answer: opened,
  errors: ['join_link_not_found'],
});
export const joinLesson = endpoint('POST', '/api/join/{token}', {
  summary: 'Join a lesson by its join link',
  auth: 'none',
  addressLimit: 'link',
  params: joinLink.joinParamsSchema,
  answer: way,
  errors: ['join_link_not_found', 'join_closed'],
});
/** Where an old join link leads members of the booking's family. */
export const findCurrentLink = endpoint('GET', '/api/join/{token}/current', {
  summary: 'Return the current join link of a booking by an earlier one',
  auth: 'family',
  students: 'all',
  params: joinLink.joinParamsSchema,
  answer: ok({ join_link: z.string() }),
  errors: ['join_link_not_found'],
});
