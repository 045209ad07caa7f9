// Idempotency keys, by which the server recognises a repeated request. Every attempt at a
// submission sends the same key; what differs is when a key dies:
// - sendOnce, for forms: once the server has confirmed it, or with other content. Until then,
//   pressing the button again repeats the request, which may have been carried out although its
//   response was lost: nothing else would stop a second lesson or payment.
// - keyOfMutation, for bookings: with the mutation. After a failure the lists load again and show
//   what was carried out. A key that lived on would get the old "booked" again although somebody
//   has cancelled since.
// - An answer to a question stores a randomKey beside it on the device, and takes it along.
import { useState } from 'react';

/** 128 random bits; crypto.randomUUID exists only on secure origins. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

const keys = new WeakMap<object, string>();

/** One key for each object: every attempt of a mutation receives the same variables. */
export function keyOfMutation(variables: object): string {
  const existing = keys.get(variables);
  if (existing !== undefined) return existing;
  const key = randomKey();
  keys.set(variables, key);
  return key;
}

/** Sends a request with the key of its content. */
export type SendOnce = <Answer>(
  content: object,
  send: (idempotencyKey: string) => Promise<Answer>,
) => Promise<Answer>;

/** `sendOnce(content, (idempotencyKey) => call(...))` for the requests of one form. */
export function useSendOnce(): SendOnce {
  const [sendOnce] = useState(createSendOnce);
  return sendOnce;
}

export function createSendOnce(): SendOnce {
  let last = { content: '', key: '' };
  return async (request, send) => {
    const content = JSON.stringify(request);
    if (content !== last.content) last = { content, key: randomKey() };
    const answer = await send(last.key);
    last = { content: '', key: '' };
    return answer;
  };
}
