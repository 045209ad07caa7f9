// The current build, which is made when it is missing or outdated. Every start passes here, so this
// loads next to nothing.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { PROJECT } from '../../server/base/project.ts';
import { buildFolder, readCurrent } from '../../server/site/pages/builds.ts';

export const DIST = path.join(PROJECT, 'dist');
/** In the folder of a build: the hash of its sources. */
export const STAMP_FILE = 'build-stamp';
/** In the folder of a build: the bundle of the server. */
export const SERVER_FOLDER = 'server';

/** The folder of the current build; null when there is none. */
function currentFolder(): string | null {
  const current = readCurrent(DIST);
  return current === null ? null : buildFolder(DIST, current.build);
}

/**
 * Builds if the sources have changed since the last build; otherwise it only reads them. Returns
 * the folder of the up-to-date build; null if there is none, after printing why.
 */
export async function buildIfNeeded(): Promise<string | null> {
  const folder = currentFolder();
  const stamp = folder === null ? null : path.join(folder, STAMP_FILE);
  if (stamp !== null && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources())
    return folder;
  // Uses a separate process, so that the bundler does not stay in the memory of the server that
  // starts next.
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'build.ts')], {
    cwd: PROJECT,
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0 ? currentFolder() : null;
}

/** What a build is made of: folders and files of the project. */
const INPUTS = {
  folders: ['web', 'domain', 'server', 'scripts/build', 'scripts/floor'],
  files: ['vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json'],
};
const LEFT_OUT = /\.test\.tsx?$|^server[\\/]testing[\\/]/;

/** A hash of all build inputs. Every start waits for it: `globSync` takes 20 times as long. */
export function hashSources(): string {
  const inFolders = INPUTS.folders.flatMap((folder) =>
    readdirSync(path.join(PROJECT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name).slice(PROJECT.length + 1)),
  );
  const files = [...INPUTS.files, ...inFolders.filter((file) => !LEFT_OUT.test(file)).toSorted()]
    // A copy for servers has no settings of tools.
    .filter((file) => existsSync(path.join(PROJECT, file)));
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(PROJECT, file)))
      .update('\0');
  return hash.digest('hex');
}
