// Erases deleted data from the files of the embedded database. By default, SQLite leaves it in
// freed pages, and in the write-ahead log until that is overwritten.
import SqliteFile from 'better-sqlite3';
import type { Kysely } from 'kysely';
import * as z from 'zod';

/**
 * Stored in user_version of the file: no page contains deleted data, whichever version wrote it.
 */
const SCRUBBED = 1;

/** From now on, this connection overwrites deleted data with zeros. */
export function overwriteDeleted(file: SqliteFile.Database): void {
  file.pragma('secure_delete = on');
  const isNew = file.prepare('select 1 from sqlite_master').get() === undefined;
  if (isNew) file.pragma(`user_version = ${SCRUBBED}`);
}

/**
 * Vacuums a file once if versions without overwriteDeleted have deleted data from it. Skipped until
 * the next start when the file is in use or the disk is full; the server works all the same.
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
 * Empties the write-ahead log between two transactions. Returns false immediately when a reader
 * still uses it.
 */
export function emptyLog<Tables>(db: Kysely<Tables>, file: SqliteFile.Database): Promise<boolean> {
  // Kysely has one connection, so nothing else uses the file here.
  return db.connection().execute(async () => {
    const timeout = Number(file.pragma('busy_timeout', { simple: true }));
    file.pragma('busy_timeout = 0');
    try {
      return checkpointSchema.parse(file.pragma('wal_checkpoint(truncate)'))[0]?.busy === 0;
    } finally {
      file.pragma(`busy_timeout = ${timeout}`);
    }
  });
}
