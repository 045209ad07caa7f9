// A request that a client sends again, because its answer was lost, gets the first answer and has
// no further effect.
import { Refusal } from '../../domain/errors.ts';
import { HOUR_MS } from '../../domain/time.ts';
import { hashOf } from '../base/ids.ts';
import type { Work } from './context.ts';
import type { Tx } from './database.ts';

export const IDEMPOTENCY_HOURS = 24;

/** Identifies a request: two requests with an equal key are the same one. */
export interface RequestKey {
  /** The caller's Idempotency-Key; null if there is none, and then every request is new. */
  readonly key: string | null;
  /** The key's owner and call. */
  readonly scope: string;
  /** The parsed content of the request. */
  readonly content: unknown;
}

/** A request without a key. */
export const NEW_REQUEST: RequestKey = { key: null, scope: '', content: null };

/**
 * Runs `act` in the caller's transaction and stores its answer under the key; a repeat before the
 * key expires gets that answer instead. A concurrent repeat waits: the primary key decides. A
 * transaction that is rolled back stores nothing. Throws idempotency_key_reused if the key came
 * with different content.
 */
export async function answerOnce<Answer>(
  work: Work,
  request: RequestKey,
  act: () => Promise<Answer>,
): Promise<Answer> {
  const first = await claimRequest(work, request);
  // Stored below with this very type.
  if (first !== null) return JSON.parse(first) as Answer;
  const answer = await act();
  await storeAnswer(work, request, JSON.stringify(answer));
  return answer;
}

/** Like answerOnce, for what only the first request may go on with: a repeat gets null. */
export async function actOnce<Outcome>(
  work: Work,
  request: RequestKey,
  act: () => Promise<Outcome>,
): Promise<Outcome | null> {
  if ((await claimRequest(work, request)) !== null) return null;
  const outcome = await act();
  await storeAnswer(work, request, 'true');
  return outcome;
}

const hashOfKey = (scope: string, key: string) => hashOf(`${scope} ${key}`);

/** Locks the key. The answer of the first request; null if this is the first. */
async function claimRequest(
  { tx, now }: Work,
  { key, scope, content }: RequestKey,
): Promise<string | null> {
  if (key === null) return null;
  const content_hash = hashOf(JSON.stringify(content));
  const key_hash = hashOfKey(scope, key);
  // Only its own: others would make this call wait for theirs.
  await expiredKeysQuery(tx, now).where('key_hash', '=', key_hash).execute();
  // A write that changes nothing locks an existing row, so that it cannot expire before it is
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
  // Only a new request has no answer, because a rollback removes the row.
  return first.answer;
}

/** Deletes the keys that have expired. One that a request has just claimed anew stays. */
export async function deleteExpiredKeys({ tx, now }: Work): Promise<void> {
  await expiredKeysQuery(tx, now).execute();
}

const expiredKeysQuery = (tx: Tx, now: number) =>
  tx.deleteFrom('idempotency_keys').where('created_at', '<=', now - IDEMPOTENCY_HOURS * HOUR_MS);

async function storeAnswer(
  { tx }: Work,
  { key, scope }: RequestKey,
  answer: string,
): Promise<void> {
  if (key === null) return;
  await tx
    .updateTable('idempotency_keys')
    .set({ answer })
    .where('key_hash', '=', hashOfKey(scope, key))
    .execute();
}
