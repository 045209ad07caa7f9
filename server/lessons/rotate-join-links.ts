// Rotates the join links of a family's bookings when someone who could read them may have lost
// access.
import { FORMER_JOIN_LINKS } from '../../domain/limits.ts';
import { lockBalance } from '../credits/ledger.ts';
import { Overtaken, together, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { hashOf, newToken } from '../ids.ts';
import { activeBookings } from './active-bookings.ts';
import { lockLesson } from './spots.ts';
import { replaceJoinLinks } from '../email/replace-join-links.ts';

interface Joinable {
  readonly id: string;
  readonly lesson_id: string;
  readonly join_token: string | null;
  readonly former_join_hashes: string | null;
}

const listJoinable = (db: Db, familyId: string): Promise<Joinable[]> =>
  activeBookings(db)
    .select(['bookings.id as id', 'lesson_id', 'join_token', 'former_join_hashes'])
    .where('family_id', '=', familyId)
    .where('join_token', 'is not', null)
    .orderBy('lesson_id')
    .execute();

/**
 * Locks the lessons that a family has booked, and returns them, for `rotateJoinLinks` in the same
 * transaction. Lessons are locked before people and families. Emails that name a link are queued
 * under the lesson's lock, so that none is queued with an old one.
 */
export async function lockBookedLessons(
  work: Work,
  familyId: string,
): Promise<ReadonlySet<string>> {
  const lessons = new Set(
    (await listJoinable(work.tx, familyId)).map(({ lesson_id }) => lesson_id),
  );
  await together([...lessons].toSorted().map((id) => lockLesson(work, id)));
  return lessons;
}

const rotating = prepare((db, param: Param<{ id: string; join_token: string; former: string }>) =>
  db
    .updateTable('bookings')
    .set({ join_token: param('join_token'), former_join_hashes: param('former') })
    .where('id', '=', param('id'))
    .where('join_token', 'is not', null),
);

/**
 * Rotates the join link of each active booking of a family. The old link redirects the family's own
 * members, and nobody else. The caller has `locked` these lessons, and no balance. Throws Overtaken
 * when another lesson has been booked since.
 */
export async function rotateJoinLinks(
  work: Work,
  familyId: string,
  locked: ReadonlySet<string>,
): Promise<void> {
  const { tx } = work;
  // A booking takes a credit, so that one under way is either seen here or made after the commit.
  await lockBalance(tx, familyId);
  const bookings = await listJoinable(tx, familyId);
  if (bookings.some(({ lesson_id }) => !locked.has(lesson_id))) throw new Overtaken();
  const links = new Map<string, string>();
  const rotations = bookings.map(({ id, join_token: old, former_join_hashes: former }) => {
    const join_token = newToken();
    links.set(old ?? '', join_token);
    return rotating.run(tx, { id, join_token, former: withFormer(old ?? '', former) });
  });
  await together(rotations);
  await replaceJoinLinks(work, familyId, links);
}

/** Adds a link to the stored hashes of a booking's former links, latest first, up to the limit. */
const withFormer = (token: string, former: string | null): string =>
  [hashOf(token), ...readFormerLinks(former)].slice(0, FORMER_JOIN_LINKS).join(' ');

/** The hashes of the links that a booking had before. */
export const readFormerLinks = (former: string | null): string[] => former?.split(' ') ?? [];
