// Tests the upgrade as a process: whatever the new version does, and wherever the upgrade is
// killed, a version runs with every booking that was acknowledged.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { root } from '../../scripts/test/steps.ts';
import { findFreePort } from '../../server/base/free-port.ts';
import { openData } from '../upgrade/data.ts';
import {
  lockInstallation,
  openInstallation,
  readJournal,
  whileStarting,
  writeJournal,
} from '../upgrade/installation.ts';
import { switchVersion } from '../upgrade/switch.ts';
import { makeInstallation, makeVersion } from './fake-versions.ts';
import { ANSWER_MS, startSite } from './upgraded-site.ts';

test('switches to a version that works and keeps what was booked meanwhile', async () => {
  const site = await startSite();
  const { ended, output } = site.upgrade({});
  expect([await ended, output()]).toEqual([0, expect.stringContaining('2.0.0-')]);
  expect(output()).toContain('is running. From here on there is no way back');
  expect(await site.running()).toBe('two');
  expect(await site.check()).toBeGreaterThan(10);
  expect(readdirSync(path.join(site.site, 'versions'))).toHaveLength(2);
  expect(existsSync(path.join(site.dataDir, 'upgrading'))).toBe(false);
  expect(readdirSync(path.join(site.dataDir, 'upgrades'))).toEqual([
    expect.stringMatching(/^before-2\.0\.0-/),
  ]);
});

describe('to a tag', () => {
  /** The site with a repository that has a version with this tag. */
  async function startTagged(tag: string) {
    const site = await startSite();
    const origin = makeVersion(path.join(site.site, 'origin'), ['one', 'two']);
    const git = (cwd: string, ...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
        cwd,
      });
    git(origin, 'init', '--quiet');
    git(site.site, 'clone', '--quiet', '--bare', origin, 'source.git');
    // The tag is newer than the copy.
    git(origin, 'add', '.');
    git(origin, 'commit', '--quiet', '--message', 'Version');
    git(origin, 'tag', tag);
    return { site, origin };
  }

  test('fetches, unpacks and switches', async () => {
    const { site } = await startTagged('v2.0.0');
    const { ended, output } = site.upgradeTo('v2.0.0');
    expect([await ended, output()]).toEqual([0, expect.stringContaining('v2.0.0 is running')]);
    expect(await site.running()).toBe('two');
    expect(path.basename(realpathSync(path.join(site.site, 'current')))).toBe('v2.0.0');
    await site.check();
  });

  test('needs a tag that is here if the repository does not answer', async () => {
    const { site, origin } = await startTagged('v2.0.0');
    rmSync(origin, { recursive: true });
    const { ended, output } = site.upgradeTo('v2.0.0');
    expect([await ended, output()]).toEqual([1, expect.stringContaining('There is no tag v2.0.0')]);
    expect(output()).toContain('The repository did not answer; looking among the tags');
    expect(await site.running()).toBe('one');
  });
});

