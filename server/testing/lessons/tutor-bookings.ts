// A tutor who acts for a family, with what the ledger and the activity log say of it.
import * as endpoints from '../../../domain/endpoints.ts';
import type { Caller } from '../caller.ts';
import { makeLesson, signInAgain } from '../factories.ts';
import { test as base } from '../test.ts';

/** A tutor who books, cancels and moves for a family. */
export const tutorBookingTest = base
  /** The tutor, signed in on the day; admin sessions last 12 hours. */
  .extend('tutorAt', ({ api, tutor }) => (now: string) => {
    api.clock.set(now);
    return signInAgain(api, tutor);
  })
  .extend('later', ({ api }) => makeLesson(api, { Date: '2026-11-28' }))
  /** Books the family's student and returns the booking's id. */
  .extend('bookFor', ({ tutor, family, lesson }) => async (credit: 'take' | 'free' = 'take') => {
    const { body } = await tutor.tryToBookFor(lesson.id, family.studentId, credit);
    if (!body.success) throw new Error(body.error);
    return body.booking.id;
  });

/** The kind and the words of the latest activity. */
export const latestActivityOf = async ({ call }: Pick<Caller, 'call'>) => {
  const [{ kind, subject } = {}] = (await call(endpoints.listActivities)).body.activities;
  return [kind, subject];
};
/** Ledger entries other than the first gift. */
export const entriesOf = async (family: { readLedger: () => Promise<{ kind: string }[]> }) =>
  (await family.readLedger()).slice(0, -1).map(({ kind }) => kind);
