// Argon2id for passwords, in the PHC string form that names its own parameters.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

import { Refusal } from '../../domain/errors.ts';

const derive = promisify(argon2);

// OWASP's minimum: 19 MiB of memory, two passes, one lane.
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/**
 * How many hashes are computed at once. One core and one of Node's four pool threads stay free for
 * everything else, however many people sign in.
 */
const MAX_AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1));
/**
 * How many calls may queue for that, for some seconds at most. Any further call is refused at once
 * instead of waiting.
 */
export const MAX_WAITING = 100;
let computing = 0;
const waiting: (() => void)[] = [];

/** Waits for a turn, in the order of the calls. Throws service_unavailable if the queue is full. */
async function inTurn<T>(compute: () => Promise<T>): Promise<T> {
  if (waiting.length === MAX_WAITING) throw new Refusal('service_unavailable');
  if (computing === MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else computing += 1;
  try {
    return await compute();
  } finally {
    // The slot passes to the next in the queue, so that no newcomer overtakes it.
    const next = waiting.shift();
    if (next === undefined) computing -= 1;
    else next();
  }
}

function tagOf(
  password: string,
  salt: Buffer,
  memory: number,
  passes: number,
  parallelism: number,
) {
  return inTurn(() =>
    derive('argon2id', {
      message: password,
      nonce: salt,
      memory,
      passes,
      parallelism,
      tagLength: TAG_BYTES,
    }),
  );
}

/** A salted hash such as `$argon2id$v=19$m=19456,t=2,p=1$...$...`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { memory, passes, parallelism } = PARAMETERS;
  const tag = await tagOf(password, salt, memory, passes, parallelism);
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

// Computed once at start, from a random password.
const nobodysHash = hashPassword(randomBytes(SALT_BYTES).toString('hex'));

/**
 * A hash of short text that could be guessed, such as a phone number: the same for one salt, and
 * slow enough that nobody can recover the text by trying every value.
 */
export async function fingerprintOf(text: string, salt: string): Promise<string> {
  const { memory, passes, parallelism } = PARAMETERS;
  return unpadded(await tagOf(text, Buffer.from(salt), memory, passes, parallelism));
}

/** Stored while a person has not chosen a password yet. No password matches it. */
export const NO_PASSWORD = '';

/**
 * Whether the password matches the hash. Without a hash (an unknown account) or a password it takes
 * as long and returns false, so that timing reveals no account.
 */
export async function checkPassword(password: string, hash: string | null): Promise<boolean> {
  const isKnown = hash !== null && hash !== NO_PASSWORD;
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(
    isKnown ? hash : await nobodysHash,
  );
  if (parts === null) throw new Error('a stored password hash is not in Argon2id form');
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  const wanted = Buffer.from(tag, 'base64');
  const got = await tagOf(
    password,
    Buffer.from(salt, 'base64'),
    Number(memory),
    Number(passes),
    Number(parallelism),
  );
  return timingSafeEqual(got, wanted) && isKnown;
}
