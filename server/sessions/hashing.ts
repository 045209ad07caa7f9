// Argon2id for passwords, in the PHC string form that names its own parameters.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

import { Refusal } from '../../domain/errors.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

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
 * How many calls may queue for that, for some seconds at most, and how many of them may be of one
 * caller: an account, or the network of a client address. Any further call is refused at once
 * instead of waiting.
 */
export const HASH_QUEUE = { max: 100, maxOfCaller: 20 } as const;

/** Fewer at once: a call that stores a number or an enquiry adds two, one after the other. */
export const MARK_QUEUE = { max: 100, maxOfCaller: 4 } as const;

type Start = () => void;

const passwords = createFairQueue<Start>(HASH_QUEUE);

const marks = createFairQueue<Start>(MARK_QUEUE);

let computing = 0;

let wasPassword = false;

/** Passwords and marks take turns, so that neither keeps the other waiting. */
function takeNext(): Start | undefined {
  const [first, second] = wasPassword ? [marks, passwords] : [passwords, marks];
  const own = first.take();
  if (own !== undefined) wasPassword = !wasPassword;
  return own ?? second.take();
}

/** Waits for a turn. Throws service_unavailable if the queue, or the caller's share, is full. */
async function inTurn<T>(
  queue: FairQueue<Start>,
  caller: string,
  compute: () => Promise<T>,
): Promise<T> {
  if (computing === MAX_AT_ONCE)
    await new Promise<void>((resolve, reject) => {
      if (!queue.add(caller, resolve)) reject(new Refusal('service_unavailable'));
    });
  else computing += 1;
  try {
    return await compute();
  } finally {
    // The slot passes to the next in the queue, so that no newcomer overtakes it.
    const next = takeNext();
    if (next === undefined) computing -= 1;
    else next();
  }
}

interface HashCosts {
  memory: number;
  passes: number;
  parallelism: number;
}

const tagOf = (text: string, salt: Buffer, costs: HashCosts) =>
  derive('argon2id', { message: text, nonce: salt, ...costs, tagLength: TAG_BYTES });

/**
 * A salted hash such as `$argon2id$v=19$m=19456,t=2,p=1$...$...`. `caller` is the account or the
 * network whose share of the queue this takes.
 */
export async function hashPassword(password: string, caller: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { memory, passes, parallelism } = PARAMETERS;
  const tag = await inTurn(passwords, caller, () => tagOf(password, salt, PARAMETERS));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

// Computed once at start, from a random password.
const nobodysHash = hashPassword(randomBytes(SALT_BYTES).toString('hex'), 'the server');

/**
 * A hash of short text that could be guessed, such as a phone number: the same for one salt, and
 * slow enough that nobody can recover the text by trying every value.
 */
export async function fingerprintOf(text: string, salt: string, caller: string): Promise<string> {
  return unpadded(await inTurn(marks, caller, () => tagOf(text, Buffer.from(salt), PARAMETERS)));
}

/** Stored for a blocked admin, and until a person has chosen a password. None matches it. */
export const NO_PASSWORD = '';

/**
 * Whether the password matches the hash. Without a hash (an unknown account) or a password it takes
 * as long and returns false, so that timing reveals no account.
 */
export async function checkPassword(
  password: string,
  hash: string | null,
  caller: string,
): Promise<boolean> {
  const hasPassword = hash !== null && hash !== NO_PASSWORD;
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(
    hasPassword ? hash : await nobodysHash,
  );
  if (parts === null) throw new Error('a stored password hash is not in Argon2id form');
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  const expected = Buffer.from(tag, 'base64');
  const costs = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  };
  const got = await inTurn(passwords, caller, () =>
    tagOf(password, Buffer.from(salt, 'base64'), costs),
  );
  return timingSafeEqual(got, expected) && hasPassword;
}
