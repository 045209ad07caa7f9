// Identifies the caller by the bearer token, on every call, so that a sign-out counts at once.
import type { Audience } from '../../domain/endpoint.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Context } from '../engine/context.ts';
import { type Actor, endChainOfDeadToken, findActiveSession } from '../sessions/sessions.ts';

const tokenOf = (authorization: string | undefined) =>
  /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];

/**
 * The actor of an Authorization header; null if its token has no active session. Throws
 * unauthenticated without a token and forbidden for a session of the other audience.
 */
export async function requireActor(
  context: Context,
  authorization: string | undefined,
  audience: Audience,
): Promise<Actor | null> {
  const token = tokenOf(authorization);
  if (token === undefined)
    throw new Refusal('unauthenticated', { headers: { 'www-authenticate': 'Bearer' } });
  const actor = await findActiveSession(context, token);
  if (actor !== null && actor.audience !== audience) throw new Refusal('forbidden');
  return actor;
}

/** Signs out with an expired token, which ends the sessions renewed from it. */
export async function signOutDeadToken(
  context: Context,
  authorization: string | undefined,
  audience: Audience,
): Promise<void> {
  const accessToken = tokenOf(authorization);
  if (accessToken !== undefined) await endChainOfDeadToken(context, { accessToken, audience });
}
