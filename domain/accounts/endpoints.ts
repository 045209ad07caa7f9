// Calls of a family about its account.
import * as z from 'zod/mini';

import { confirmedByPasswordSchema } from '../auth/passwords.ts';
import { ok, endpoint } from '../endpoint.ts';
import * as freeLesson from '../enquiries/free-lesson.ts';
import { freeLessonMode } from '../lessons/next-lesson.ts';
import * as account from '../people/account.ts';
import { profileChangesSchema, freeLessonOutcomes } from '../people/sign-up.ts';
import { instant } from '../text.ts';
import * as family from './family-data.ts';

const done = ok({});
/** The outcome of the tutor's link; left out when no link was given. */
const requestOutcome = ok({ free_lesson: z.optional(z.enum(freeLessonOutcomes)) });
const user = ok({ user: account.parentUserSchema });
const profile = ok({
  user: account.familyUserSchema,
  stats: account.familyStatsSchema,
  /** Null for a student's session. */
  free_lesson: z.nullable(z.enum(freeLesson.freeLessonStates)),
  /** How the family gets it; null for a student's session. */
  free_lesson_mode: z.nullable(freeLessonMode),
  /**
   * Until when the family has to confirm its address to keep its free first lesson; null if nothing
   * depends on that, and for a student's session.
   */
  confirm_free_lesson_by: z.nullable(instant),
});
/** True when the address was already confirmed, so that nothing was sent. */
const confirmation = ok({ email_confirmed: z.boolean() });
const familyData = ok({ data: family.familyDataSchema });

export const getProfile = endpoint('GET', '/api/users/profile', {
  summary: 'Return the account with its credits and number of bookings',
  auth: 'family',
  students: 'all',
  answer: profile,
});
export const updateProfile = endpoint('PUT', '/api/users/profile', {
  summary: 'Change the account',
  auth: 'family',
  body: profileChangesSchema,
  answer: user,
  errors: ['email_taken', 'student_exists'],
});
export const sendConfirmation = endpoint('POST', '/api/users/confirmation', {
  summary: 'Email a new link that confirms the address of the account',
  auth: 'family',
  addressLimit: 'daily',
  accountLimit: 'confirmation',
  answer: confirmation,
});
export const askForFreeLesson = endpoint('POST', '/api/users/free-lesson', {
  summary: "Ask for the family's free first lesson, or take it with the tutor's link",
  auth: 'family',
  accountLimit: 'askedForFreeLesson',
  body: freeLesson.freeLessonRequestSchema,
  answer: requestOutcome,
  status: 201,
  errors: ['already_asked', 'email_unconfirmed', 'free_lesson_used', 'invitation_not_found'],
});
export const exportData = endpoint('GET', '/api/users/data', {
  summary: 'Export all data of the account',
  auth: 'family',
  accountLimit: 'exportedData',
  answer: familyData,
});
export const deleteAccount = endpoint('DELETE', '/api/users/account', {
  summary: 'Delete the account',
  auth: 'family',
  accountLimit: 'deletedAccount',
  body: confirmedByPasswordSchema,
  answer: done,
});
