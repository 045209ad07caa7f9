// Sessions: made at sign-in, renewed by rotation, ended by sign-out. Only hashes of their tokens are stored.
import { type CompiledQuery, createQueryId } from 'kysely';

import type { Audience, Session } from '../../domain/account.ts';
import { Refusal } from '../../domain/errors.ts';
import { SESSION_SECONDS } from '../../domain/limits.ts';
import { type Context, transact, type Work } from '../db/context.ts';
import type { Db, Tx } from '../db/database.ts';
import { hashOf, newId, newToken } from '../ids.ts';
import { holdAccount, type Owner, type Proven } from './credentials-store.ts';

interface SignedIn extends Owner {
  /** The sessions that were renewed from the one that began at a sign-in. */
  readonly chain: string;
}

/** A person of a family who is signed in. */
export interface FamilyActor extends SignedIn {
  readonly audience: 'family';
  readonly familyId: string;
}

export interface AdminActor extends SignedIn {
  readonly audience: 'admin';
}

export type Actor = FamilyActor | AdminActor;

/** The column that names the owner, for each audience. */
export const ownerColumn = { family: 'person_id', admin: 'admin_id' } as const;

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
      person_id: owner.audience === 'family' ? owner.id : null,
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
  readonly person_id: string | null;
  readonly family_id: string | null;
  readonly admin_id: string | null;
  readonly chain: string;
}

function toActor({ person_id, family_id, admin_id, chain }: Owned): Actor | null {
  if (person_id !== null && family_id !== null)
    return { audience: 'family', id: person_id, familyId: family_id, chain };
  return admin_id === null ? null : { audience: 'admin', id: admin_id, chain };
}

/** Sessions with whom they belong to. */
const ownedSessions = (db: Db) =>
  db
    .selectFrom('sessions')
    .leftJoin('people', 'people.id', 'sessions.person_id')
    .select(['person_id', 'family_id', 'admin_id', 'chain']);

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
  const query = ownedSessions(db)
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
export async function renewSession<A extends Audience>(
  context: Context,
  { audience, refreshToken }: { readonly audience: A; readonly refreshToken: string },
): Promise<{ session: Session; actor: Extract<Actor, { audience: A }> } | null> {
  const refreshHash = hashOf(refreshToken);
  return transact(context, async (work) => {
    const { tx, now } = work;
    const known = await ownedSessions(tx).where('refresh_hash', '=', refreshHash).executeTakeFirst();
    const actor = known === undefined ? null : toActor(known);
    if (!isOf(audience, actor)) return null;
    // The account before its sessions, as everybody does who ends them.
    if ((await holdAccount(tx, actor)) === null) return null;
    await hold(tx, 'chain', actor.chain);
    const { numUpdatedRows } = await tx
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('refresh_hash', '=', refreshHash)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) return { session: await startSession(work, actor, actor.chain), actor };
    const used = await tx
      .selectFrom('sessions')
      .select('id')
      .where('refresh_hash', '=', refreshHash)
      .where('ended_at', 'is not', null)
      .executeTakeFirst();
    if (used !== undefined) await endLive(work, 'chain', actor.chain);
    return null;
  });
}

function isOf<A extends Audience>(
  audience: A,
  actor: Actor | null,
): actor is Extract<Actor, { audience: A }> {
  return actor?.audience === audience;
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
