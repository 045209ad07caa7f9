// The files of pictures that are being asked for, in memory: concurrent and later answers share one
// Buffer, however many visitors do not take theirs.
import { LRUCache } from 'lru-cache';

import { MINUTE_MS } from '../../domain/time.ts';
import type { Db } from '../engine/database.ts';
import { type FileKey, readPictureFile } from './pictures.ts';

/** More than all files of the three pictures of a site have, unless they are nothing but noise. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Returns a function that reads a file, if it is not in memory; undefined without it. */
export function createSharedFiles(db: Db): (key: FileKey) => Promise<Buffer | undefined> {
  const files = new LRUCache<string, Buffer, FileKey>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => length,
    // A minute after the last answer, the memory is free again.
    ttl: MINUTE_MS,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    // A file that others push out while it is read is an answer nevertheless.
    ignoreFetchAbort: true,
    fetchMethod: (_name, _stale, { context }) => readPictureFile(db, context),
  });
  return (key) => files.fetch(`${key.id}-${key.width}.${key.format}`, { context: key });
}
