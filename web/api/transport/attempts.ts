// Tries a call as often as its endpoint, or whoever makes it, says.
import type { Endpoint } from '../../../domain/endpoint.ts';
import { ApiError, isAbort, isWorthRetrying, NetworkError, UNEXPECTED } from './failures.ts';

/**
 * Returns what the first attempt that succeeds returns. Throws the last one's failure: an ApiError, a NetworkError or the
 * abort of `signal`.
 */
export async function withAttempts<T>(
  { retry: { attempts, delayMs, isSteady = false } = { attempts: 1, delayMs: 0 } }: Pick<Endpoint, 'retry'>,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      // Attempts follow one another by their nature.
      // oxlint-disable-next-line no-await-in-loop
      return await attempt();
    } catch (error) {
      if (count >= attempts || !isWorthRetrying(error)) throw asFailure(error);
    }
    // oxlint-disable-next-line no-await-in-loop
    await pause(isSteady ? delayMs : delayMs * count, signal);
  }
}

function asFailure(error: unknown): Error {
  if (error instanceof ApiError || error instanceof NetworkError) return error;
  if (error instanceof Error && isAbort(error)) return error;
  const failure = new ApiError(UNEXPECTED, { status: 500 });
  failure.cause = error;
  return failure;
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('The call was given up', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
