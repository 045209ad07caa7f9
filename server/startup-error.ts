// The one error that a start may end with on purpose.

/** A start that cannot go on: one sentence that the operator can act on. */
export class StartupError extends Error {
  override name = 'StartupError';
}
