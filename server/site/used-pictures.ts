// Which pictures the words use: they must exist, and are stored as long as a draft or a version
// names them.
import { Refusal } from '../../domain/errors.ts';
import { type Content, picturesIn } from '../../domain/site/content.ts';
import type { Picture } from '../../domain/site/picture-files.ts';
import type { Db, Tx } from '../engine/database.ts';
import { readPictures } from '../pictures/pictures.ts';

const idsIn = (content: Content): string[] => [
  ...new Set(Object.values(picturesIn(content)).map(({ id }) => id)),
];

/** The pictures of the content; those that do not exist are left out. */
export const picturesOf = (db: Db, content: Content): Promise<Picture[]> =>
  readPictures(db, idsIn(content));

/** Throws validation_failed with the places of pictures that do not exist. */
async function requirePictures(tx: Tx, content: Content): Promise<void> {
  const known = new Set((await picturesOf(tx, content)).map(({ id }) => id));
  const details = Object.entries(picturesIn(content))
    .filter(([, { id }]) => !known.has(id))
    .map(([path]) => ({
      field: `${path}.id`,
      message: 'This picture is no longer stored. Please upload it again',
    }));
  if (details.length > 0) throw new Refusal('validation_failed', { details });
}

/**
 * Records what the draft uses, once its row is locked: nothing is removed meanwhile. Throws
 * validation_failed.
 */
export async function recordDraftPictures(tx: Tx, content: Content): Promise<void> {
  await requirePictures(tx, content);
  await tx.deleteFrom('draft_pictures').execute();
  const rows = idsIn(content).map((picture_id) => ({ picture_id }));
  if (rows.length > 0) await tx.insertInto('draft_pictures').values(rows).execute();
}

/** Records what a version uses, as its draft did. */
export async function recordVersionPictures(
  tx: Tx,
  version: number,
  content: Content,
): Promise<void> {
  const rows = idsIn(content).map((picture_id) => ({ picture_id, version }));
  if (rows.length > 0) await tx.insertInto('version_pictures').values(rows).execute();
}
