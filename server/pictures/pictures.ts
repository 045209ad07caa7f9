// Stores pictures and the files that are made of them, and removes those that nothing shows.
import { createHash } from 'node:crypto';

import { type ExpressionBuilder, sql } from 'kysely';

import { type Picture, PICTURE, type PictureFormat } from '../../domain/site/picture-files.ts';
import { DAY_MS } from '../../domain/time.ts';
import { type Context, transact } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import type { Job } from '../process/repeat.ts';
import type { Tables } from '../schema/tables.ts';
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
    .where('picture_files.width', '=', param('width'))
    .where('format', '=', param('format'));

const pictureFile = prepare((db, param: Param<FileKey>) => fileWith(db, param).select('bytes'));

type Pictures = ExpressionBuilder<Tables, 'pictures'>;

const inDraft = (eb: Pictures) =>
  eb.exists(
    eb.selectFrom('draft_pictures').select('picture_id').whereRef('picture_id', '=', 'pictures.id'),
  );

const versionsWith = (eb: Pictures) =>
  eb.selectFrom('version_pictures').select('version').whereRef('picture_id', '=', 'pictures.id');

/**
 * Whether visitors get a picture: the draft or the latest version names it, or it was uploaded
 * since, to be named. One that was taken off the site is stored for its versions alone.
 */
function isShown(eb: Pictures) {
  const latest = eb.selectFrom('site_versions').orderBy('version', 'desc').limit(1);
  const publishedAt = eb.fn.coalesce(latest.select('published_at'), eb.lit(0));
  return eb.or([
    inDraft(eb),
    eb.exists(versionsWith(eb).where('version', '=', latest.select('version'))),
    eb('uploaded_at', '>', publishedAt),
  ]);
}

/** Neither engine reads the file for its length. */
const shownFile = prepare((db, param: Param<FileKey>) =>
  fileWith(db, param)
    .innerJoin('pictures', 'pictures.id', 'picture_id')
    .where(isShown)
    .select(sql<number>`length(bytes)`.as('size')),
);

/** Undefined without it. */
export const readPictureFile = async (db: Db, key: FileKey): Promise<Buffer | undefined> =>
  (await pictureFile.first(db, key))?.bytes;

/** How many bytes visitors get; undefined if they get none. */
export const readShownSize = async (db: Db, key: FileKey): Promise<number | undefined> =>
  (await shownFile.first(db, key))?.size;

const picturesWith = (db: Db, ids: string[]) =>
  db.selectFrom('pictures').select(['id', 'width', 'height']).where('id', 'in', ids);

/** The pictures of these ids that are stored. */
export const readPictures = async (db: Db, ids: string[]): Promise<Picture[]> =>
  ids.length === 0 ? [] : picturesWith(db, ids).execute();

/** Those that visitors get. */
export const readShownPictures = async (db: Db, ids: string[]): Promise<Picture[]> =>
  ids.length === 0 ? [] : picturesWith(db, ids).where(isShown).execute();

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
      .where((eb) => eb.not(eb.or([inDraft(eb), eb.exists(versionsWith(eb))])))
      .execute();
  });
}

export const deletePicturesJob: Job = {
  everyMs: DAY_MS,
  work: deleteUnusedPictures,
  complaint: 'failed to delete pictures that nothing shows; will retry',
};
