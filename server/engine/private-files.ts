// Files that hold people's data: readable by the user who runs the server and by nobody else.
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

const PRIVATE_FILE = 0o600;
const OTHERS = 0o077;
const TOLERATED = new Set<unknown>(['ENOENT', 'EPERM', 'ENOTSUP']);

/**
 * Makes an empty file that only its owner can read; false when there is one already. An existing
 * file is never opened: closing it again would release every lock that this process holds on it.
 */
export function createPrivate(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Takes what group and others may do with a file away. Does nothing where there is no such file.
 */
export function makePrivate(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? PRIVATE_FILE;
  // Windows has no such modes: there the rights come from the folder.
  if ((mode & OTHERS) === 0 || process.platform === 'win32') return;
  try {
    chmodSync(path, PRIVATE_FILE);
  } catch (error) {
    // Gone meanwhile, on a file system without modes, or of somebody else who lets this user write.
    if (!TOLERATED.has(codeOf(error))) throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
