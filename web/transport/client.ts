// call(endpoint, options): the web app's only way to call the server. It uses the caller's session
// and renews it once half of its lifetime is over. It knows nothing about toasts or pages; retries
// belong to the query layer.
import { isDueForRenewal, SESSION_SECONDS } from '../../domain/auth/session.ts';
import { adminRefresh, refresh } from '../../domain/auth/sign-in-endpoints.ts';
import type { AnswerOf, Endpoint, Audience } from '../../domain/endpoint.ts';
import { ApiError, AuthenticationError, NetworkError, signedOut } from './failures.ts';
import { type CallOptions, send } from './send.ts';
import {
  awaitReplaced,
  markReplaced,
  personOf,
  withLock,
  clearSession,
  readSession,
  saveSession,
  type StoredSession,
} from './session.ts';

/** The options may be omitted if all of their parts may. */
type OptionsArgument<E extends Endpoint> =
  Partial<CallOptions<E>> extends CallOptions<E>
    ? [options?: CallOptions<E>]
    : [options: CallOptions<E>];

/**
 * Calls an endpoint once and returns its parsed JSON. Throws ValidationError, AuthenticationError,
 * AuthorizationError, ApiError or NetworkError (failures.ts), or the abort of `signal`. A call that
 * needs a session fails without a request if nobody is signed in, with 'Authentication required'.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[callOptions]: OptionsArgument<E>
): Promise<AnswerOf<E>> {
  // Omitted only if every part is optional.
  const options = callOptions ?? ({} as CallOptions<E>);
  if (endpoint.auth === 'none') return send(endpoint, options, null);
  const person = personOf(endpoint.auth);
  const token = await ensureFreshToken(endpoint.auth);
  abortUnless(endpoint.auth, person);
  try {
    return await send(endpoint, options, token);
  } catch (error) {
    // A renewal, here or in another tab, may have replaced this token during the request.
    if (!(error instanceof AuthenticationError)) throw error;
    await awaitReplaced(endpoint.auth);
    const renewed = readSession(endpoint.auth)?.session.access_token;
    if (renewed === undefined || renewed === token) throw error;
    abortUnless(endpoint.auth, person);
    return send(endpoint, options, renewed);
  }
}

/**
 * Throws an abort if somebody else has signed in since: the call would act for them, and its
 * failure would sign them out.
 */
function abortUnless(audience: Audience, person: string | undefined): void {
  if (personOf(audience) !== person) throw new DOMException('', 'AbortError');
}

/**
 * The access token of the active session, renewed first when due. Throws an AuthenticationError if
 * there is none.
 */
export async function ensureFreshToken(audience: Audience): Promise<string> {
  if (isDue(audience)) {
    const renewal = renewals.get(audience) ?? renewInTurn(audience);
    renewals.set(audience, renewal);
    await renewal;
  }
  const stored = readSession(audience);
  if (stored === null) throw signedOut(audience);
  return stored.session.access_token;
}

const renewals = new Map<Audience, Promise<void>>();

function isDue(audience: Audience): boolean {
  const stored = readSession(audience);
  return stored !== null && isDueForRenewal(stored.session, SESSION_SECONDS[audience], Date.now());
}

/**
 * Reusing a refresh token ends the session, so tabs take turns and first check what the previous
 * one has stored.
 */
async function renewInTurn(audience: Audience): Promise<void> {
  try {
    await withLock(`renew-${audience}-session`, () => renew(audience));
  } finally {
    renewals.delete(audience);
  }
}

async function renew(audience: Audience): Promise<void> {
  await awaitReplaced(audience);
  const stored = readSession(audience);
  if (stored === null || !isDue(audience)) return;
  const { refresh_token } = stored.session;
  // Somebody may sign out or in during the request.
  const isStored = () => readSession(audience)?.session.refresh_token === refresh_token;
  try {
    const renewed = await requestRenewal(audience, refresh_token);
    await markReplaced(refresh_token);
    if (isStored()) saveSession(audience, renewed);
  } catch (error) {
    // No response: the session remains valid for half of its lifetime, and the next call tries
    // again.
    if (isRefusal(error) && isStored()) clearSession(audience);
    else if (!(error instanceof ApiError) && !(error instanceof NetworkError)) throw error;
  }
}

/** Anything else may come from a captive portal instead of the server. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'rate_limited') return false;
  return error.status >= 400 && error.status < 500;
}

function requestRenewal(audience: Audience, refresh_token: string): Promise<StoredSession> {
  const endpoint = audience === 'family' ? refresh : adminRefresh;
  return send<typeof refresh | typeof adminRefresh>(endpoint, { body: { refresh_token } }, null);
}
