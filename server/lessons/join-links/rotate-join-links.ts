// Rotates the join links of a family's bookings when someone who could read them may have lost
// access.
import { hashOf, newToken } from '../../base/ids.ts';
import { activeBookings, isActive } from '../../booking/active-bookings.ts';
import type { OwnLessons } from '../../booking/own-lessons.ts';
import { replaceLinks } from '../../email/replace-links.ts';
import { runTogether, type Work } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import { type Param, prepare } from '../../engine/prepared.ts';
import { rotateExcuseLinks } from '../excuses/excuse-links.ts';

/** Old join links of a booking that still lead signed-in family members to the current one. */
export const FORMER_JOIN_LINKS = 8;

interface Joinable {
  readonly id: string;
  readonly join_token: string | null;
  readonly former_join_hashes: string | null;
}

const listJoinableBookings = (db: Db, familyId: string): Promise<Joinable[]> =>
  activeBookings(db)
    .select(['bookings.id as id', 'join_token', 'former_join_hashes'])
    .where('family_id', '=', familyId)
    .where('join_token', 'is not', null)
    .orderBy('lesson_id')
    .execute();

const setToken = prepare((db, param: Param<{ id: string; join_token: string; former: string }>) =>
  db
    .updateTable('bookings')
    .set({ join_token: param('join_token'), former_join_hashes: param('former') })
    .where('id', '=', param('id'))
    .where('join_token', 'is not', null),
);

/**
 * Rotates the join link of each active booking of a family, and its excuse links. The old join link
 * redirects the family's own members, and nobody else. An email that names a link is queued while
 * its lesson is locked, so that none is queued with an old one.
 */
export async function rotateJoinLinks(work: Work, { family }: OwnLessons): Promise<void> {
  const { tx } = work;
  const bookings = await listJoinableBookings(tx, family.id);
  const links = new Map<string, string>();
  const rotations = bookings.map(({ id, join_token: old, former_join_hashes: former }) => {
    const join_token = newToken();
    links.set(old ?? '', join_token);
    return setToken.run(tx, { id, join_token, former: withFormer(old ?? '', former) });
  });
  await runTogether(rotations);
  const excuses = await rotateExcuseLinks(work, family);
  await replaceLinks(work, family.id, new Map([...links, ...excuses]));
}

/** Adds a link to the stored hashes of a booking's former links, latest first, up to the limit. */
const withFormer = (token: string, former: string | null): string =>
  [hashOf(token), ...readFormerLinks(former)].slice(0, FORMER_JOIN_LINKS).join(' ');

/** The hashes of the links that a booking had before. */
export const readFormerLinks = (former: string | null): string[] => former?.split(' ') ?? [];

/**
 * Revokes the join links of bookings that stay as a record of attendance: the lesson was deleted
 * after its start, or the student or family has left.
 */
export async function revokeJoinLinks(
  { tx }: Work,
  of: { lesson_id: string } | { family_id: string; student_id?: string },
): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ join_token: null, former_join_hashes: null })
    .where((eb) => eb.and(of))
    .where(isActive)
    .where('join_token', 'is not', null)
    .execute();
}
