// Calls of visitors, which the landing page makes.
import * as z from 'zod/mini';

import { endpoint, ok } from '../endpoint.ts';
import {
  freeLessonMode,
  offeredLessonSchema,
  NEXT_LESSONS_SECONDS,
} from '../lessons/next-lesson.ts';
import * as enquiry from './enquiry.ts';

export const registerInterest = endpoint('POST', '/api/customers', {
  summary: 'Send an enquiry',
  auth: 'none',
  body: enquiry.enquiryFormSchema,
  answer: ok({}),
  status: 201,
  addressLimit: 'daily',
  idempotent: true,
});
export const listNextLessons = endpoint('GET', '/api/lessons/next', {
  summary: 'List the next lessons, for anybody',
  auth: 'none',
  addressLimit: 'often',
  sharedSeconds: NEXT_LESSONS_SECONDS,
  answer: ok({ lessons: z.array(offeredLessonSchema), free_lesson_mode: freeLessonMode }),
});
