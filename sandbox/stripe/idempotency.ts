// Stores answers by Idempotency-Key, so that a repeated call has no second effect.
import { StripeFailure } from './failure.ts';

const LIFE_MS = 24 * 3600 * 1000;
const MAX_KEY_LENGTH = 255;

export interface Answer {
  readonly status: number;
  readonly body: object;
  readonly requestId: string;
}

export interface Call {
  readonly path: string;
  readonly body: string;
}

interface RememberedCall extends Call {
  /** Null while the first call is in progress. */
  answer: Answer | null;
  readonly at: number;
}

export class Idempotency {
  readonly #remembered = new Map<string, RememberedCall>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Returns the first answer if the call is a repeat. Otherwise returns null and registers the call
   * as in progress. Throws a StripeFailure.
   */
  begin(key: string, call: Call): Answer | null {
    if (key.length > MAX_KEY_LENGTH)
      throw new StripeFailure(
        400,
        `Idempotency keys can be up to ${MAX_KEY_LENGTH} characters long.`,
      );
    const entry = this.#remembered.get(key);
    if (entry === undefined || entry.at + LIFE_MS <= this.#now()) {
      this.#remembered.set(key, { ...call, answer: null, at: this.#now() });
      return null;
    }
    if (entry.path !== call.path)
      throw conflict(400, 'Keys can only be used for the same endpoint they were first used for.');
    if (entry.body !== call.body)
      throw conflict(
        400,
        'Keys can only be used with the same parameters they were first used with.',
      );
    if (entry.answer === null)
      throw conflict(
        409,
        `There is currently another in-progress request using this Idempotency Key: ${key}. Please try again later.`,
        'idempotency_key_in_use',
      );
    return entry.answer;
  }

  /** Stores the answer of a completed call. */
  keep(key: string, answer: Answer): void {
    const entry = this.#remembered.get(key);
    if (entry !== undefined) entry.answer = answer;
  }

  /** Forgets a refused call, which had no effect. */
  forget(key: string): void {
    this.#remembered.delete(key);
  }
}

function conflict(status: number, message: string, code?: string): StripeFailure {
  return new StripeFailure(status, message, {
    type: 'idempotency_error',
    ...(code === undefined ? {} : { code }),
  });
}
