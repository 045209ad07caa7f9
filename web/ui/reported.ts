// Remembers which failures a person has already been told of, so that nobody is told twice: the form and the global
// handlers ask before they speak up.

const reported = new WeakSet<object>();

export function markReported(error: unknown): void {
  if (typeof error === 'object' && error !== null) reported.add(error);
}

export function wasReported(error: unknown): boolean {
  return typeof error === 'object' && error !== null && reported.has(error);
}
