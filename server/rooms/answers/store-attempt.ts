// Marks answers to questions and stores them, each request once.
import { Refusal } from '../../../domain/errors.ts';
import type { Answer } from '../../../domain/topics/attempt.ts';
import type { TutorQuestion } from '../../../domain/topics/question.ts';
import { hashOf, newId } from '../../base/ids.ts';
import { type Context, type Work, runGuarded } from '../../engine/context.ts';
import type { RequestKey } from '../../engine/idempotency.ts';
import type { FamilyActor } from '../../sessions/sessions.ts';
import { mark } from '../../topics/mark.ts';
import { attemptColumns, type AttemptRow, attemptsOf } from './attempts.ts';

/** Who answers what. */
interface AttemptPlace {
  readonly student_id: string;
  readonly item_id: string;
  readonly mode: AttemptRow['mode'];
  readonly lesson_id: string | null;
  readonly asked_id: string | null;
  readonly round: number | null;
}

interface GivenAnswer {
  place: AttemptPlace;
  question: TutorQuestion;
  answer: Answer;
  requestKey: RequestKey;
}

interface StoredAttempt {
  readonly row: AttemptRow;
  readonly isRepeat: boolean;
}

/**
 * Runs a transaction that stores an attempt or its points. Of two at once that take the same key or
 * the same try, or tick the same points, one finds what the other has stored.
 */
export const storeGuarded = <Result>(
  context: Context<FamilyActor>,
  store: (work: Work<FamilyActor>) => Promise<Result>,
): Promise<Result> => runGuarded(context, store, async () => {});

/**
 * Marks an answer and stores it as the try that `accept` returns. A repeat with the same key gets
 * the stored attempt instead. Throws what `accept` throws, idempotency_key_reused, or
 * validation_failed for an answer that cannot be read.
 */
export async function storeAttempt(
  { tx, now, actor }: Work<FamilyActor>,
  { place, question, answer, requestKey: { key, scope } }: GivenAnswer,
  accept: () => Promise<number>,
): Promise<StoredAttempt> {
  const request_hash = key === null ? null : hashOf(`${scope} ${key}`);
  const values = { ...place, answer: JSON.stringify(answer) };
  if (request_hash !== null) {
    const stored = await attemptsOf(tx)
      .select(['student_id', 'lesson_id', 'asked_id'])
      .where('request_hash', '=', request_hash)
      .executeTakeFirst();
    if (stored !== undefined) {
      const isRepeat = Object.entries(values).every(
        ([column, value]) => stored[column as keyof typeof values] === value,
      );
      if (!isRepeat) throw new Refusal('idempotency_key_reused');
      return { row: stored, isRepeat };
    }
  }
  const number = await accept();
  const { result, marking } = mark(question, answer);
  const row = await tx
    .insertInto('attempts')
    .values({
      ...values,
      id: newId(),
      family_id: actor.familyId,
      try: number,
      marking: JSON.stringify(marking),
      result,
      request_hash,
      given_at: now,
    })
    .returning(attemptColumns)
    .executeTakeFirstOrThrow();
  return { row, isRepeat: false };
}
