// Calendar feeds: one for each person and admin. Anyone with the link sees the lessons, so its
// owner can rotate it, and it ends with the owner's account.
import { Refusal } from '../../domain/errors.ts';
import { requireConfirmed } from '../auth/confirmation.ts';
import { newId, newToken } from '../base/ids.ts';
import { withOwnLessons } from '../booking/own-lessons.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { rotateJoinLinks } from '../lessons/join-links/rotate-join-links.ts';
import { type Viewer, viewerOf } from '../people/viewer.ts';
import { lockAccount, type Owner } from '../sessions/credentials.ts';
import { type Actor, isChainActive, ownerColumn } from '../sessions/sessions.ts';

/** The version of a feed's content. */
export interface Revision {
  /** Rises with each change that a reader met. */
  readonly revision: number;
  /** When the change was first read: epoch milliseconds, in whole seconds. */
  readonly changedAt: number;
}

/** A feed's viewer and the content that was last read. */
export interface Feed extends Revision {
  readonly id: string;
  readonly viewer: Exclude<Viewer, { kind: 'visitor' }>;
  readonly contentHash: string | null;
}

/** The token of the owner's feed; null when there is none. */
export async function readFeedToken(db: Db, { audience, id }: Owner): Promise<string | null> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select('token')
    .where(ownerColumn[audience], '=', id)
    .executeTakeFirst();
  return feed?.token ?? null;
}

/**
 * Creates or rotates the caller's feed and returns its token. Throws unauthenticated if the
 * caller's account was deleted or the session ended meanwhile, and email_unconfirmed for a parent
 * with an unconfirmed address.
 */
export function rotateFeed(context: Context<Actor>): Promise<string> {
  return transact(context, async (work) => {
    const { tx, now, actor } = work;
    await revokeCallersFeed(work);
    // A password change ends the feed along with the sessions. A request made before it must not
    // recreate the feed.
    if (!(await isChainActive(tx, actor.chain, now))) throw new Refusal('unauthenticated');
    if (actor.audience === 'family') await requireConfirmed(tx, actor.id);
    const token = newToken();
    const owner =
      actor.audience === 'family'
        ? { person_id: actor.id, admin_id: null }
        : { person_id: null, admin_id: actor.id };
    await tx
      .insertInto('calendar_feeds')
      .values({ id: newId(), token, ...owner, created_at: now })
      .execute();
    return token;
  });
}

/**
 * Revokes the caller's feed, if there is one. Throws unauthenticated if the account was deleted.
 */
export function revokeOwnFeed(context: Context<Actor>): Promise<void> {
  return transact(context, revokeCallersFeed);
}

/**
 * Revokes the caller's feed, and rotates the family's join links, because readers of the feed know
 * them.
 */
async function revokeCallersFeed(work: Work<Actor>): Promise<void> {
  const { tx, actor } = work;
  const revoke = async () => {
    // Concurrent calls wait here: the later one replaces the feed that the earlier one created.
    if ((await lockAccount(tx, actor)) === null) throw new Refusal('unauthenticated');
    return revokeFeed(work, actor);
  };
  if (actor.audience === 'admin') await revoke();
  else
    await withOwnLessons(work, actor.familyId, async (own) => {
      if (await revoke()) await rotateJoinLinks(work, own);
    });
}

/** Revokes an owner's feed. False when there is none. */
export async function revokeFeed({ tx }: Work, { audience, id }: Owner): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_feeds')
    .where(ownerColumn[audience], '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

const byToken = prepare((db, param: Param<{ token: string }>) =>
  db
    .selectFrom('calendar_feeds')
    .leftJoin('people', 'people.id', 'calendar_feeds.person_id')
    .select([
      'calendar_feeds.id as id',
      'admin_id as adminId',
      'family_id as familyId',
      'student_id as studentId',
      'content_hash as contentHash',
      'revision',
      'changed_at as changedAt',
    ])
    .where('token', '=', param('token')),
);

/** Anything else is not a token; PostgreSQL rejects text with a NUL character. */
const TOKEN = /^[\w-]{43}$/;

/** The feed with this token; null if it has ended or never existed. */
export async function findFeed(db: Db, token: string): Promise<Feed | null> {
  const row = TOKEN.test(token) ? await byToken.first(db, { token }) : undefined;
  if (row === undefined) return null;
  const { adminId, familyId, studentId, ...feed } = row;
  if (adminId !== null) return { ...feed, viewer: { kind: 'tutor' } };
  if (familyId === null) return null;
  return {
    ...feed,
    viewer: viewerOf({ familyId, student: studentId === null ? null : { id: studentId } }),
  };
}

/** Like findFeed, but locks the feed until the commit. */
export async function lockFeed({ tx }: Work, token: string): Promise<Feed | null> {
  // An update that changes nothing takes the lock.
  await tx
    .updateTable('calendar_feeds')
    .set((eb) => ({ changed_at: eb.ref('changed_at') }))
    .where('token', '=', token)
    .execute();
  return findFeed(tx, token);
}

/** Records the feed's new content. The caller has locked the feed. */
export async function recordContent(
  { tx }: Work,
  { id, contentHash, revision, changedAt }: Omit<Feed, 'viewer'>,
): Promise<void> {
  await tx
    .updateTable('calendar_feeds')
    .set({ content_hash: contentHash, revision, changed_at: changedAt })
    .where('id', '=', id)
    .execute();
}
