// Reads which site a file is a copy of, so that only this site's copies are removed.
import { closeSync, fstatSync, lstatSync, openSync, readSync } from 'node:fs';

import SqliteFile from 'better-sqlite3';

import { StartupError } from '../../server/base/startup-error.ts';
import { recordedMigrations } from '../../server/engine/sqlite/completeness.ts';
import { siteMark } from '../../server/schema/beyond-constraints.ts';

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
/** Written by a database without a log beside it, as every copy is. */
const ONE_FILE = 1;

/**
 * The mark of the site that a copy of the embedded database is of; null if the file is no whole
 * copy of this product. Changes nothing, and creates nothing beside the file.
 */
export function readMark(path: string): string | null {
  if (!isWholeFile(path)) return null;
  try {
    const file = new SqliteFile(path, { readonly: true, fileMustExist: true });
    try {
      recordedMigrations(file);
      const mark = file.prepare(`select ${siteMark.column} from ${siteMark.table}`).pluck().get();
      return typeof mark === 'string' ? mark : null;
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof SqliteFile.SqliteError || error instanceof StartupError) return null;
    throw error;
  }
}

/** Whether the file is as long as its header says. A link to a file is none of ours. */
function isWholeFile(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const header = Buffer.alloc(HEADER_BYTES);
  const handle = openSync(path, 'r');
  try {
    if (readSync(handle, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return false;
    const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    return (
      header.toString('latin1', 0, MAGIC.length) === MAGIC &&
      header[18] === ONE_FILE &&
      header[19] === ONE_FILE &&
      fstatSync(handle).size === pageSize * header.readUInt32BE(28)
    );
  } finally {
    closeSync(handle);
  }
}
