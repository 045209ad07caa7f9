// Bad days on demand: the API fails, hangs, drops connections, loses answers or is slow.

/**
 * `error` answers 500, `hang` never answers, `drop` closes the connection before anything is done,
 * `lose` does what was asked and closes the connection instead of answering.
 */
export type OutageKind = 'error' | 'hang' | 'drop' | 'lose';

export class Outage {
  #kind: OutageKind = 'error';
  #left = 0;
  /** Milliseconds that every call takes. */
  latencyMs = 0;

  /** The next `count` calls go wrong; Infinity until `end`. */
  start(kind: OutageKind, count: number): void {
    this.#kind = kind;
    this.#left = count;
  }

  end(): void {
    this.#left = 0;
  }

  /** What goes wrong with the call that has just come in. */
  take(): OutageKind | null {
    if (this.#left <= 0) return null;
    this.#left -= 1;
    return this.#kind;
  }
}
