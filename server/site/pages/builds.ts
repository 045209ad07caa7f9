// The builds of the web app in dist/. Each has its own folder, and a file names the current one. So
// an incomplete build changes nothing, and a server goes on serving the build it started with.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BUILD = /^[\w-]+$/;

export interface Current {
  /** The name of a folder in dist/builds/. */
  readonly build: string;
  /** The build that was current before; null at first. */
  readonly before: string | null;
}

/** Written last by the build, so that its presence means a complete build. */
export const PAGES_FILE = 'pages.json';
const CURRENT_FILE = 'current.json';

export const LOCK_END = '.lock';
export const buildsFolder = (dist: string) => join(dist, 'builds');
export const buildFolder = (dist: string, build: string) => join(buildsFolder(dist), build);
export const lockFile = (dist: string, build: string) => buildFolder(dist, build) + LOCK_END;
export const currentFile = (dist: string) => join(dist, CURRENT_FILE);

/** Null if nothing has been built yet, or if a power failure left the file empty. */
export function readCurrent(dist: string): Current | null {
  if (!existsSync(currentFile(dist))) return null;
  const value = parseJson(readFileSync(currentFile(dist), 'utf8'));
  if (typeof value !== 'object' || value === null) return null;
  const { build, before } = value as Partial<Record<keyof Current, unknown>>;
  return isBuild(build) && (before === null || isBuild(before)) ? { build, before } : null;
}

export const isBuild = (name: unknown): name is string =>
  typeof name === 'string' && BUILD.test(name);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
