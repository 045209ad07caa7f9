// call(endpoint, options): the one way from the web app to the server, with the caller's session,
// which is renewed once half of its life is gone. Knows nothing of toasts or pages; retries are the
// query layer's.
import { isDueForRenewal, type Audience } from '../../../domain/account.ts';
import type { AnswerOf, Endpoint } from '../../../domain/endpoint.ts';
import { adminRefresh, refresh } from '../../../domain/endpoints/sign-in.ts';
import { SESSION_SECONDS } from '../../../domain/limits.ts';
import { ApiError, AuthenticationError, NetworkError, signedOut } from './failures.ts';
import { clearSession, readSession, saveSession, type Held } from './session.ts';
import { send, type CallOptions } from './send.ts';

/** The options may be left out where every part of them may. */
type Given<E extends Endpoint> =
  Partial<CallOptions<E>> extends CallOptions<E>
    ? [options?: CallOptions<E>]
    : [options: CallOptions<E>];

/**
 * Calls an endpoint once and returns its parsed JSON. Throws ValidationError, AuthenticationError,
 * AuthorizationError, ApiError or NetworkError (failures.ts), or the abort of `signal`. A call for
 * signed-in people fails with 'Authentication required', without a request, when nobody is signed
 * in.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[given]: Given<E>
): Promise<AnswerOf<E>> {
  // Left out only where every part is optional.
  const options = given ?? ({} as CallOptions<E>);
  if (endpoint.auth === 'none') return send(endpoint, options, null);
  const token = await freshToken(endpoint.auth);
  try {
    return await send(endpoint, options, token);
  } catch (error) {
    // A renewal, here or in another tab, may have ended this token while the request was on its
    // way.
    if (!(error instanceof AuthenticationError)) throw error;
    const renewed = readSession(endpoint.auth)?.session.access_token;
    if (renewed === undefined || renewed === token) throw error;
    return send(endpoint, options, renewed);
  }
}

/**
 * The access token of the live session, renewed first when that is due. Throws an
 * AuthenticationError where there is none.
 */
export async function freshToken(audience: Audience): Promise<string> {
  if (isDue(audience)) {
    const renewal = renewals.get(audience) ?? renewInTurn(audience);
    renewals.set(audience, renewal);
    await renewal;
  }
  const held = readSession(audience);
  if (held === null) throw signedOut(audience);
  return held.session.access_token;
}

const renewals = new Map<Audience, Promise<void>>();

function isDue(audience: Audience): boolean {
  const held = readSession(audience);
  return held !== null && isDueForRenewal(held.session, SESSION_SECONDS[audience], Date.now());
}

/**
 * A refresh token used twice ends the session, so tabs take turns and look again at what the one
 * before has stored.
 */
async function renewInTurn(audience: Audience): Promise<void> {
  try {
    const locks = globalThis.navigator?.locks;
    // Browsers offer locks only on secure addresses; elsewhere one tab at a time has to do.
    if (locks === undefined) await renew(audience);
    else await locks.request(`renew-${audience}-session`, () => renew(audience));
  } finally {
    renewals.delete(audience);
  }
}

async function renew(audience: Audience): Promise<void> {
  const held = readSession(audience);
  if (held === null || !isDue(audience)) return;
  const { refresh_token } = held.session;
  try {
    const renewed = await requestRenewal(audience, refresh_token);
    // Somebody may have signed out, or in, while the answer was on its way.
    if (readSession(audience)?.session.refresh_token === refresh_token)
      saveSession(audience, renewed);
  } catch (error) {
    if (isRefusal(error)) clearSession(audience);
    // Not answered: the session is good for half of its life yet, and the next call tries again.
    else if (!(error instanceof ApiError) && !(error instanceof NetworkError)) throw error;
  }
}

/** Anything else may have come from a network that stands in the server's place. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'rate_limited') return false;
  return error.status >= 400 && error.status < 500;
}

function requestRenewal(audience: Audience, refresh_token: string): Promise<Held> {
  const endpoint = audience === 'family' ? refresh : adminRefresh;
  return send<typeof refresh | typeof adminRefresh>(endpoint, { body: { refresh_token } }, null);
}
