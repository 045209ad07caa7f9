// How a family reads its own data, and how it books.
import * as endpoints from '../../domain/endpoints.ts';
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';

export const familyOf = async (api: TestApp, { token }: Pick<Caller, 'token'>) =>
  (await api.call(endpoints.getFamily, { token })).body.family;

/** The caller's own details and counts. */
export const profileOf = async (api: TestApp, { token }: Pick<Caller, 'token'>) =>
  (await api.call(endpoints.getProfile, { token })).body;

/** Books, leaving the student open if none is named; the call may be refused. */
export const tryToBook = (
  api: TestApp,
  { token }: Pick<Caller, 'token'>,
  Lesson_ID: string,
  Student_ID?: string,
) =>
  api.either(endpoints.bookLesson, {
    token,
    body: { Lesson_ID, ...(Student_ID === undefined ? {} : { Student_ID }) },
  });
