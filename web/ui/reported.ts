// Remembers which failures have been reported to the person, so that nothing is reported twice: the
// form and the global handlers check before they report.

const reported = new WeakSet<object>();

export function markReported(error: unknown): void {
  if (typeof error === 'object' && error !== null) reported.add(error);
}

export function wasReported(error: unknown): boolean {
  return typeof error === 'object' && error !== null && reported.has(error);
}
