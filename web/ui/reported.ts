// Remembers which failures have been reported to the person, so that nothing is reported twice: the
// form and the global handlers check before they report.

/** The title and sentence of a failure that a form shows by itself. */
export interface ProblemWords {
  readonly title: string;
  /** Undefined if it stands at a field. */
  readonly description?: string;
}

const reported = new WeakMap<object, ProblemWords | null>();

/** `words` are those that the form is to show; null if a toast has shown them. */
export function markReported(error: unknown, words: ProblemWords | null = null): void {
  if (typeof error === 'object' && error !== null) reported.set(error, words);
}

export function wasReported(error: unknown): boolean {
  return typeof error === 'object' && error !== null && reported.has(error);
}

/** What the form is to say about a failure; null if it was not left to the form. */
export function wordsOfReport(error: unknown): ProblemWords | null {
  return typeof error === 'object' && error !== null ? (reported.get(error) ?? null) : null;
}
