// Versions for tests of the upgrade: as small as a server with a database can be, and able to fail
// in every way. Installing and starting them takes a moment.
import { cpSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { root } from '../../scripts/test/steps.ts';

/** What a version does wrong. */
export interface Faults {
  readonly build?: boolean;
  /** On the copy and on the real data, or on the real data alone. */
  readonly migration?: 'always' | 'real';
  /** It migrates, and then ends, answers nobody, or answers everything but its health. */
  readonly start?: 'ends' | 'silent' | 'sick';
  /** It does not wait until it is accepted, and counts as started once somebody has booked. */
  readonly isHasty?: boolean;
  /** How long it takes to start, outside a trial. */
  readonly startMs?: number;
  /** Which copies it cannot write, by a part of their path. */
  readonly copy?: string;
}

const DRIVER = path.join(root, 'node_modules/better-sqlite3/lib/index.js');

const RUN = `
  import { pathToFileURL } from 'node:url';
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    setInterval(() => { if (process.ppid !== parent) process.exit(); }, 100).unref();
  }
  await import(pathToFileURL(process.argv.at(-1)));
`;

const START = `
  import { existsSync, writeFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  import path from 'node:path';
  import { setTimeout as sleep } from 'node:timers/promises';
  import Driver from ${JSON.stringify(DRIVER)};
  import { faults, knows } from '../../version.mjs';
  const folder = process.env.DATA_DIR;
  const isTrial = folder.includes('trial-');
  const lock = new Driver(path.join(folder, 'server.lock'), { timeout: 0 });
  lock.exec('begin exclusive');
  const database = new Driver(path.join(folder, 'app.db'));
  database.pragma('journal_mode = wal');
  database.exec('create table if not exists schema_migrations (name text primary key); create table if not exists bookings (id integer primary key)');
  const applied = database.prepare('select name from schema_migrations').pluck().all();
  const strange = applied.find((name) => !knows.includes(name));
  if (strange) { console.error('the database has ' + strange); process.exit(1); }
  for (const name of knows.filter((each) => !applied.includes(each))) {
    if (faults.migration === 'always' || (faults.migration === 'real' && !isTrial)) {
      console.error('the migration ' + name + ' failed'); process.exit(1);
    }
    database.prepare('insert into schema_migrations values (?)').run(name);
  }
  if (!isTrial && faults.start === 'ends') { console.error('it ends'); process.exit(1); }
  if (!isTrial && faults.startMs) await sleep(faults.startMs);
  const { STARTED } = process.env;
  const tellStart = () => { if (STARTED) writeFileSync(STARTED, ''); };
  const isUpgrading = () => !faults.isHasty && existsSync(path.join(folder, 'upgrading'));
  createServer((request, answer) => {
    if (!isTrial && faults.start === 'silent') return void answer.writeHead(500).end();
    if (!isTrial && faults.start === 'sick' && request.url === '/api/health') return void answer.writeHead(500).end();
    if (request.url === '/api/health') return void answer.writeHead(200).end();
    if (request.url === '/api/ready') return void answer.end('{}');
    if (request.url === '/version') return void answer.end(knows.at(-1));
    if (isUpgrading()) return void answer.writeHead(503).end();
    const { lastInsertRowid } = database.prepare('insert into bookings default values').run();
    answer.writeHead(201).end(String(lastInsertRowid));
    if (faults.isHasty) tellStart();
  }).listen(Number(process.env.PORT), '127.0.0.1', faults.isHasty ? undefined : tellStart);
  process.on('SIGTERM', () => process.exit(0));
`;

const COPIES = `
  import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
  import path from 'node:path';
  import Driver from ${JSON.stringify(DRIVER)};
  import { faults } from '../version.mjs';
  const [command, file] = process.argv.slice(2);
  const real = path.join(process.env.DATA_DIR, 'app.db');
  if (command === 'backup') {
    if (faults.copy && file.includes(faults.copy)) {
      console.error('ENOSPC: no space left on device'); process.exit(1);
    }
    await new Driver(real, { readonly: true }).backup(file);
  } else {
    for (const end of ['-wal', '-shm']) rmSync(real + end, { force: true });
    renameSync(real, real + '.until-now');
    console.log('The previous database was moved to ' + real + '.until-now.');
    await new Driver(file, { readonly: true }).backup(real);
  }
`;

/**
 * Stops and starts what the link 'current' names, one after the other, as systemd does. With 'wait'
 * a start lasts until the version listens or has ended, however slow the machine is.
 */
const SERVICE = `
  import { spawn } from 'node:child_process';
  import { existsSync, openSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
  import path from 'node:path';
  import { setTimeout as sleep } from 'node:timers/promises';
  import Driver from ${JSON.stringify(DRIVER)};
  const [command, waits] = process.argv.slice(2);
  const turn = new Driver('service.lock', { timeout: 60_000 });
  turn.exec('begin exclusive');
  const file = 'service.pid';
  const isThere = (pid) => { try { process.kill(pid, 0); return !/\\) Z /.test(readFileSync('/proc/' + pid + '/stat', 'utf8')); } catch { return false; } };
  if (existsSync(file)) {
    const pid = Number(readFileSync(file, 'utf8'));
    if (command === 'start' && isThere(pid)) process.exit(0);
    if (isThere(pid)) process.kill(pid, 'SIGTERM');
    while (isThere(pid)) await sleep(20);
    rmSync(file);
  }
  if (command === 'start') {
    const log = openSync('service.log', 'a');
    const STARTED = path.resolve('service.started');
    rmSync(STARTED, { force: true });
    const { npm_lifecycle_event, ...env } = process.env;
    const child = spawn(process.execPath, ['scripts/run/run.mjs', '--omit=dev', 'scripts/run/start.ts'], {
      cwd: realpathSync('current'), detached: true, stdio: ['ignore', log, log],
      env: { ...env, STARTED },
    });
    writeFileSync(file, String(child.pid));
    child.unref();
    if (waits) while (isThere(child.pid) && !existsSync(STARTED)) await sleep(20);
  }
`;

/** Writes a version that knows these migrations. */
export function makeVersion(folder: string, knows: string[], faults: Faults = {}): string {
  mkdirSync(path.join(folder, 'scripts/run'), { recursive: true });
  const write = (file: string, text: string) => {
    writeFileSync(path.join(folder, file), text);
  };
  write(
    'version.mjs',
    `export const knows = ${JSON.stringify(knows)}; export const faults = ${JSON.stringify(faults)};`,
  );
  const node = JSON.stringify(process.execPath);
  const scripts = {
    build: faults.build === true ? 'echo "a type is missing" && exit 1' : `${node} -e 0`,
    backup: `${node} scripts/copies.mjs backup`,
    restore: `${node} scripts/copies.mjs restore`,
  };
  write(
    'package.json',
    JSON.stringify({ name: 'fake', version: `${knows.length}.0.0`, type: 'module', scripts }),
  );
  write('scripts/run/run.mjs', RUN);
  write('scripts/run/start.ts', START);
  write('scripts/copies.mjs', COPIES);
  return folder;
}

/** Something that people have done, as a statement. */
export const ENQUIRY =
  "insert into enquiries (id, name, email, mobile, year_class, year_said_in, created_at) values ('a', 'Grace', 'grace@example.com', '07700900123', 'year-10', 2026, 1)";

/** An installation with this version, and its data folder. */
export function makeInstallation(version: string): { site: string; dataDir: string } {
  const site = realpathSync(mkdtempSync(path.join(tmpdir(), 'upgrade-test-')));
  const dataDir = path.join(site, 'data');
  mkdirSync(dataDir);
  cpSync(version, path.join(site, 'versions/old'), { recursive: true });
  symlinkSync('versions/old', path.join(site, 'current'));
  writeFileSync(path.join(site, 'service.mjs'), SERVICE);
  return { site, dataDir };
}
