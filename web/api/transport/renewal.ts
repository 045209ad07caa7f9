// Keeps a session alive while it is used: renews it once half of its life is gone, one tab at a time.
import { isDueForRenewal, type Audience } from '../../../domain/account.ts';
import { adminRefresh, refresh } from '../../../domain/endpoints/sign-in.ts';
import { SESSION_SECONDS } from '../../../domain/limits.ts';
import { ApiError, NetworkError } from './failures.ts';
import { clearSession, readSession, reloadSession, saveSession, type Held } from './session.ts';
import { send } from './send.ts';

const renewing = new Map<Audience, Promise<void>>();

/** The live session of an audience, renewed first when that is due; null when nobody is signed in. */
export async function freshSession<A extends Audience>(audience: A): Promise<Held<A> | null> {
  if (isDue(readSession(audience))) {
    const renewal = renewing.get(audience) ?? renewInTurn(audience);
    renewing.set(audience, renewal);
    await renewal;
  }
  return readSession(audience);

  function isDue(held: Held | null): boolean {
    return held !== null && isDueForRenewal(held.session, SESSION_SECONDS[audience], Date.now());
  }
}

/** A refresh token used twice ends the session, so tabs take turns and look again at what the one before has stored. */
async function renewInTurn(audience: Audience): Promise<void> {
  try {
    const locks = globalThis.navigator?.locks;
    // Browsers offer locks only on secure addresses; elsewhere one tab at a time has to do.
    if (locks === undefined) await renew(audience);
    else await locks.request(`renew-${audience}-session`, () => renew(audience));
  } finally {
    renewing.delete(audience);
  }
}

async function renew(audience: Audience): Promise<void> {
  reloadSession(audience);
  const held = readSession(audience);
  if (held === null || !isDueForRenewal(held.session, SESSION_SECONDS[audience], Date.now())) return;
  const { refresh_token } = held.session;
  try {
    const renewed = await requestRenewal(audience, refresh_token);
    // Whoever signed out or in while the answer was on its way stays so.
    if (readSession(audience)?.session.refresh_token === refresh_token) saveSession(audience, renewed);
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
