// Fields that lessons, their date ranges and the business settings share.
import * as z from 'zod/mini';

import { LENGTHS } from './limits.ts';
import { isWebAddress, line } from './text.ts';
import { isCalendarDate, isClockTime } from './time.ts';

const DATE_MESSAGE = 'Date must be in YYYY-MM-DD format';
const TIME_MESSAGE = 'Time must be in HH:MM:SS format';
const LINK_MESSAGE = 'Invalid meeting link URL';

/** A date of lessons and windows: YYYY-MM-DD. */
export const lessonDate = z
  .string({ error: DATE_MESSAGE })
  .check(z.trim(), z.refine(isCalendarDate, { error: DATE_MESSAGE, abort: true }));
/** A time of day: HH:MM:SS. */
export const lessonTime = z
  .string({ error: TIME_MESSAGE })
  .check(z.trim(), z.refine(isClockTime, { error: TIME_MESSAGE }));

export const meetingLink = line(
  { length: 1, message: LINK_MESSAGE },
  {
    length: LENGTHS.meetingLink.max,
    message: `Meeting link must be less than ${LENGTHS.meetingLink.max} characters`,
  },
).check(z.refine((link) => link === '' || isWebAddress(link), { error: LINK_MESSAGE }));

export const MAX_STUDENTS = { min: 1, max: 50 } as const;
export const maxStudents = z
  .int({ error: 'Max students must be an integer' })
  .check(
    z.minimum(MAX_STUDENTS.min, { error: `Max students must be at least ${MAX_STUDENTS.min}` }),
    z.maximum(MAX_STUDENTS.max, { error: `Max students cannot exceed ${MAX_STUDENTS.max}` }),
  );
