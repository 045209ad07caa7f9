// Calls by the links of emails, without a session: to join a lesson, and "Can't come?".
import * as z from 'zod/mini';

import { ok, endpoint } from '../endpoint.ts';
import * as excuse from './excuse.ts';
import * as joinLink from './join-link.ts';

const excuseAnswer = ok({ excuse: excuse.excuseSchema });
const joinAnswer = ok({ join: joinLink.joinLinkSchema });
/** Null for a lesson without a meeting link. */
const meetingAnswer = ok({ Meeting_Link: z.nullable(z.string()) });

export const readJoinLink = endpoint('GET', '/api/join/{token}', {
  summary: 'Return when the lesson of a join link opens',
  auth: 'none',
  addressLimit: 'link',
  params: joinLink.joinParamsSchema,
  answer: joinAnswer,
  errors: ['join_link_not_found'],
});
export const joinLesson = endpoint('POST', '/api/join/{token}', {
  summary: 'Join a lesson by its join link',
  auth: 'none',
  addressLimit: 'link',
  params: joinLink.joinParamsSchema,
  answer: meetingAnswer,
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
export const readExcuse = endpoint('GET', '/api/excuse/{token}', {
  summary: "Return what the link 'Can't come?' of a reminder can do",
  auth: 'none',
  addressLimit: 'link',
  params: excuse.excuseParamsSchema,
  answer: excuseAnswer,
  errors: ['excuse_not_found'],
});
export const excuseStudent = endpoint('POST', '/api/excuse/{token}', {
  summary: "Move or cancel a reminder's booking, or tell the tutor",
  auth: 'none',
  addressLimit: 'linkAct',
  params: excuse.excuseParamsSchema,
  body: excuse.newExcuseSchema,
  answer: excuseAnswer,
  errors: [
    'excuse_not_found',
    'already_done',
    'forbidden',
    'too_late_to_cancel',
    'lesson_not_found',
    'lesson_started',
    'already_booked',
    'insufficient_credits',
    'lesson_full',
  ],
});
export const undoExcuse = endpoint('POST', '/api/excuse/{token}/undo', {
  summary: 'Undo what an excuse link has done',
  auth: 'none',
  addressLimit: 'linkAct',
  params: excuse.excuseParamsSchema,
  answer: excuseAnswer,
  errors: [
    'excuse_not_found',
    'undo_over',
    'lesson_started',
    'already_booked',
    'insufficient_credits',
    'lesson_full',
  ],
});
