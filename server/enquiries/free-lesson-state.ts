// Reads whether a family can still have its free first lesson, and how it gets it.
import type { FreeLessonState } from '../../domain/free-lesson.ts';
import type { FreeLessonMode } from '../../domain/next-lesson.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';

/** What the tutor's settings say about free first lessons. */
export interface FreeLessonTerms {
  readonly mode: FreeLessonMode;
  readonly spotsPerLesson: number;
}

export interface FreeLessonOffer extends FreeLessonTerms {
  readonly state: FreeLessonState;
}

const offerQuery = prepare((db, param: Param<{ familyId: string }>) =>
  db
    .selectFrom(['balances', 'settings'])
    .select((eb) => [
      'free_lesson as mode',
      'free_spots_per_lesson as spotsPerLesson',
      'last_entry',
      eb
        .exists(
          eb
            .selectFrom('once_marks')
            .select('mark')
            .where('kind', '=', 'free_lesson')
            .whereRef('mark', '=', 'balances.family_id'),
        )
        .as('is_known'),
      eb
        .exists(
          eb
            .selectFrom('enquiries')
            .select('id')
            .whereRef('enquiries.family_id', '=', 'balances.family_id'),
        )
        .as('has_asked'),
    ])
    .where('balances.family_id', '=', param('familyId')),
);

/** The state of a family's free lesson, any ledger entry means that it is past it, and the terms. */
export async function readFreeLessonOffer(db: Db, familyId: string): Promise<FreeLessonOffer> {
  const row = await offerQuery.first(db, { familyId });
  if (row === undefined) return { ...(await readFreeLessonTerms(db)), state: 'had' };
  const { mode, spotsPerLesson, last_entry, is_known, has_asked } = row;
  const isPast = last_entry !== null || Boolean(is_known);
  const state = isPast ? 'had' : has_asked ? 'asked' : 'available';
  return { mode, spotsPerLesson, state };
}

const termsQuery = prepare((db) =>
  db
    .selectFrom('settings')
    .select(['free_lesson as mode', 'free_spots_per_lesson as spotsPerLesson']),
);

export async function readFreeLessonTerms(db: Db): Promise<FreeLessonTerms> {
  const row = await termsQuery.first(db, {});
  if (row === undefined) throw new Error('the settings have no row');
  return row;
}
