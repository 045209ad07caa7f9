// Simulated outages: the API fails, hangs, drops connections, loses answers or is slow.

/**
 * `error` answers 500, `hang` never answers, `drop` closes the connection before processing the
 * call, `lose` processes the call and closes the connection without an answer.
 */
export type OutageKind = 'error' | 'hang' | 'drop' | 'lose';

export class Outage {
  #kind: OutageKind = 'error';
  #left = 0;
  /** Milliseconds added to every call. */
  latencyMs = 0;

  /** Makes the next `count` calls fail; Infinity means until `end`. */
  start(kind: OutageKind, count: number): void {
    this.#kind = kind;
    this.#left = count;
  }

  end(): void {
    this.#left = 0;
  }

  /** The outage of the call that has just come in, if any. */
  take(): OutageKind | null {
    if (this.#left <= 0) return null;
    this.#left -= 1;
    return this.#kind;
  }
}
