// Requests that are sent again, because their answer was lost, are answered as the first time and
// do nothing.
import { Refusal } from '../domain/errors.ts';
import { IDEMPOTENCY_HOURS } from '../domain/limits.ts';
import type { Work } from './engine/context.ts';
import { hashOf } from './ids.ts';

/** What makes two requests the same one. */
export interface RequestKey {
  /** The caller's Idempotency-Key; null when there is none, and then every request is a new one. */
  readonly key: string | null;
  /** Whose key, and for which call. */
  readonly scope: string;
  /** What is asked for, as parsed. */
  readonly content: unknown;
}

/** A request without a key. */
export const NEW_REQUEST: RequestKey = { key: null, scope: '', content: null };

/**
 * Runs `act` in the caller's transaction and remembers its answer with the key; a repeat within the
 * hours of memory gets that answer instead. A repeat in flight at the same time waits: the primary
 * key decides. Nothing is remembered of a transaction that is undone. Throws idempotency_key_reused
 * when the key came with something else.
 */
export async function once<Answer>(
  { tx, now }: Work,
  { key, scope, content }: RequestKey,
  act: () => Promise<Answer>,
): Promise<Answer> {
  if (key === null) return act();
  const key_hash = hashOf(`${scope} ${key}`);
  const content_hash = hashOf(JSON.stringify(content));
  await tx
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', now - IDEMPOTENCY_HOURS * 3_600_000)
    .execute();
  // A write that changes nothing of one that is there holds it: it is not forgotten before it is
  // answered.
  const first = await tx
    .insertInto('idempotency_keys')
    .values({ key_hash, content_hash, answer: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('key_hash')
        .doUpdateSet((eb) => ({ answer: eb.ref('idempotency_keys.answer') })),
    )
    .returning(['content_hash', 'answer'])
    .executeTakeFirstOrThrow();
  if (first.content_hash !== content_hash) throw new Refusal('idempotency_key_reused');
  // Written below from this very type. Only a request that is new has none: one that is undone is
  // not remembered.
  if (first.answer !== null) return JSON.parse(first.answer) as Answer;
  const answer = await act();
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('key_hash', '=', key_hash)
    .execute();
  return answer;
}
