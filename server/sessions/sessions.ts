// Sessions: created at sign-in, renewed by rotation, ended by sign-out. Only hashes of their tokens
// are stored.
import type { SelectQueryBuilder } from 'kysely';

import {
  type Session,
  PASSWORD_COUNTS_MINUTES,
  SESSION_SECONDS,
} from '../../domain/auth/session.ts';
import type { Audience } from '../../domain/endpoint.ts';
import { Refusal } from '../../domain/errors.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import { hashOf, newId } from '../base/ids.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Db, Tx } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import type { Tables } from '../schema/tables.ts';
import {
  type Credentials,
  lockAccount,
  type LockedAccount,
  mayBookColumn,
  type Member,
  type Owner,
  type ProvenOwner,
  toMember,
} from './credentials.ts';
import { type Chain, newChain, newTokens } from './session-tokens.ts';

interface SessionOwner extends Owner {
  /** The id of the chain of sessions. */
  readonly chain: string;
}

/** A signed-in person of a family: a parent or a student. */
export interface FamilyActor extends SessionOwner, Member {
  readonly audience: 'family';
}

export interface AdminActor extends SessionOwner {
  readonly audience: 'admin';
}

export type Actor = FamilyActor | AdminActor;
export type ActorOf<A extends Audience> = Extract<Actor, { audience: A }>;

/** The column that names the owner, for each audience. */
export const ownerColumn = { family: 'person_id', admin: 'admin_id' } as const;

/**
 * Starts a session after a password check. `alsoRequire` throws if the password is not enough.
 * Throws invalid_credentials if the password has changed, or the account was deleted, since the
 * check.
 */
export async function signIn(
  context: Context,
  proven: ProvenOwner,
  alsoRequire: (work: Work, account: LockedAccount & Credentials) => Promise<void> = async () => {},
): Promise<Session> {
  return transact(context, async (work) => {
    const account = await lockAccount(work.tx, proven, proven.password_hash);
    if (account === null) throw new Refusal('invalid_credentials');
    await alsoRequire(work, account);
    return startSession(work, account);
  });
}

/** The chains of an account: about one for each device. */
export const MAX_CHAINS = 100;

/**
 * Starts a session, in a new chain unless it renews one, and deletes the account's expired
 * sessions. Without the lock, a concurrent call that ends the account's sessions would miss it.
 */
