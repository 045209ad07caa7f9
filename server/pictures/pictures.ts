// Stores pictures and the files that are made of them, and removes those that nothing shows.
import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import { type Picture, PICTURE, type PictureFormat } from '../../domain/site/picture-files.ts';
import { DAY_MS } from '../../domain/time.ts';
import { type Context, transact } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import type { Job } from '../process/repeat.ts';
import type { PictureReader } from './processing.ts';

/** The id of a file's picture: the same for the same file. */
const idOf = (file: Buffer) => createHash('sha256').update(file).digest('hex').slice(0, 32);

/** Throws not_a_picture, or service_unavailable while too many pictures are being read. */
export async function addPicture(
  context: Context,
  { file, type }: { file: Buffer; type: string },
  { read }: PictureReader,
): Promise<Picture> {
  const id = idOf(file);
  const { width, height, files } = await read(file, type);
  await transact(context, async ({ tx, now }) => {
    // First, so that a removal at the same time waits, and then finds it new.
    await tx
      .insertInto('pictures')
      .values({ id, width, height, uploaded_at: now })
      .onConflict((on) => on.column('id').doUpdateSet({ uploaded_at: now }))
      .execute();
    for (const made of files)
      await tx
        .insertInto('picture_files')
        .values({ picture_id: id, ...made })
        .onConflict((on) => on.doNothing())
        .execute();
  });
  return { id, width, height };
}

export interface FileKey {
  readonly id: string;
  readonly width: number;
  readonly format: PictureFormat;
}

const fileWith = (db: Db, param: Param<FileKey>) =>
  db
    .selectFrom('picture_files')
    .where('picture_id', '=', param('id'))
    .where('width', '=', param('width'))
    .where('format', '=', param('format'));

const pictureFile = prepare((db, param: Param<FileKey>) => fileWith(db, param).select('bytes'));

/** Neither engine reads the file for its length. */
const pictureSize = prepare((db, param: Param<FileKey>) =>
  fileWith(db, param).select(sql<number>`length(bytes)`.as('size')),
);

/** Undefined without it. */
export const readPictureFile = async (db: Db, key: FileKey): Promise<Buffer | undefined> =>
  (await pictureFile.first(db, key))?.bytes;

/** How many bytes it has; undefined without it. */
export const readPictureSize = async (db: Db, key: FileKey): Promise<number | undefined> =>
  (await pictureSize.first(db, key))?.size;

/** The pictures of these ids that there are. */
export const readPictures = async (db: Db, ids: string[]): Promise<Picture[]> =>
  ids.length === 0
    ? []
    : db.selectFrom('pictures').select(['id', 'width', 'height']).where('id', 'in', ids).execute();

/** Deletes the pictures that were uploaded a month ago and that no draft or version shows. */
export async function deleteUnusedPictures(context: Context): Promise<void> {
  await transact(context, async ({ tx, now }) => {
    // Locks the draft, as everything that uses a picture does. What follows sees those uses.
    await tx
      .updateTable('site_draft')
      .set((eb) => ({ revision: eb.ref('revision') }))
      .execute();
    await tx
      .deleteFrom('pictures')
      .where('uploaded_at', '<=', now - PICTURE.unusedDays * DAY_MS)
      .where((eb) => {
        const inDraft = eb
          .selectFrom('draft_pictures')
          .select('picture_id')
          .whereRef('picture_id', '=', 'pictures.id');
        const inVersion = eb
          .selectFrom('version_pictures')
          .select('picture_id')
          .whereRef('picture_id', '=', 'pictures.id');
        return eb.not(eb.or([eb.exists(inDraft), eb.exists(inVersion)]));
      })
      .execute();
  });
}

export const deletePicturesJob: Job = {
  everyMs: DAY_MS,
  work: deleteUnusedPictures,
  complaint: 'failed to delete pictures that nothing shows; will retry',
};
