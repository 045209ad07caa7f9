// The only error that may stop a start on purpose.

/** A failed start: one sentence that the operator can act on. */
export class StartupError extends Error {
  override name = 'StartupError';
}
