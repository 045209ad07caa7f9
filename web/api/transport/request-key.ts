// Keys that tell the server a repeated request from a new one.

const keys = new WeakMap<object, string>();

/** 128 random bits; crypto.randomUUID exists on secure addresses only. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** One key for each object: a mutation hands the same variables to each of its attempts. */
export function keyOf(variables: object): string {
  const known = keys.get(variables);
  if (known !== undefined) return known;
  const key = randomKey();
  keys.set(variables, key);
  return key;
}

export interface Keyring {
  readonly keyFor: (variables: object) => string;
  /** What was sent has been carried out: the same again is meant as another one. */
  readonly answered: () => void;
}

/**
 * Keys for the requests of one form: what is sent again unchanged keeps its key until it has been
 * answered, also when somebody presses the button again after a failure. The first may have been
 * carried out, and only its answer lost.
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
