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