export async function startSession(
  { tx, now }: Work,
  owner: LockedAccount,
  renewed?: Chain,
): Promise<Session> {
  const chain = renewed ?? newChain();
  const expiresAt = Math.floor(now / 1000) + SESSION_SECONDS[owner.audience];
  const tokens = newTokens(chain);
  const column = ownerColumn[owner.audience];
  await expiredSessionsQuery(tx, now).where(column, '=', owner.id).execute();
  if (renewed === undefined) await makeRoomForChain(tx, owner);
  await tx
    .insertInto('sessions')
    .values({
      id: newId(),
      chain: chain.id,
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

/** Deletes the least recently used chains beyond the maximum, counting one that begins now. */
async function makeRoomForChain(tx: Tx, { audience, id }: LockedAccount): Promise<void> {
  const column = ownerColumn[audience];
  const newest = tx
    .selectFrom('sessions')
    .select('chain')
    .where(column, '=', id)
    .groupBy('chain')
    .orderBy(({ fn }) => fn.max('created_at'), 'desc')
    .limit(MAX_CHAINS - 1);
  await tx.deleteFrom('sessions').where(column, '=', id).where('chain', 'not in', newest).execute();
}

interface OwnerColumns {
  person_id: string | null;
  family_id: string | null;
  student_id: string | null;
  may_book: number | null;
  admin_id: string | null;
  chain: string;
}

function toActor({
  person_id,
  family_id,
  student_id,
  may_book,
  admin_id,
  chain,
}: OwnerColumns): Actor | null {
  if (person_id !== null && family_id !== null)
    return {
      audience: 'family',
      ...toMember({ person_id, family_id, student_id, may_book }),
      chain,
    };
  return admin_id === null ? null : { audience: 'admin', id: admin_id, chain };
}

/** Sessions with their owners. */
const ownedSessions = (db: Db) =>
  db
    .selectFrom('sessions')
    .leftJoin('people', 'people.id', 'sessions.person_id')
    .select(['person_id', 'family_id', 'student_id', mayBookColumn, 'admin_id', 'chain']);

const activeSession = prepare((db, param: Param<{ hash: string; now: number }>) =>
  ownedSessions(db)
    .where('access_hash', '=', param('hash'))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', param('now')),
);

/** The session of this access token with its owner, if it is active. */
export async function findActiveSession(
  { database: { db }, now }: Context,
  accessToken: string,
): Promise<Actor | null> {
  const active = await activeSession.first(db, { hash: hashOf(accessToken), now });
  return active === undefined ? null : toActor(active);
}

/**
 * The active session of the chain, given by its id or by a subquery; null if it is not of this
 * audience.
 */
export async function findActiveOfChain<A extends Audience>(
  { database: { db }, now }: Context,
  audience: A,
  chain: string | SelectQueryBuilder<Tables, 'sessions', { chain: string }>,
): Promise<{ readonly actor: ActorOf<A>; readonly refreshHash: string } | null> {
  const active = await ownedSessions(db)
    .select('refresh_hash')
    .where('chain', '=', chain)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  const actor = active === undefined ? null : toActor(active);
  return active !== undefined && isOf(audience, actor)
    ? { actor, refreshHash: active.refresh_hash }
    : null;
}

function isOf<A extends Audience>(audience: A, actor: Actor | null): actor is ActorOf<A> {
  return actor?.audience === audience;
}

/** Ends every session of the actor's chain: a sign-out. */
export async function endChain(context: Context<Actor>): Promise<void> {
  await transact(context, async (work) => {
    const { tx, actor } = work;
    if ((await lockAccount(tx, actor)) !== null)
      await endActiveSessions(work, 'chain', actor.chain);
  });
}

/**
 * Ends the chain of an expired access token if the chain is still active. A client that signs out
 * while its session is being renewed still sends the old token. Otherwise writes nothing.
 */
export async function endChainOfDeadToken(
  context: Context,
  { accessToken, audience }: { accessToken: string; audience: Audience },
): Promise<void> {
  const { db } = context.database;
  const dead = db
    .selectFrom('sessions')
    .select('chain')
    .where('access_hash', '=', hashOf(accessToken));
  const active = await findActiveOfChain(context, audience, dead);
  if (active !== null) await endChain({ ...context, actor: active.actor });
}

type Group = 'chain' | (typeof ownerColumn)[Audience];

/**
 * Ends the active sessions of a group. The caller has locked the account's row, as a renewal does,
 * so that no new session begins meanwhile.
 */
export async function endActiveSessions(
  { tx, now }: Work,
  group: Group,
  id: string,
  exceptChain = '',
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where(group, '=', id)
    .where('chain', '!=', exceptChain)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Whether the session began with a password in the last PASSWORD_COUNTS_MINUTES. A renewal does not
 * count: for as long, the chain also has the session that it replaced.
 */
export async function hasJustSignedIn({
  database: { db },
  now,
  actor,
}: Context<Actor>): Promise<boolean> {
  const [first, ...others] = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('chain', '=', actor.chain)
    .limit(2)
    .execute();
  if (first === undefined || others.length > 0) return false;
  return first.created_at > now - PASSWORD_COUNTS_MINUTES * MINUTE_MS;
}

/** Deletes the expired sessions of all accounts. */
export async function deleteExpiredSessions({ tx, now }: Work): Promise<void> {
  await expiredSessionsQuery(tx, now).execute();
}

const expiredSessionsQuery = (tx: Tx, now: number) =>
  tx
    .deleteFrom('sessions')
    // hasJustSignedIn recognises a renewed session by the one before it.
    .where('expires_at', '<=', now - PASSWORD_COUNTS_MINUTES * MINUTE_MS);

/** Whether any session of the chain is active. */
export async function isChainActive(db: Db, chain: string, now: number): Promise<boolean> {
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

/** Ends the sessions of an account, except for the chain `except`. */
export async function endSessions(
  work: Work,
  owner: LockedAccount,
  except: string | null = null,
): Promise<void> {
  await endActiveSessions(work, ownerColumn[owner.audience], owner.id, except ?? '');
}
