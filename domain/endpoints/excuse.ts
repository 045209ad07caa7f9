// Endpoints for the page of the link "Can't come?" in reminders. Nobody signs in for them.
import { endpoint, ok } from '../endpoint.ts';
import * as excuse from '../lessons/excuse.ts';

const answer = ok({ excuse: excuse.excuseSchema });

export const readExcuse = endpoint('GET', '/api/excuse/{token}', {
  summary: "Return what the link 'Can't come?' of a reminder can do",
  auth: 'none',
  addressLimit: 'link',
  params: excuse.excuseParamsSchema,
  answer,
  errors: ['excuse_not_found'],
});
export const excuseStudent = endpoint('POST', '/api/excuse/{token}', {
  summary: "Move or cancel a reminder's booking, or tell the tutor",
  auth: 'none',
  addressLimit: 'linkAct',
  params: excuse.excuseParamsSchema,
  body: excuse.newExcuseSchema,
  answer,
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
  answer,
  errors: [
    'excuse_not_found',
    'undo_over',
    'lesson_started',
    'already_booked',
    'insufficient_credits',
    'lesson_full',
  ],
});
