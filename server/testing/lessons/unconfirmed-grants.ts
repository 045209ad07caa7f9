// Free first lessons of a family whose address is not confirmed.
import { withdrawUnconfirmed } from '../../enquiries/unconfirmed-grants.ts';
import type { TestApp } from '../app.ts';
import type { TestFamily } from '../caller.ts';
import { codeOf, test } from '../test.ts';
import { makeNewFamily } from './free-lessons.ts';

/** Tests of a family whose address nobody has confirmed. */
export const unconfirmedTest = test.extend('stranger', ({ api }) =>
  makeNewFamily(api, { isConfirmed: false }));

/** Books the free lesson. Returns the code of a refusal, or 'done'. */
export const book = async (family: TestFamily, id: string) =>
  codeOf(await family.tryToBookFree(id));

/** Lets the time pass and the job run. */
export async function pass(api: TestApp, time: { hours?: number; minutes?: number; ms?: number }) {
  api.clock.advance(time);
  await withdrawUnconfirmed(api.context(null));
}

export const HAS_IT = { free_lesson: 'had', credits: 0, booked: 1 };
export const MAY_HAVE_IT = { free_lesson: 'available', credits: 0, booked: 0 };

/** The marks of a free lesson: the parent's address, the parent's number and the family. */
export const ALL_MARKS = 3;
export const countMarks = async ({ database }: TestApp) =>
  (await database.db.selectFrom('once_marks').select('mark').execute()).length;
