// Stored answers to questions, and how students see their own.
import { type QuestionFacts, isAnswerVisible } from '../../../domain/rooms/room.ts';
import { toIso } from '../../../domain/time.ts';
import type { Attempt } from '../../../domain/topics/attempt.ts';
import type { LessonStarts } from '../../booking/slips.ts';
import type { Db } from '../../engine/database.ts';
import type { StoredMarking } from '../../topics/mark.ts';
import { roomStart } from '../room-start.ts';

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

/** With `hides`, nothing says whether the answer is right. */
export function toAttempt(row: AttemptRow, hides: boolean): Attempt {
  // Written from these very types.
  const { reason, read, feedback } = JSON.parse(row.marking) as StoredMarking;
  return {
    id: row.id,
    Item_ID: row.item_id,
    mode: row.mode,
    round: row.round,
    try: row.try,
    answer: JSON.parse(row.answer) as Attempt['answer'],
    given_at: toIso(row.given_at),
    result: hides ? null : row.result,
    reason: hides ? null : reason,
    read,
    feedback: hides ? null : [...feedback],
  };
}

/**
 * The first result of a student at a question, without practice; null before one. Answers that
 * were not marked yet do not count. The attempts are sorted, oldest first.
 */
export function firstResult(attempts: Pick<AttemptRow, 'mode' | 'result'>[]): Attempt['result'] {
  return attempts.find(({ mode, result }) => mode !== 'revise' && result !== null)?.result ?? null;
}

/** The columns of the question that a live answer was given to; null for other answers. */
export const questionColumns = [
  'state',
  'asked_at',
  'revealed_at',
  'starts_at',
  'moved_from',
] as const;

type StoredFacts = QuestionFacts & LessonStarts;

/**
 * Whether an answer is hidden because its question is not revealed. `openSince` is that of the
 * student and the item.
 */
export function isHidden(
  {
    state,
    asked_at,
    revealed_at,
    starts_at,
    moved_from,
  }: { readonly [Fact in keyof StoredFacts]: StoredFacts[Fact] | null },
  openSince: number | null,
  now: number,
): boolean {
  // Only a live answer has a question that was asked, in a lesson.
  if (state === null || asked_at === null || starts_at === null) return false;
  const facts = { state, asked_at, revealed_at };
  const start = roomStart({ starts_at, moved_from }, now);
  return !isAnswerVisible({ ...facts, starts_at: start }, openSince, now);
}
