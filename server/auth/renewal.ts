// Renewing a session: its refresh token is swapped for a new one, once.
import type { Audience, Session } from '../../domain/account.ts';
import { type Context, transact } from '../engine/context.ts';
import type { Tx } from '../engine/database.ts';
import { hashOf } from '../ids.ts';
import { lockAccount } from './credentials.ts';
import { type ActorOf, endLive, findLiveOfChain, startSession } from './sessions.ts';
import { idOf, rootOf } from './session-tokens.ts';

/** A refresh token of a chain that is live. */
export interface Renewal<A extends Audience> {
  readonly actor: ActorOf<A>;
  readonly refreshToken: string;
  /** Whether it is the chain's latest; any other was swapped before. */
  readonly isLatest: boolean;
}

/**
 * Whose refresh token this is; null when it is none of this audience, or nothing of its chain is
 * live.
 */
export async function findRenewal<A extends Audience>(
  context: Context,
  { audience, refreshToken }: { readonly audience: A; readonly refreshToken: string },
): Promise<Renewal<A> | null> {
  const { db } = context.database;
  const refreshHash = hashOf(refreshToken);
  const root = rootOf(refreshToken);
  const known = db.selectFrom('sessions').select('chain').where('refresh_hash', '=', refreshHash);
  const live = await findLiveOfChain(context, audience, root === null ? known : idOf(root));
  return live === null
    ? null
    : { actor: live.actor, refreshToken, isLatest: live.refreshHash === refreshHash };
}

/**
 * Swaps the token for a new session. Null when it was swapped before: that ends its whole chain,
 * because one of its two holders is a thief.
 */
export async function renewSession(
  context: Context,
  { actor, refreshToken }: Pick<Renewal<Audience>, 'actor' | 'refreshToken'>,
): Promise<Session | null> {
  const chain = { id: actor.chain, root: rootOf(refreshToken) };
  return transact(context, async (work) => {
    const { tx, now } = work;
    // The account before its sessions, as everybody does who ends them.
    if ((await lockAccount(tx, actor)) === null) return null;
    const { numUpdatedRows } = await tx
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('refresh_hash', '=', hashOf(refreshToken))
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) {
      await endLive(work, 'chain', chain.id);
      return null;
    }
    if (chain.root !== null) await forgetEnded(tx, chain.id);
    return startSession(work, actor, chain);
  });
}

/** So many are kept for those who sign out with a token of some renewals ago. */
const ENDED_KEPT = 5;

/**
 * Forgets the sessions of a chain that ended long ago. A second use of their refresh tokens is
 * known by the root.
 */
async function forgetEnded(tx: Tx, chain: string): Promise<void> {
  const kept = tx
    .selectFrom('sessions')
    .select('id')
    .where('chain', '=', chain)
    .where('ended_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(ENDED_KEPT);
  await tx
    .deleteFrom('sessions')
    .where('chain', '=', chain)
    .where('ended_at', 'is not', null)
    .where('id', 'not in', kept)
    .execute();
}
