// call(endpoint, options): the one way from the web app to the server. Adds the caller's session and the endpoint's own
// retries; knows nothing of toasts or pages.
import type { Audience } from '../../../domain/account.ts';
import type { AnswerOf, Endpoint, RetryRule } from '../../../domain/endpoint.ts';
import {
  AuthenticationError,
  ApiError,
  FAILURE_TEXTS,
  isAbort,
  isWorthRetrying,
  NetworkError,
} from './failures.ts';
import { freshSession } from './renewal.ts';
import { readSession } from './session.ts';
import { send, type CallOptions } from './send.ts';

/** The options may be left out where every part of them may. */
type Given<E extends Endpoint> =
  Partial<CallOptions<E>> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

/**
 * Calls an endpoint and answers its parsed JSON. Throws ValidationError, AuthenticationError, AuthorizationError, ApiError
 * or NetworkError (failures.ts), or the abort of `signal`. A call for signed-in people fails with 'Authentication
 * required', without a request, when nobody is signed in.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[options]: Given<E>): Promise<AnswerOf<E>> {
  // Left out only where every part is optional.
  const given = options ?? ({} as CallOptions<E>);
  const { attempts, delayMs, isSteady = false }: RetryRule = endpoint.retry ?? { attempts: 1, delayMs: 0 };
  for (let attempt = 1; ; attempt++) {
    try {
      // Attempts follow one another by their nature.
      // oxlint-disable-next-line no-await-in-loop
      return await attemptCall(endpoint, given);
    } catch (error) {
      if (attempt >= attempts || !isWorthRetrying(error)) throw asFailure(error);
    }
    // oxlint-disable-next-line no-await-in-loop
    await pause(isSteady ? delayMs : delayMs * attempt, given.signal);
  }
}

async function attemptCall<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<AnswerOf<E>> {
  if (endpoint.auth === 'none') return send(endpoint, options, null);
  const token = await liveToken(endpoint.auth);
  try {
    return await send(endpoint, options, token);
  } catch (error) {
    // A renewal, here or in another tab, may have ended this token while the request was on its way.
    if (!(error instanceof AuthenticationError)) throw error;
    const renewed = readSession(endpoint.auth)?.session.access_token;
    if (renewed === undefined || renewed === token) throw error;
    return send(endpoint, options, renewed);
  }
}

async function liveToken(audience: Audience): Promise<string> {
  const held = await freshSession(audience);
  if (held !== null) return held.session.access_token;
  throw new AuthenticationError(FAILURE_TEXTS.signedOut, { status: 401, code: 'unauthenticated' }, audience);
}

function asFailure(error: unknown): Error {
  if (error instanceof ApiError || error instanceof NetworkError) return error;
  if (error instanceof Error && isAbort(error)) return error;
  const failure = new ApiError(FAILURE_TEXTS.unexpected, { status: 500 });
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
