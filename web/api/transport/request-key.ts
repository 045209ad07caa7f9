// Idempotency keys, by which the server recognises a repeated request.

const keys = new WeakMap<object, string>();

/** 128 random bits; crypto.randomUUID exists only on secure origins. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** One key for each object: every attempt of a mutation receives the same variables. */
export function keyOfMutation(variables: object): string {
  const known = keys.get(variables);
  if (known !== undefined) return known;
  const key = randomKey();
  keys.set(variables, key);
  return key;
}

export interface Keyring {
  readonly keyFor: (variables: object) => string;
  /** The request has been carried out: sending the same content again is a new request. */
  readonly answered: () => void;
}

/**
 * Idempotency keys for the requests of one form. Unchanged content keeps its key until a response
 * arrives, even if somebody presses the button again after a failure: the first request may have
 * been carried out and only its response lost.
 */
export function createKeyring(): Keyring {
  let last = { content: '', key: '' };
  return {
    keyFor(variables) {
      const content = JSON.stringify(variables);
      if (content !== last.content) last = { content, key: randomKey() };
      return last.key;
    },
    answered() {
      last = { content: '', key: '' };
    },
  };
}
