// Tests that an upgrade by root does nothing to what links in the data folder point to: the
// server's user owns that folder.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { removeCopies } from '../upgrade/data.ts';
import {
  removeMark,
  makeCopiesFolder,
  placeMark,
  hasMark,
  openInstallation,
} from '../upgrade/installation.ts';
import { prepareVersion } from '../upgrade/prepare.ts';
import { removeTrials } from '../upgrade/trial.ts';
import { makeInstallation, makeVersion } from './fake-versions.ts';

const isRoot = process.getuid?.() === 0;
const OWNER = { uid: 65_534, gid: 65_534 };

/** An installation of another user, and a folder of root's with a file. */
function setUp() {
  const scratch = mkdtempSync(path.join(tmpdir(), 'upgrade-links-'));
  const { site, dataDir } = makeInstallation(makeVersion(path.join(scratch, 'old'), ['one']));
  onTestFinished(() => {
    for (const folder of [scratch, site]) rmSync(folder, { recursive: true, force: true });
    vi.unstubAllEnvs();
  });
  vi.stubEnv('DATABASE_URL', '');
  // Only its owner may enter the data folder; the way to it is open.
  for (const folder of [scratch, site]) chmodSync(folder, 0o755);
  chownSync(dataDir, OWNER.uid, OWNER.gid);
  const roots = path.join(scratch, 'roots');
  mkdirSync(path.join(roots, 'trial-1'), { recursive: true });
  writeFileSync(path.join(roots, 'file'), 'of root');
  return { installation: openInstallation(site, dataDir), dataDir, roots };
}

const linked = (name: string, to: string) => {
  symlinkSync(to, name);
};

test.runIf(isRoot)('refuses a link in the place of the folder for copies', async () => {
  const { installation, dataDir, roots } = setUp();
  expect(installation.owner).toEqual(OWNER);
  linked(path.join(dataDir, 'upgrades'), roots);
  expect(() => makeCopiesFolder(installation)).toThrow("is no folder of the server's user");
  expect(() => removeCopies(installation, () => true)).toThrow('is no folder');
  await expect(removeTrials(installation)).rejects.toThrow('is no folder');
  expect(statSync(roots).uid).toBe(0);
  expect(existsSync(path.join(roots, 'trial-1'))).toBe(true);
  expect(readFileSync(path.join(roots, 'file'), 'utf8')).toBe('of root');
});

test.runIf(isRoot)('refuses a folder of somebody else, and makes one for the user', () => {
  const { installation, dataDir } = setUp();
  mkdirSync(path.join(dataDir, 'upgrades'));
  expect(() => makeCopiesFolder(installation)).toThrow('is no folder');
  rmSync(path.join(dataDir, 'upgrades'), { recursive: true });
  const { uid, gid, mode } = statSync(makeCopiesFolder(installation));
  expect({ uid, gid, mode: mode & 0o777 }).toEqual({ ...OWNER, mode: 0o700 });
  expect([process.geteuid?.(), process.getegid?.()]).toEqual([0, 0]);
});

test.runIf(isRoot)('deletes nothing of root when a link appears after the look', () => {
  const { installation, dataDir, roots } = setUp();
  const folder = makeCopiesFolder(installation);
  writeFileSync(path.join(folder, 'trial-1'), '');
  const swap = () => {
    rmSync(folder, { recursive: true });
    linked(path.join(dataDir, 'upgrades'), roots);
    return true;
  };
  let isSwapped = false;
  expect(() => {
    removeCopies(installation, () => isSwapped || (isSwapped = swap()));
  }).toThrow(/EACCES|EPERM/);
  expect(existsSync(path.join(roots, 'trial-1'))).toBe(true);
});

test.runIf(isRoot).each(['file', 'nothing'])('replaces a link to %s by the mark', (target) => {
  const { installation, dataDir, roots } = setUp();
  linked(path.join(dataDir, 'upgrading'), path.join(roots, target));
  placeMark(installation);
  expect(hasMark(installation)).toBe(true);
  expect(statSync(path.join(dataDir, 'upgrading')).uid).toBe(OWNER.uid);
  expect(readFileSync(path.join(roots, 'file'), 'utf8')).toBe('of root');
  expect(existsSync(path.join(roots, 'nothing'))).toBe(false);
  removeMark(installation);
  expect(hasMark(installation)).toBe(false);
});

test.runIf(isRoot)("git runs no command that the settings of the server's user name", async () => {
  const { installation, dataDir, roots } = setUp();
  const mark = path.join(roots, 'ran');
  writeFileSync(path.join(dataDir, '.gitconfig'), `[core]\n\tsshCommand = touch ${mark};\n`);
  vi.stubEnv('HOME', dataDir);
  const repository = path.join(installation.site, 'source.git');
  execFileSync('git', ['init', '--quiet', '--bare', repository]);
  const origin = ['remote', 'add', 'origin', 'ssh://lessons.invalid/source.git'];
  execFileSync('git', ['-C', repository, ...origin]);
  const { signal } = new AbortController();
  const asked = { source: 'v9', signal, say: () => undefined };
  await expect(prepareVersion(installation, asked)).rejects.toThrow('There is no tag v9');
  expect(existsSync(mark)).toBe(false);
});
