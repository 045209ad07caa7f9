// Files with personal data, readable only by the user who runs the server.
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

const PRIVATE_FILE = 0o600;
const OTHERS = 0o077;
const TOLERATED = new Set<unknown>(['ENOENT', 'EPERM', 'ENOTSUP']);

/**
 * Creates an empty file that only its owner can read; returns false when the file exists. An
 * existing file is never opened: closing it again would release every lock that this process has on
 * it.
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

/** Removes the permissions of group and others. Does nothing when the file does not exist. */
export function makePrivate(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? PRIVATE_FILE;
  // Windows has no such modes: permissions come from the folder.
  if ((mode & OTHERS) === 0 || process.platform === 'win32') return;
  try {
    chmodSync(path, PRIVATE_FILE);
  } catch (error) {
    // Deleted meanwhile, on a file system without modes, or owned by another user who grants write
    // access.
    if (!TOLERATED.has(codeOf(error))) throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
