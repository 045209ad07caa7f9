// Session renewal: a refresh token is exchanged for a new one, once.
import type { Session } from '../../domain/auth/session.ts';
import type { Audience } from '../../domain/endpoint.ts';
import { hashOf } from '../base/ids.ts';
import { type Context, transact } from '../engine/context.ts';
import type { Tx } from '../engine/database.ts';
import { lockAccount } from './credentials.ts';
import { chainIdOf, rootOf } from './session-tokens.ts';
import { type ActorOf, endActiveSessions, findActiveOfChain, startSession } from './sessions.ts';

/** A refresh token of an active chain. */
interface Renewal<A extends Audience> {
  readonly actor: ActorOf<A>;
  readonly refreshToken: string;
  readonly root: string;
  /** Whether it is the chain's latest token; any other was exchanged before. */
  readonly isLatest: boolean;
}

/** The refresh token's chain; null if it is unknown in this audience or its chain has ended. */
export async function findRenewal<A extends Audience>(
  context: Context,
  { audience, refreshToken }: { audience: A; refreshToken: string },
): Promise<Renewal<A> | null> {
  const root = rootOf(refreshToken);
  const active = root === null ? null : await findActiveOfChain(context, audience, chainIdOf(root));
  if (root === null || active === null) return null;
  const isLatest = active.refreshHash === hashOf(refreshToken);
  return { actor: active.actor, refreshToken, root, isLatest };
}

/**
 * Exchanges the token for a new session. Null if it was exchanged before: that ends its whole
 * chain, because one of the token's two users is a thief.
 */
export async function renewSession(
  context: Context,
  { actor, refreshToken, root }: Omit<Renewal<Audience>, 'isLatest'>,
): Promise<Session | null> {
  const chain = { id: actor.chain, root };
  return transact(context, async (work) => {
    const { tx, now } = work;
    // The account is locked before its sessions, as everywhere that sessions end.
    const account = await lockAccount(tx, actor);
    if (account === null) return null;
    const { numUpdatedRows } = await tx
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('refresh_hash', '=', hashOf(refreshToken))
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) {
      await endActiveSessions(work, 'chain', chain.id);
      return null;
    }
    await deleteEndedSessions(tx, chain.id);
    return startSession(work, account, chain);
  });
}

/** How many ended sessions stay, so that a token of some renewals ago can still sign out. */
const MAX_ENDED = 5;

/**
 * Deletes the sessions of a chain that ended long ago. The root in their refresh tokens still
 * reveals a second use.
 */
async function deleteEndedSessions(tx: Tx, chain: string): Promise<void> {
  const recent = tx
    .selectFrom('sessions')
    .select('id')
    .where('chain', '=', chain)
    .where('ended_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MAX_ENDED);
  await tx
    .deleteFrom('sessions')
    .where('chain', '=', chain)
    .where('ended_at', 'is not', null)
    .where('id', 'not in', recent)
    .execute();
}
