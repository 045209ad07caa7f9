// The address of the calendar that somebody subscribes to: one for each person and admin. Whoever
// has it sees the lessons, so it is renewed by whose it is, and ends with them.
import { Refusal } from '../../domain/errors.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { newId, newToken } from '../ids.ts';
import { requireConfirmed } from '../auth/confirmation.ts';
import { lockAccount, type Owner } from '../auth/credentials.ts';
import { lockBookedLessons, rotateJoinLinks } from '../lessons/rotate-join-links.ts';
import { type Actor, isChainLive, ownerColumn } from '../auth/sessions.ts';

/** What is read at an address. */
export interface Revision {
  /** Rises with each change that somebody has met there. */
  readonly revision: number;
  /** When that was: epoch milliseconds, in whole seconds. */
  readonly changedAt: number;
}

/** Whose calendar is behind an address, and what was last read there. */
export interface Feed extends Revision {
  readonly id: string;
  /** Null: the tutor's. */
  readonly viewer: { readonly familyId: string; readonly studentId: string | null } | null;
  readonly contentHash: string | null;
}

/** The key of the owner's address; null when there is none. */
export async function readFeedToken(db: Db, { audience, id }: Owner): Promise<string | null> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select('token')
    .where(ownerColumn[audience], '=', id)
    .executeTakeFirst();
  return feed?.token ?? null;
}

/**
 * Makes the caller's address, in place of one that is there, and returns its key. Throws
 * unauthenticated for one who has left or whose session has ended meanwhile, email_unconfirmed for
 * a parent whose own address nobody has confirmed.
 */
export function renewFeed(context: Context<Actor>): Promise<string> {
  return transact(context, async (work) => {
    const { tx, now, actor } = work;
    await endOwnFeed(work);
    // A new password ends the calendar with the sessions: what was asked for before it must not
    // bring one back.
    if (!(await isChainLive(tx, actor.chain, now))) throw new Refusal('unauthenticated');
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

/** Ends the caller's address, if there is one. Throws unauthenticated for one who has left. */
export function leaveFeed(context: Context<Actor>): Promise<void> {
  return transact(context, endOwnFeed);
}

/**
 * Ends the caller's address. Whoever had it has read the family's join links there, which end with
 * it.
 */
async function endOwnFeed(work: Work<Actor>): Promise<void> {
  const { tx, actor } = work;
  const booked =
    actor.audience === 'family' ? await lockBookedLessons(work, actor.familyId) : new Set<string>();
  // Two of these queue here: the later one replaces what the earlier one made.
  if ((await lockAccount(tx, actor)) === null) throw new Refusal('unauthenticated');
  const hadFeed = await endFeed(work, actor);
  if (hadFeed && actor.audience === 'family') await rotateJoinLinks(work, actor.familyId, booked);
}

/** Ends an owner's address. False when there is none. */
export async function endFeed({ tx }: Work, { audience, id }: Owner): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_feeds')
    .where(ownerColumn[audience], '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

const behind = prepare((db, param: Param<{ token: string }>) =>
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

/** Whatever else stands in a path is no key; PostgreSQL takes no text with a NUL in it. */
const TOKEN = /^[\w-]{43}$/;

/** The feed at an address; null for one that has ended or never was. */
export async function findFeed(db: Db, token: string): Promise<Feed | null> {
  const row = TOKEN.test(token) ? await behind.first(db, { token }) : undefined;
  if (row === undefined) return null;
  const { adminId, familyId, studentId, ...feed } = row;
  if (adminId !== null) return { ...feed, viewer: null };
  return familyId === null ? null : { ...feed, viewer: { familyId, studentId } };
}

/** As findFeed; nobody else notes what is read there until the commit. */
export async function lockFeed({ tx }: Work, token: string): Promise<Feed | null> {
  // A write that changes nothing.
  await tx
    .updateTable('calendar_feeds')
    .set((eb) => ({ changed_at: eb.ref('changed_at') }))
    .where('token', '=', token)
    .execute();
  return findFeed(tx, token);
}

/** Notes what is read at a feed from now on. The caller holds it. */
export async function noteContent(
  { tx }: Work,
  { id, contentHash, revision, changedAt }: Omit<Feed, 'viewer'>,
): Promise<void> {
  await tx
    .updateTable('calendar_feeds')
    .set({ content_hash: contentHash, revision, changed_at: changedAt })
    .where('id', '=', id)
    .execute();
}
