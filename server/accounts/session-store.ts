// Sessions: made at sign-in, renewed by rotation, ended by sign-out. Only hashes of their tokens are stored.
import { type CompiledQuery, createQueryId } from 'kysely';

import type { Audience, Session } from '../../domain/account.ts';
import { Refusal } from '../../domain/errors.ts';
import { SESSION_SECONDS } from '../../domain/limits.ts';
import { type Db, transact, type Tx } from '../db/index.ts';
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
  db: Db,
  now: number,
  proven: Proven,
  alsoRequire: (tx: Tx) => Promise<void> = async () => {},
): Promise<Session> {
  return transact(db, async (tx) => {
    const account = await holdAccount(tx, proven, proven.password_hash);
    if (account === null) throw new Refusal('invalid_credentials');
    await alsoRequire(tx);
    return startSession(tx, now, proven);
  });
}

/**
 * Starts a session, in a chain of its own unless one is renewed, and forgets the account's expired ones. The caller
 * holds the account's row: whoever ends the account's sessions would otherwise miss this one.
 */
export async function startSession(
  tx: Tx | Db,
  now: number,
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
export async function findLiveSession(db: Db, accessToken: string, now: number): Promise<Actor | null> {
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
export async function endChain(db: Db, chain: string, now: number): Promise<void> {
  await transact(db, async (tx) => {
    await hold(tx, 'chain', chain);
    await endLive(tx, 'chain', chain, now);
  });
}

/**
 * Ends the chain that a dead access token came from, if it lives on: whoever signs out while the session is being
 * renewed still holds the token from before.
 */
export async function endChainOfDeadToken(
  db: Db,
  accessToken: string,
  audience: Audience,
  now: number,
): Promise<void> {
  const row = await db
    .selectFrom('sessions')
    .select('chain')
    .where('access_hash', '=', hashOf(accessToken))
    .where(ownerColumn[audience], 'is not', null)
    .executeTakeFirst();
  if (row !== undefined) await endChain(db, row.chain, now);
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

async function endLive(tx: Tx, group: Group, id: string, now: number, exceptChain = ''): Promise<void> {
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
  db: Db,
  now: number,
  audience: Audience,
  refreshToken: string,
): Promise<{ session: Session; ownerId: string } | null> {
  const refreshHash = hashOf(refreshToken);
  return transact(db, async (tx) => {
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
      const session = await startSession(tx, now, actor, actor.chain);
      return { session, ownerId: actor.id };
    }
    const used = await tx
      .selectFrom('sessions')
      .select('chain')
      .where('refresh_hash', '=', refreshHash)
      .where('ended_at', 'is not', null)
      .executeTakeFirst();
    if (used !== undefined) await endLive(tx, 'chain', used.chain, now);
    return null;
  });
}

/** Whether any session of the chain is live. */
export async function isChainLive(db: Db, chain: string, now: number): Promise<boolean> {
  const row = await db
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
export async function endSessions(
  tx: Tx,
  now: number,
  owner: Owner,
  except: string | null = null,
): Promise<void> {
  await hold(tx, ownerColumn[owner.audience], owner.id);
  await endLive(tx, ownerColumn[owner.audience], owner.id, now, except ?? '');
}
