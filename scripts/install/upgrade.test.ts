// Upgrades the product itself: installs, builds and tries a new version beside the running one.
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { expect, onTestFinished, test, vi } from 'vitest';

import { makeInstallation } from '../../ops/commands/fake-versions.ts';
import { findFreePort } from '../../server/base/free-port.ts';
import { copyProject } from '../commands/copied-project.ts';
import { root } from '../test/steps.ts';

const MORE = ['.npmrc', 'ops'];
/** On screen in the new version alone. */
const TITLE = 'Upgraded title';

test('upgrades the product with its data, and open pages still find their scripts', async () => {
  const { site, dataDir } = makeInstallation(copyProject(...MORE));
  const port = await findFreePort();
  const { NODE_ENV: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    DATA_DIR: dataDir,
    PORT: String(port),
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
    ADMIN_EMAIL: 'tutor@example.com',
    ADMIN_NAME: 'Ada',
    ADMIN_PASSWORD: 'a long password',
  };
  const run = (command: readonly string[], cwd: string) =>
    execFileSync(process.execPath, command, { cwd, env, encoding: 'utf8' });
  const service = (command: string) => [path.join(site, 'service.mjs'), command];
  onTestFinished(() => {
    run(service('stop'), site);
    rmSync(site, { recursive: true, force: true });
  });
  const ask = (at: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${at}`, init);
  run(service('start'), site);
  await vi.waitFor(async () => expect((await ask('/api/health')).ok).toBe(true), {
    timeout: 300_000,
  });
  const enquiry = {
    name: 'Grace',
    email: 'grace@example.com',
    mobile: '07700900123',
    year_class: 'year-10',
  };
  const post = (at: string, body: object) =>
    ask(at, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await post('/api/customers', enquiry)).status).toBe(201);
  const scriptsOf = async () => {
    const page = await ask('/user-home');
    expect(page.status).toBe(200);
    return [...(await page.text()).matchAll(/\/assets\/[\w.-]+\.js/g)].map(([script]) => script);
  };
  const before = await scriptsOf();

  const folder = mkdtempSync(path.join(tmpdir(), 'upgrade-new-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const next = path.join(folder, 'next');
  mkdirSync(next);
  for (const name of [
    'domain',
    'scripts',
    'server',
    'web',
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    ...MORE,
  ])
    cpSync(path.join(root, name), path.join(next, name), { recursive: true });
  const pages = path.join(next, 'web/pages.ts');
  const table = readFileSync(pages, 'utf8');
  writeFileSync(pages, table.replace("'Sign Up'", `'${TITLE}'`));

  const node = JSON.stringify(process.execPath);
  const { stdout: said } = await promisify(execFile)(
    process.execPath,
    [
      path.join(root, 'ops/upgrade/upgrade.ts'),
      next,
      '--site',
      site,
      ...['stop', 'start'].flatMap((each) => [`--${each}`, `${node} ${service(each).join(' ')}`]),
    ],
    { cwd: root, env },
  );
  expect(said).toContain('Trying it on a copy of the data');
  expect(said).toContain('is running. From here on');
  const after = await scriptsOf();
  const missing = before.filter((each) => !after.includes(each));
  expect(missing).not.toEqual([]);
  for (const each of missing) expect((await ask(each)).status).toBe(200);
  const { session } = (await (
    await post('/api/auth/login', { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD })
  ).json()) as { session: { access_token: string } };
  const list = await ask('/api/admin/customers', {
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  expect(await list.json()).toMatchObject({ total: 1 });
});
