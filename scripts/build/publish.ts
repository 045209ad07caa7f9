// Publishes a build in one atomic step, together with the files that pages of earlier builds still
// request.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

import SqliteFile from 'better-sqlite3';
import * as z from 'zod/mini';

import { lockBuild, lockUnusedBuild } from '../../server/site/pages/build-locks.ts';
import {
  buildFolder,
  buildsFolder,
  currentFile,
  LOCK_END,
  lockFile,
  readCurrent,
} from '../../server/site/pages/builds.ts';

/**
 * Stored beside client/ in each build: the files of assets/, grouped by the build that made them,
 * newest first.
 */
const GENERATIONS_FILE = 'generations.json';
/** How many different builds an open page may be behind. */
const KEPT_GENERATIONS = 5;
const TURN_FILE = 'turn.lock';
const TURN_TIMEOUT_MS = 60_000;

const generationsSchema = z.array(z.array(z.string()));
type Generations = z.infer<typeof generationsSchema>;

/**
 * Lets `make` build into a new folder, then publishes it as the current build of `dist`. If `make`
 * fails or the process is killed, the current build stays as it is. Removes builds that no server
 * uses, except for the last two.
 */
export async function publishBuild(
  dist: string,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  mkdirSync(buildsFolder(dist), { recursive: true });
  const build = newName();
  const inUse = inTurn(dist, () => {
    closeSync(openSync(lockFile(dist, build), 'wx'));
    return lockBuild(dist, build);
  });
  try {
    mkdirSync(buildFolder(dist, build));
    await make(buildFolder(dist, build));
    inTurn(dist, () => {
      swap(dist, build);
    });
  } finally {
    inUse.close();
    inTurn(dist, () => {
      removeUnused(dist);
    });
  }
}

/** Runs `work` under a lock that all processes share. */
function inTurn<T>(dist: string, work: () => T): T {
  const turn = new SqliteFile(path.join(buildsFolder(dist), TURN_FILE), {
    timeout: TURN_TIMEOUT_MS,
  });
  try {
    turn.exec('begin exclusive');
    return work();
  } finally {
    turn.close();
  }
}

/** A name that sorts by time. */
function newName(): string {
  const time = new Date().toISOString().replaceAll(/[^\d]/g, '').slice(0, 14);
  return `${time}-${randomBytes(4).toString('hex')}`;
}

function swap(dist: string, build: string): void {
  const before = readCurrent(dist)?.build ?? null;
  keepAssets(buildFolder(dist, build), before === null ? null : buildFolder(dist, before));
  const next = `${currentFile(dist)}.${build}`;
  writeFileSync(next, JSON.stringify({ build, before }));
  renameSync(next, currentFile(dist));
}

/**
 * Adds the assets of the earlier builds. Their names change with their content, so they can share
 * one folder.
 */
function keepAssets(folder: string, before: string | null): void {
  const own = listAssets(folder);
  const earlier = before === null ? [] : readGenerations(before);
  const generations = [own, ...earlier.filter((names) => names.join() !== own.join())].slice(
    0,
    KEPT_GENERATIONS,
  );
  for (const name of new Set(generations.flat()))
    if (
      before !== null &&
      !existsSync(assetFile(folder, name)) &&
      existsSync(assetFile(before, name))
    )
      copyFileSync(assetFile(before, name), assetFile(folder, name));
  writeFileSync(path.join(folder, GENERATIONS_FILE), JSON.stringify(generations));
}

const assetFile = (folder: string, name: string) => path.join(folder, 'client', 'assets', name);
const listAssets = (folder: string) => readdirSync(assetFile(folder, '')).toSorted();

/** Empty when somebody has removed the build. */
function readGenerations(folder: string): Generations {
  const file = path.join(folder, GENERATIONS_FILE);
  return existsSync(file) ? z.parse(generationsSchema, JSON.parse(readFileSync(file, 'utf8'))) : [];
}

/** Removes builds that nobody uses, and the leftovers of killed builds. */
function removeUnused(dist: string): void {
  const current = readCurrent(dist);
  for (const file of readdirSync(buildsFolder(dist))) {
    const build = path.basename(file, LOCK_END);
    if (
      file === TURN_FILE ||
      build === file ||
      build === current?.build ||
      build === current?.before
    )
      continue;
    const lock = lockUnusedBuild(dist, build);
    if (lock === null) continue;
    rmSync(buildFolder(dist, build), { recursive: true, force: true });
    lock.close();
    rmSync(lockFile(dist, build));
  }
}
