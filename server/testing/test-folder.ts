// Where the databases of tests lie.
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** Many times what a run has there at once. */
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * Linux's folder in memory, where there is one with room enough, or else the temporary folder.
 * Every test makes a database of hundreds of files and removes it, which some file systems get
 * slower and slower at.
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
