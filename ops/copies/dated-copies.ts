// Makes a dated copy in a folder, and removes those that the rotation no longer keeps.
import { accessSync, constants, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { StartupError } from '../../server/base/startup-error.ts';
import { reasonOf } from '../../server/engine/away.ts';
import { syncFolder } from './copies.ts';
import { chooseKept, type Ending, instantIn, type Keep, nameOf } from './rotation.ts';

/** How copies of a database are made and recognised. */
export interface CopyKind {
  readonly ending: Ending;
  /** Makes a whole copy in a new file. Throws a StartupError and leaves no file if it cannot. */
  make(to: string): Promise<void>;
  /** The mark of the site that a file is a whole copy of; null if it is none. */
  readMark(path: string): Promise<string | null>;
}

interface DatedCopy {
  readonly path: string;
  readonly at: number;
}

interface RotationResult {
  readonly newCopy: string;
  /** The mark of the site. */
  readonly mark: string;
  readonly removed: readonly string[];
  /** How many copies of this site the folder has now. */
  readonly remaining: number;
  /** Files named like copies that are none of this site: they are left alone. */
  readonly strange: readonly string[];
}

/**
 * Makes a copy and then removes older ones: only files with the name of a copy that are whole
 * copies of the same site, and never the newest. Throws a StartupError; a copy that was made stays.
 */
export async function makeDatedCopy(
  kind: CopyKind,
  { folder, keep, now }: { folder: string; keep: Keep; now: number },
): Promise<RotationResult> {
  requireFolder(folder);
  const newCopy = join(folder, nameOf(now, kind.ending));
  await kind.make(newCopy);
  try {
    return await rotate(kind, { folder, keep, newCopy });
  } catch (cause) {
    throw new StartupError(
      `${newCopy} is a complete copy, but older copies could not be removed (${reasonOf(cause)}). Remove them by hand, and see that this user may write to the folder and its files.`,
      { cause },
    );
  }
}

async function rotate(
  kind: CopyKind,
  { folder, keep, newCopy }: { folder: string; keep: Keep; newCopy: string },
): Promise<RotationResult> {
  const mark = await kind.readMark(newCopy);
  if (mark === null) throw new Error('the new copy cannot be read back');
  const { own, strange } = await findCopies(kind, folder, mark);
  const toKeep = new Set(chooseKept(own, keep).map(({ path }) => path)).add(newCopy);
  const removed = own.map(({ path }) => path).filter((path) => !toKeep.has(path));
  for (const path of removed) rmSync(path, { force: true });
  if (removed.length > 0) syncFolder(folder);
  return { newCopy, mark, removed, remaining: own.length - removed.length, strange };
}

/** The copies of one site in a folder, newest first, and files that only look like copies. */
export async function findCopies(
  { ending, readMark }: Pick<CopyKind, 'ending' | 'readMark'>,
  folder: string,
  mark: string,
): Promise<{ readonly own: readonly DatedCopy[]; readonly strange: readonly string[] }> {
  const own: DatedCopy[] = [];
  const strange: string[] = [];
  for (const { path, at } of listNamed(folder, ending))
    if ((await readMark(path)) === mark) own.push({ path, at });
    else strange.push(path);
  return { own, strange };
}

/** The files with names of copies, newest first. */
export function listNamed(folder: string, ending: Ending): DatedCopy[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const at = instantIn(name, ending);
      return at === null ? [] : [{ path: join(folder, name), at }];
    })
    .toSorted((one, other) => other.at - one.at);
}

/** The folder is not created: an unmounted disk would be filled at its place. */
function requireFolder(folder: string): void {
  try {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true)
      return accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartupError(
      `This user may not write to the folder ${folder}. Give the folder to the user of the server.`,
      { cause },
    );
  }
  throw new StartupError(
    `There is no folder ${folder}. Make it, or mount its disk, and run the command again.`,
  );
}
