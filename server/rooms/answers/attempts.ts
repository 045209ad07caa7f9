// Stored answers to questions, and how students see their own.
import type { Attempt } from '../../../domain/rooms/attempt.ts';
import { type AskedState, roomState } from '../../../domain/rooms/room.ts';
import { toIso } from '../../../domain/time.ts';
import type { Db } from '../../engine/database.ts';
import type { StoredMarking } from './mark.ts';

/** The columns of AttemptRow. */
export const attemptColumns = [
  'attempts.id as id',
  'attempts.item_id as item_id',
  'mode',
  'attempts.round as round',
  'try',
  'answer',
  'marking',
  'result',
  'given_at',
] as const;

/** All attempts, with the columns of `toAttempt`. */
export const attemptsOf = (db: Db) => db.selectFrom('attempts').select(attemptColumns);

export interface AttemptRow {
  readonly id: string;
  readonly item_id: string;
  readonly mode: Attempt['mode'];
  readonly round: number | null;
  readonly try: number;
  readonly answer: string;
  readonly marking: string;
  readonly result: Attempt['result'];
  readonly given_at: number;
}

/** While a question is open, its live answers show no result. */
export function toAttempt(row: AttemptRow, isOpen: boolean): Attempt {
  // Written from these very types.
  const { reason, read, feedback } = JSON.parse(row.marking) as StoredMarking;
  const isHidden = isOpen && row.mode === 'live';
  return {
    id: row.id,
    Item_ID: row.item_id,
    mode: row.mode,
    round: row.round,
    try: row.try,
    answer: JSON.parse(row.answer) as Attempt['answer'],
    given_at: toIso(row.given_at),
    result: isHidden ? null : row.result,
    reason: isHidden ? null : reason,
    read,
    feedback: isHidden ? [] : [...feedback],
  };
}

/**
 * The first result of a student at a question, without practice; null before one. Answers that
 * were not marked yet do not count. The attempts are sorted, oldest first.
 */
export function firstResult(
  attempts: readonly Pick<AttemptRow, 'mode' | 'result'>[],
): Attempt['result'] {
  return attempts.find(({ mode, result }) => mode !== 'revise' && result !== null)?.result ?? null;
}

/** Whether the tutor has not revealed the question of this attempt. */
export function isStillOpen(
  asked: { readonly state: AskedState | null; readonly starts_at: number | null },
  now: number,
): boolean {
  if (asked.state === null || asked.state === 'revealed' || asked.starts_at === null) return false;
  return roomState({ starts_at: toIso(asked.starts_at) }, now) !== 'after';
}
