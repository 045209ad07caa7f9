// `--against <commit>`: the build of an earlier commit, which a benchmark measures beside this one.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { median } from './report.ts';

const ROOT = join(import.meta.dirname, '..');
const LOCKFILE = 'package-lock.json';

/** The commit after `--against`; null without one. */
export function readAgainst(): string | null {
  return parseArgs({ options: { against: { type: 'string' } } }).values.against ?? null;
}

/**
 * Checks out the commit into a temporary folder, builds it there and returns the folder, which
 * exists until the process exits. It uses the packages here if both have the same lockfile, and
 * installs its own otherwise.
 */
export function builtCommit(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), `lessons-${commit}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  console.log(`Building ${commit} in ${folder} ...`);
  const archive = join(folder, '.cache', 'commit.tar');
  mkdirSync(join(folder, '.cache'));
  const git = ['archive', '--output', archive, commit];
  execFileSync('git', git, { cwd: ROOT, stdio: 'inherit' });
  execFileSync('tar', ['-xf', archive, '-C', folder], { stdio: 'inherit' });
  rmSync(archive);
  const read = (root: string) => readFileSync(join(root, LOCKFILE), 'utf8');
  if (read(folder) === read(ROOT))
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const runner = ['scripts/run/run.mjs', 'scripts/build/build.ts'];
  execFileSync(process.execPath, runner, { cwd: folder, stdio: 'inherit' });
  return folder;
}

/** The ratio of the medians of two builds, with the minimum and the maximum of their rounds. */
export function ratioOf(before: readonly number[], now: readonly number[]) {
  const rounds = now.map((value, index) => value / (before[index] ?? Number.NaN));
  return {
    ratio: median(now) / median(before),
    min: Math.min(...rounds),
    max: Math.max(...rounds),
  };
}

/** The benchmarks of the version in this folder, which know its schema. */
export async function benchmarksOf(root: string) {
  const read = (file: string): Promise<unknown> =>
    import(pathToFileURL(join(root, 'bench', file)).href);
  return {
    engines: (await read('engines.ts')) as typeof import('./engines.ts'),
    load: (await read('load.ts')) as typeof import('./load.ts'),
    fill: (await read('fill.ts')) as typeof import('./fill.ts'),
  };
}
