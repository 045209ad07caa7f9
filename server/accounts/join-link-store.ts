// New join links for a family's bookings: whoever could read the old ones may have lost the right to.
import { FORMER_JOIN_LINKS } from '../../domain/limits.ts';
import { holdBalance } from '../credits/store.ts';
import { Overtaken, together, type Work } from '../db/context.ts';
import type { Db } from '../db/database.ts';
import { type Param, prepare } from '../db/prepared.ts';
import { hashOf, newToken } from '../ids.ts';
import { liveBookings } from '../lessons/booked-store.ts';
import { holdLesson } from '../lessons/spot-store.ts';
import { replaceJoinLinks } from '../mail/link-store.ts';

interface Joinable {
  readonly id: string;
  readonly lesson_id: string;
  readonly door: string | null;
  readonly former_join_hashes: string | null;
}

const listJoinable = (db: Db, familyId: string): Promise<Joinable[]> =>
  liveBookings(db)
    .select(['bookings.id as id', 'lesson_id', 'door', 'former_join_hashes'])
    .where('family_id', '=', familyId)
    .where('door', 'is not', null)
    .orderBy('lesson_id')
    .execute();

/**
 * Locks the lessons that a family has booked, and returns them, for `rotateJoinLinks` in the same
 * transaction. Lessons are locked before people and families. Emails that name a link are queued
 * under the lesson's lock, so that none is queued with an old one.
 */
export async function lockBookedLessons(work: Work, familyId: string): Promise<ReadonlySet<string>> {
  const lessons = new Set((await listJoinable(work.tx, familyId)).map(({ lesson_id }) => lesson_id));
  await together([...lessons].toSorted().map((id) => holdLesson(work, id)));
  return lessons;
}

const rotating = prepare((db, param: Param<{ id: string; door: string; former: string }>) =>
  db
    .updateTable('bookings')
    .set({ door: param('door'), former_join_hashes: param('former') })
    .where('id', '=', param('id'))
    .where('door', 'is not', null),
);

/**
 * Gives each active booking of a family another join link. The old one leads its own members on,
 * and nobody else. The caller has `locked` these lessons, and no balance. Throws Overtaken where
 * another has been booked since.
 */
export async function rotateJoinLinks(
  work: Work,
  familyId: string,
  locked: ReadonlySet<string>,
): Promise<void> {
  const { tx } = work;
  // A booking takes a credit, so that one under way is either seen here or made after the commit.
  await holdBalance(tx, familyId);
  const bookings = await listJoinable(tx, familyId);
  if (bookings.some(({ lesson_id }) => !locked.has(lesson_id))) throw new Overtaken();
  const links = new Map<string, string>();
  const rotations = bookings.map(({ id, door: old, former_join_hashes: former }) => {
    const door = newToken();
    links.set(old ?? '', door);
    return rotating.run(tx, { id, door, former: withFormer(old ?? '', former) });
  });
  await together(rotations);
  await replaceJoinLinks(work, familyId, links);
}

/**
 * The hashes of a booking's former links, as they are stored: the latest first, and not too many.
 */
const withFormer = (token: string, former: string | null): string =>
  [hashOf(token), ...readFormerLinks(former)].slice(0, FORMER_JOIN_LINKS).join(' ');

/** The hashes of the links that a booking had before. */
export const readFormerLinks = (former: string | null): string[] => former?.split(' ') ?? [];