describe('several servers', () => {
  test('are stopped, started and waited for', async () => {
    const site = await startSite();
    // Answers while the first does.
    const second = createServer((request, answer) => {
      fetch(`http://127.0.0.1:${site.port}${request.url}`).then(
        async (first) => answer.writeHead(first.status).end(await first.text()),
        () => answer.destroy(),
      );
    });
    const port = await findFreePort();
    second.listen(port, '127.0.0.1');
    onTestFinished(() => void second.close());
    const { ended, output } = site.upgrade({}, '--ports', `${site.port}, ${port}`);
    expect([await ended, output()]).toEqual([0, expect.stringContaining('is running')]);
    expect(await site.running()).toBe('two');
  });

  test('leave the old version if one does not answer', async () => {
    const site = await startSite();
    const env = { DATA_DIR: site.dataDir, PORT: String(site.port), HOST: '', DATABASE_URL: '' };
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const installation = openInstallation(site.site, site.dataDir);
    const output: string[] = [];
    const switching = {
      installation,
      data: openData(installation),
      // The dead one never answers, and the other is not waited for.
      patienceMs: 1000,
      returnMs: 1000,
      stoppingMs: ANSWER_MS,
      say: (line: string) => output.push(line),
    };
    const dead = `http://127.0.0.1:${await findFreePort()}`;
    const versions = path.join(site.site, 'versions');
    const plan = {
      from: path.join(versions, 'old'),
      to: makeVersion(path.join(versions, 'new'), ['one', 'two']),
      at: [`http://127.0.0.1:${site.port}`, dead],
      ...site.service,
    };
    const switched = switchVersion(switching, plan, new AbortController().signal);
    // The old one is there again, but not all of it.
    await expect(switched).rejects.toThrow(
      'The old version old is current again with its data, but does not answer.',
    );
    expect(output.join('\n')).toContain(`does not answer at ${dead}/api/health within 1 seconds`);
    expect(await site.running()).toBe('one');
  });

  test('have ports', async () => {
    const site = await startSite();
    const { ended, output } = site.upgrade({}, '--ports', '3001;3002');
    expect([await ended, output()]).toEqual([1, expect.stringContaining("'3001;3002' is no port")]);
  });
});

test('prepares a version and changes nothing', async () => {
  const site = await startSite();
  const { ended, output } = site.upgrade({}, '--prepare');
  expect([await ended, output()]).toEqual([0, expect.stringMatching(/2\.0\.0-\d+ is ready\.\n$/)]);
  expect(await site.running()).toBe('one');
  await site.check();
});

test('a copied version leaves out the settings of its folder, which have passwords', async () => {
  const site = await startSite();
  const source = makeVersion(path.join(site.site, 'checkout'), ['one', 'two']);
  mkdirSync(path.join(source, 'ops/deploy'), { recursive: true });
  const files = ['.env', '.env.example', 'ops/deploy/.env', 'ops/deploy/compose.env.example'];
  for (const file of files) writeFileSync(path.join(source, file), '');
  const { ended, output } = site.upgradeTo(source, '--prepare');
  expect([await ended, output()]).toEqual([0, expect.stringContaining('is ready')]);
  const versions = readdirSync(path.join(site.site, 'versions'));
  const copy = path.join(
    site.site,
    'versions',
    versions.find((name) => name.startsWith('2')) ?? '',
  );
  expect(files.filter((file) => existsSync(path.join(copy, file)))).toEqual([
    '.env.example',
    'ops/deploy/compose.env.example',
  ]);
});

describe('killed', () => {
  test.each([
    ['while it builds', 'Building', 'one'],
    ['in the trial', 'Trying', 'one'],
    ['as it stops the server', 'Stopping', 'one'],
    ['as the new version starts', 'Starting', 'one'],
  ])('%s, a version runs with all its data', async (_, words, version) => {
    const site = await startSite();
    const { child, output, ended } = site.upgrade(words === 'Starting' ? { start: 'silent' } : {});
    await vi.waitFor(() => expect(output()).toContain(words), { timeout: ANSWER_MS, interval: 5 });
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(path.join(site.site, 'upgrade.json'))).toBe(false);
    expect(await site.running()).toBe(version);
    await site.check();
    // The next upgrade begins from the start.
    const next = site.upgrade({});
    expect([await next.ended, next.output()]).toEqual([0, expect.stringContaining('is running')]);
    expect(await site.running()).toBe('two');
  });

  test('during a stop that takes long, it starts the server after that stop alone', async () => {
    const site = await startSite();
    const { stop } = site.service;
    const late = path.join(site.site, 'late');
    const over = path.join(late, 'over');
    // The first stop is late; the one of the guard is not.
    const script = `if mkdir ${late}; then sleep 3; ${stop}; touch ${over}; else ${stop}; fi`;
    const { child, ended } = site.upgrade({}, '--stop', script);
    await vi.waitFor(() => expect(existsSync(late)).toBe(true), {
      timeout: ANSWER_MS,
      interval: 5,
    });
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(over)).toBe(true);
    expect(await site.running()).toBe('one');
    await site.check();
  });

  test('an interrupted upgrade goes back by itself and says so', async () => {
    const site = await startSite();
    const { child, output, ended } = site.upgrade({ start: 'silent' });
    await vi.waitFor(() => expect(output()).toContain('Starting'), {
      timeout: ANSWER_MS,
      interval: 5,
    });
    child.kill('SIGINT');
    expect([await ended, output()]).toEqual([1, expect.stringContaining('It was interrupted.')]);
    expect(await site.running()).toBe('one');
    await site.check();
  });
});

