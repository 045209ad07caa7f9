// Tests the upgrade to versions that fail in every way: the old one runs, with every booking that
// was acknowledged.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import type { Faults } from './fake-versions.ts';
import { type Site, startSite, type Upgrade } from './upgraded-site.ts';

/** Expects that the upgrade fails with these words, and that the old version goes on. */
async function expectOld(site: Site, { ended, output }: Upgrade, words: string): Promise<void> {
  expect([await ended, output()]).toEqual([1, expect.stringContaining(words)]);
  expect(output()).toContain('old is the current version, with all its data.');
  expect(await site.running()).toBe('one');
  await site.check();
  expect(existsSync(path.join(site.site, 'upgrade.json'))).toBe(false);
  expect(existsSync(path.join(site.dataDir, 'upgrading'))).toBe(false);
}

interface Failure {
  readonly what: string;
  readonly faults?: Faults;
  readonly old?: Faults;
  readonly words: string;
}
const beforeStart: readonly Failure[] = [
  { what: 'cannot be built', faults: { build: true }, words: 'built. Its last words:\na type is' },
  { what: 'cannot migrate the copy', faults: { migration: 'always' }, words: 'two failed' },
  { what: 'has no room for its trial', old: { copy: 'trial-' }, words: 'no space left' },
  { what: 'has no room for the way back', old: { copy: 'before-' }, words: 'no space left' },
];
test.each(beforeStart)(
  'a version that $what leaves the old one',
  async ({ faults, words, old }) => {
    const site = await startSite(old);
    await expectOld(site, site.upgrade(faults), words);
  },
);

const afterStart: readonly { readonly what: string; readonly faults: Faults }[] = [
  { what: 'cannot migrate the data', faults: { migration: 'real' } },
  { what: 'migrates and then ends', faults: { start: 'ends' } },
  { what: 'migrates and answers nobody', faults: { start: 'silent' } },
  { what: 'migrates and is not well', faults: { start: 'sick' } },
];
test.each(afterStart)('a version that $what leaves the old one', async ({ faults }) => {
  const site = await startSite();
  const upgrade = site.upgradeHastily(faults);
  await expectOld(site, upgrade, 'does not answer at');
  // What the new version has made of the data is where the next upgrade removes it.
  const folder = path.join(site.dataDir, 'upgrades');
  const left = () => readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name));
  expect(readdirSync(site.dataDir).filter((name) => name.includes('until'))).toEqual([]);
  const isMigrated = faults.migration === undefined;
  const aside = isMigrated ? ['app.db.until-now'] : [];
  expect(left().toSorted((one, other) => one.localeCompare(other))).toEqual([
    ...aside,
    expect.stringMatching(/^before-/),
  ]);
  if (isMigrated)
    expect(upgrade.output()).toContain(`moved to ${path.join(folder, aside[0] ?? '')}.`);
  expect(await site.upgrade({ build: true }).ended).toBe(1);
  expect(left()).toEqual([expect.stringMatching(/^before-/)]);
});

test('the old version may take longer to start than the new one', async () => {
  const site = await startSite({ startMs: 3000 });
  const upgrade = site.upgrade({ start: 'sick' }, '--without-trial', '--patience', '1');
  await expectOld(site, upgrade, 'does not answer at');
});

test('a version that takes bookings before it is accepted would lose them', async () => {
  const site = await startSite();
  const { ended } = site.upgradeHastily({ start: 'sick', isHasty: true });
  expect(await ended).toBe(1);
  await expect(site.check()).rejects.toThrow();
});
