// call(endpoint, options): the one way from the web app to the server. Adds the caller's session and the endpoint's own
// retries; knows nothing of toasts or pages.
import type { Audience } from '../../../domain/account.ts';
import type { AnswerOf, Endpoint } from '../../../domain/endpoint.ts';
import { withAttempts } from './attempts.ts';
import { AuthenticationError, signedOut } from './failures.ts';
import { freshSession } from './renewal.ts';
import { readSession } from './session.ts';
import { send, type CallOptions } from './send.ts';

/** The options may be left out where every part of them may. */
type Given<E extends Endpoint> =
  Partial<CallOptions<E>> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

/**
 * Calls an endpoint and returns its parsed JSON. Throws ValidationError, AuthenticationError, AuthorizationError, ApiError
 * or NetworkError (failures.ts), or the abort of `signal`. A call for signed-in people fails with 'Authentication
 * required', without a request, when nobody is signed in.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[options]: Given<E>): Promise<AnswerOf<E>> {
  // Left out only where every part is optional.
  const given = options ?? ({} as CallOptions<E>);
  return withAttempts(endpoint, given.signal, () => attemptCall(endpoint, given));
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
  throw signedOut(audience);
}
