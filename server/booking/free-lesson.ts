// Reads whether a family can still have its free first lesson, and how it gets it.
import type { FreeLessonState } from '../../domain/enquiries/free-lesson.ts';
import type { FreeLessonMode } from '../../domain/lessons/next-lesson.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';

/** What the tutor's settings say about free first lessons. */
interface FreeLessonTerms {
  readonly mode: FreeLessonMode;
  readonly spotsPerLesson: number;
}

export interface FreeLessonOffer extends FreeLessonTerms {
  readonly state: FreeLessonState;
  /** Whether it was withdrawn because nobody had confirmed the family's address. */
  readonly isWithdrawn: boolean;
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
      eb
        .selectFrom('unconfirmed_grants')
        .select('withdrawn_entry')
        .whereRef('unconfirmed_grants.family_id', '=', 'balances.family_id')
        .as('withdrawn_entry'),
    ])
    .where('balances.family_id', '=', param('familyId')),
);

/**
 * The state of a family's free lesson, and the terms. Any ledger entry means that the family is
 * past it, unless the last entry has withdrawn it.
 */
export async function readFreeLessonOffer(db: Db, familyId: string): Promise<FreeLessonOffer> {
  const row = await offerQuery.first(db, { familyId });
  if (row === undefined)
    return { ...(await readFreeLessonTerms(db)), state: 'had', isWithdrawn: false };
  const { mode, spotsPerLesson, last_entry, withdrawn_entry } = row;
  const isWithdrawn = last_entry !== null && last_entry === withdrawn_entry;
  const isPast = (last_entry !== null && !isWithdrawn) || Boolean(row.is_known);
  const isAsked = Boolean(row.has_asked) && !isWithdrawn;
  const state = isPast ? 'had' : isAsked ? 'asked' : 'available';
  return { mode, spotsPerLesson, state, isWithdrawn };
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
