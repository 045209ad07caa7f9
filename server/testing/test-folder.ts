// The folder for the tests' databases.
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** Many times the peak size of a run. */
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * Linux's in-memory folder if it exists and has enough space, otherwise the temporary folder. Every
 * test creates and removes a database of hundreds of files, which gets slower and slower on some
 * file systems.
 */
export function testFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
