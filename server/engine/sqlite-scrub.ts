// Keeps what was deleted out of the files of the embedded database. SQLite by itself leaves it in
// freed pages, and in the write-ahead log until that is written over.
import SqliteFile from 'better-sqlite3';
import type { Kysely } from 'kysely';
import * as z from 'zod';

/**
 * Kept in the file's user_version: nothing deleted is in its pages, whichever version wrote them.
 */
const SCRUBBED = 1;

/** From now on what this connection deletes is written over with zeros. */
export function overwriteDeleted(file: SqliteFile.Database): void {
  file.pragma('secure_delete = on');
  const isNew = file.prepare('select 1 from sqlite_master').get() === undefined;
  if (isNew) file.pragma(`user_version = ${SCRUBBED}`);
}

/**
 * Writes a file anew, once, that versions without overwriteDeleted have deleted from. Where
 * somebody else reads it or the disk is full this is left to the next start: the server works all
 * the same.
 */
export function scrubOnce(file: SqliteFile.Database): void {
  if (Number(file.pragma('user_version', { simple: true })) >= SCRUBBED) return;
  try {
    file.exec('vacuum');
    file.pragma(`user_version = ${SCRUBBED}`);
    file.pragma('wal_checkpoint(truncate)');
  } catch (error) {
    if (!(error instanceof SqliteFile.SqliteError && /^SQLITE_(BUSY|FULL)/.test(error.code)))
      throw error;
  }
}

const checkpointSchema = z.array(z.object({ busy: z.int() }));

/**
 * Empties the write-ahead log between two transactions; false, and at once, when somebody still
 * reads from it.
 */
export function emptyLog<Tables>(db: Kysely<Tables>, file: SqliteFile.Database): Promise<boolean> {
  // Whoever holds Kysely's only connection is alone with the file.
  return db.connection().execute(async () => {
    const patience = Number(file.pragma('busy_timeout', { simple: true }));
    file.pragma('busy_timeout = 0');
    try {
      return checkpointSchema.parse(file.pragma('wal_checkpoint(truncate)'))[0]?.busy === 0;
    } finally {
      file.pragma(`busy_timeout = ${patience}`);
    }
  });
}