test('one upgrade at a time', async () => {
  const site = await startSite();
  const first = lockInstallation({ ...site, owner: null });
  const second = site.upgrade({});
  expect([await second.ended, second.output()]).toEqual([
    1,
    expect.stringContaining('An upgrade is under way already'),
  ]);
  first?.close();
  const third = site.upgrade({});
  await vi.waitFor(() => expect(third.output()).toContain('Building'), ANSWER_MS);
  expect(lockInstallation({ ...site, owner: null })).toBe(null);
  expect([await third.ended, third.output()]).toEqual([0, expect.stringContaining('is running')]);
});

test('says what is missing', async () => {
  const site = await startSite();
  const call = (args: readonly string[], env: NodeJS.ProcessEnv) => {
    const script = path.join(root, 'ops/upgrade/upgrade.ts');
    const child = spawn(process.execPath, [script, ...args], {
      env: { PATH: process.env['PATH'], ...env },
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    return once(child, 'close').then(([code]) => [code, output] as const);
  };
  const at = { DATA_DIR: site.dataDir };
  expect(await call(['v2'], {})).toEqual([1, expect.stringContaining('DATA_DIR is not set')]);
  expect(await call(['v2', '--site', tmpdir()], at)).toEqual([
    1,
    expect.stringContaining('install with ops/deploy/install.sh'),
  ]);
  expect(await call(['--site', site.site], at)).toEqual([1, expect.stringContaining('Usage: ')]);
  expect(await call(['--unknown'], at)).toEqual([1, expect.stringContaining('Usage: ')]);
  const there = ['--site', site.site, '--stop', 'true', '--start', 'true'];
  expect(await call(['v2', ...there], at)).toEqual([
    1,
    expect.stringMatching(/There is no folder v2 .*\nold is the current version/s),
  ]);
  expect(readFileSync(path.join(site.site, 'service.log'), 'utf8')).toBe('');
});

test('a server that starts waits until another has taken the upgrade back', async () => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'upgrade-versions-'));
  const { site, dataDir } = makeInstallation(makeVersion(path.join(scratch, 'old'), ['one']));
  onTestFinished(() => {
    for (const folder of [site, scratch]) rmSync(folder, { recursive: true, force: true });
  });
  const installation = { site, dataDir, owner: null };
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  const begin = () => {
    const script = path.join(root, 'ops/upgrade/upgrade.ts');
    const child = spawn(process.execPath, [script, '--before-start', '--site', site], { env });
    return once(child, 'exit').then(([code]) => code as number | null);
  };
  const soon = (ended: Promise<number | null>) => Promise.race([ended, sleep(2000, 'waits')]);
  const version = path.join(site, 'versions/old');
  const plan = {
    from: version,
    to: version,
    at: [],
    stop: 'true',
    start: 'true',
    migrations: '[]',
  };
  writeJournal(installation, { ...plan, copy: null, phase: 'switched' });

  const lock = lockInstallation(installation);
  // The upgrade starts this one itself.
  await whileStarting(installation, async () => expect(await begin()).toBe(0));
  const both = [begin(), begin()];
  expect(await Promise.all(both.map(soon))).toEqual(['waits', 'waits']);
  lock?.close();
  // One of them takes it back; nothing is left to do for the other.
  expect(await Promise.all(both)).toEqual([0, 0]);
  expect(readJournal(installation)).toBe(null);
});
