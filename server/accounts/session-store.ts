// Sessions: made at sign-in, renewed by rotation, ended by sign-out. Only hashes of their tokens are stored.
import { type CompiledQuery, createQueryId } from 'kysely';

import type { Audience, Session } from '../../domain/account.ts';
import { Refusal } from '../../domain/errors.ts';
import { SESSION_SECONDS } from '../../domain/limits.ts';
import { type Context, transact, type Work } from '../context.ts';
import type { Db, Tx } from '../db/database.ts';
import { hashOf, newId, newToken } from '../ids.ts';
import { holdAccount, type Owner, type Proven } from './credentials-store.ts';

/** The holder of a live session. `id` is the student's or the admin's. */
export interface Actor extends Owner {
  readonly chain: string;
}

/** The column that names the owner, for each audience. */
export const ownerColumn = { student: 'student_id', admin: 'admin_id' } as const;

/**
 * Starts a session for whoever knew the password. `alsoRequire` throws when that is not enough. Throws
 * invalid_credentials when the password has changed, or the account has gone, since it was checked.
 */
export async function signIn(
  context: Context,
  proven: Proven,
  alsoRequire: (work: Work) => Promise<void> = async () => {},
): Promise<Session> {
  return transact(context, async (work) => {
    const account = await holdAccount(work.tx, proven, proven.password_hash);
    if (account === null) throw new Refusal('invalid_credentials');
    await alsoRequire(work);
    return startSession(work, proven);
  });
}

/**
 * Starts a session, in a chain of its own unless one is renewed, and forgets the account's expired ones. The caller
 * holds the account's row: whoever ends the account's sessions would otherwise miss this one.
 */
export async function startSession(
  { tx, now }: Work,
  owner: Owner,
  chain: string = newId(),
): Promise<Session> {
  const expiresAt = Math.floor(now / 1000) + SESSION_SECONDS[owner.audience];
  const tokens = { access_token: newToken(), refresh_token: newToken() };
  await tx
    .deleteFrom('sessions')
    .where(ownerColumn[owner.audience], '=', owner.id)
    .where('expires_at', '<=', now)
    .execute();
  await tx
    .insertInto('sessions')
    .values({
      id: newId(),
      chain,
      student_id: owner.audience === 'student' ? owner.id : null,
      admin_id: owner.audience === 'admin' ? owner.id : null,
      access_hash: hashOf(tokens.access_token),
      refresh_hash: hashOf(tokens.refresh_token),
      created_at: now,
      expires_at: expiresAt * 1000,
      ended_at: null,
    })
    .execute();
  return { ...tokens, expires_at: expiresAt };
}

interface Owned {
  readonly student_id: string | null;
  readonly admin_id: string | null;
  readonly chain: string;
}

function toActor({ student_id, admin_id, chain }: Owned): Actor | null {
  if (student_id !== null) return { audience: 'student', id: student_id, chain };
  return admin_id === null ? null : { audience: 'admin', id: admin_id, chain };
}

/** Who holds this access token, if its session is live. */
export async function findLiveSession(
  { database: { db }, now }: Context,
  accessToken: string,
): Promise<Actor | null> {
  const parameters = [hashOf(accessToken), now];
  const { rows } = await db.executeQuery<Owned>({
    ...liveSessionQuery(db),
    parameters,
    queryId: createQueryId(),
  });
  return rows[0] === undefined ? null : toActor(rows[0]);
}

const liveSessionQueries = new WeakMap<Db, CompiledQuery<Owned>>();

/** The query that every call begins with, built once for each database; its parameters are a hash and an instant. */
function liveSessionQuery(db: Db): CompiledQuery<Owned> {
  const built = liveSessionQueries.get(db);
  if (built !== undefined) return built;
  const query = db
    .selectFrom('sessions')
    .select(['student_id', 'admin_id', 'chain'])
    .where('access_hash', '=', '')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', 0)
    .compile();
  liveSessionQueries.set(db, query);
  return query;
}

/** Ends every session of a chain: a sign-out. */
export async function endChain(context: Context, chain: string): Promise<void> {
  await transact(context, async (work) => {
    await hold(work.tx, 'chain', chain);
    await endLive(work, 'chain', chain);
  });
}

/**
 * Ends the chain that a dead access token came from, if it lives on: whoever signs out while the session is being
 * renewed still holds the token from before.
 */
export async function endChainOfDeadToken(
  context: Context,
  { accessToken, audience }: { readonly accessToken: string; readonly audience: Audience },
): Promise<void> {
  const row = await context.database.db
    .selectFrom('sessions')
    .select('chain')
    .where('access_hash', '=', hashOf(accessToken))
    .where(ownerColumn[audience], 'is not', null)
    .executeTakeFirst();
  if (row !== undefined) await endChain(context, row.chain);
}

type Group = 'chain' | (typeof ownerColumn)[Audience];

/**
 * Holds a group of sessions until the commit, by a write that changes nothing. Without it a renewal that is
 * under way would bring forth a session that whoever ends the group does not see yet.
 */
async function hold(tx: Tx, group: Group, id: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set((eb) => ({ ended_at: eb.ref('ended_at') }))
    .where(group, '=', id)
    .execute();
}

async function endLive({ tx, now }: Work, group: Group, id: string, exceptChain = ''): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where(group, '=', id)
    .where('chain', '!=', exceptChain)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Swaps a refresh token for a new session. Null when the token is not a live one of this audience; a
 * token that was already swapped also ends its whole chain, because one of its two holders is a thief.
 */
export async function renewSession(
  context: Context,
  { audience, refreshToken }: { readonly audience: Audience; readonly refreshToken: string },
): Promise<{ session: Session; ownerId: string } | null> {
  const refreshHash = hashOf(refreshToken);
  return transact(context, async (work) => {
    const { tx, now } = work;
    const known = await tx
      .selectFrom('sessions')
      .select(['student_id', 'admin_id', 'chain'])
      .where('refresh_hash', '=', refreshHash)
      .where(ownerColumn[audience], 'is not', null)
      .executeTakeFirst();
    const owner = known === undefined ? null : toActor(known);
    // The account before its sessions, as everybody does who ends them.
    if (owner === null || (await holdAccount(tx, owner)) === null) return null;
    await hold(tx, 'chain', owner.chain);
    const swapped = await tx
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('refresh_hash', '=', refreshHash)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['student_id', 'admin_id', 'chain'])
      .executeTakeFirst();
    const actor = swapped === undefined ? null : toActor(swapped);
    if (actor !== null) {
      const session = await startSession(work, actor, actor.chain);
      return { session, ownerId: actor.id };
    }
    const used = await tx
      .selectFrom('sessions')
      .select('chain')
      .where('refresh_hash', '=', refreshHash)
      .where('ended_at', 'is not', null)
      .executeTakeFirst();
    if (used !== undefined) await endLive(work, 'chain', used.chain);
    return null;
  });
}

/** Whether any session of the chain is live. */
export async function isChainLive({ database, now }: Context, chain: string): Promise<boolean> {
  const row = await database.db
    .selectFrom('sessions')
    .select('id')
    .where('chain', '=', chain)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the sessions of an account, whose row the caller holds; with `except`, all but that chain. */
export async function endSessions(work: Work, owner: Owner, except: string | null = null): Promise<void> {
  await hold(work.tx, ownerColumn[owner.audience], owner.id);
  await endLive(work, ownerColumn[owner.audience], owner.id, except ?? '');
}
