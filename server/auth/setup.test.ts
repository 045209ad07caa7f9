// The first admin's account, made with the one-time address.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { setupPath } from '../../domain/paths.ts';
import { hashOf } from '../base/ids.ts';
import type { TestApp } from '../testing/app.ts';
import { PASSWORD } from '../testing/factories.ts';
import { codeOf, test } from '../testing/test.ts';
import { createAdmin } from './admins.ts';
import { createSetupToken, SETUP_MINUTES } from './setup.ts';
import { SETUP_FILE, setupShower } from './show-setup.ts';

const ada = { name: 'Ada', email: 'ada@example.com', password: PASSWORD };
const UNKNOWN = 'unknown';

async function tokenOf(api: TestApp): Promise<string> {
  return (await createSetupToken(api.context(null)))?.token ?? 'none';
}

const use = async (api: TestApp, token: string, form: object = ada) =>
  codeOf(await api.either(endpoints.setUp, { body: { ...ada, ...form, token } }));

const names = async ({ database }: TestApp) =>
  (await database.db.selectFrom('admins').select('name').execute()).map(({ name }) => name);

test('makes the first admin, who is signed in', async ({ api }) => {
  const token = await tokenOf(api);
  const { status, body } = await api.call(endpoints.setUp, { body: { ...ada, token } });
  expect(status).toBe(201);
  expect(body.user).toEqual({ id: body.user.id, name: 'Ada', email: ada.email });
  const { access_token } = body.session;
  const verified = await api.call(endpoints.adminVerify, { token: access_token });
  expect(verified.body.user).toEqual(body.user);
  const { email, password } = ada;
  await api.call(endpoints.adminLogin, { body: { email, password } });
});

test('stores only a hash of the token', async ({ api, db }) => {
  const token = await tokenOf(api);
  const rows = await db.selectFrom('setup_addresses').selectAll().execute();
  expect(rows.map(({ token_hash }) => token_hash)).toEqual([hashOf(token)]);
});

test('works once, for half an hour', async ({ api }) => {
  const token = await tokenOf(api);
  expect(await use(api, UNKNOWN)).toBe('setup_not_found');
  api.clock.advance({ minutes: SETUP_MINUTES });
  expect(await use(api, token)).toBe('setup_not_found');
  api.clock.advance({ ms: -1 });
  expect(await use(api, token)).toBe('done');
  expect(await use(api, token, { email: 'eve@example.com' })).toBe('setup_not_found');
  expect(await names(api)).toEqual(['Ada']);
});

test.for([
  ['name', 'A', 'Name must be at least 2 characters'],
  ['email', 'ada', 'Invalid email address'],
  ['password', 'short', 'Password must be at least 6 characters'],
] as const)('stays good after a refused %s', async ([field, value, message], { api }) => {
  const token = await tokenOf(api);
  const body = { ...ada, [field]: value, token };
  const refused = await api.refused(endpoints.setUp, { body });
  expect([refused.status, refused.body.details]).toEqual([400, [{ field, message }]]);
  expect(await use(api, token)).toBe('done');
});

test('does nothing once there is an admin, made in any way', async ({ api }) => {
  const token = await tokenOf(api);
  await createAdmin(api.context(null), { ...ada, name: 'Bob', email: 'bob@example.com' });
  expect(await use(api, token)).toBe('setup_not_found');
  expect(await createSetupToken(api.context(null))).toBeNull();
  expect(await names(api)).toEqual(['Bob']);
});

/** A server without an admin: what it says and writes, turn by turn. */
function startShowing(api: TestApp, isTerminal: boolean) {
  const dataDir = mkdtempSync(join(tmpdir(), 'setup-test-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const terminal: string[] = [];
  const log: string[] = [];
  const warn = (...words: unknown[]) => void log.push(JSON.stringify(words));
  const show = setupShower({
    appUrl: 'https://lessons.example.com',
    dataDir,
    terminal: isTerminal ? { write: (text) => terminal.push(text) } : null,
    log: { warn },
  });
  return {
    dataDir,
    file: join(dataDir, SETUP_FILE),
    terminal,
    log,
    turn: () => show(api.context(null)),
  };
}

const addressIn = (text: string | undefined) =>
  /https:\/\/lessons\.example\.com\/setup#([\w-]{43})\n/.exec(text ?? '')?.[1] ?? 'none';

test('shows one line on a terminal, a new one each half hour, none in the log', async ({ api }) => {
  const { turn, terminal, log, dataDir } = startShowing(api, true);
  await turn();
  api.clock.advance({ minutes: SETUP_MINUTES, ms: -1 });
  await turn();
  expect(terminal).toHaveLength(1);
  api.clock.advance({ ms: 1 });
  await turn();
  const [old, current] = terminal.map(addressIn);
  expect(terminal).toHaveLength(2);
  expect(await use(api, old ?? '')).toBe('setup_not_found');
  expect(await use(api, current ?? '')).toBe('done');
  await turn();
  api.clock.advance({ minutes: SETUP_MINUTES });
  await turn();
  expect(terminal).toHaveLength(2);
  expect([log, readdirSync(dataDir)]).toEqual([[], []]);
});

test('writes a file for its owner alone without a terminal; removes it', async ({ api, db }) => {
  const { turn, file, log, dataDir } = startShowing(api, false);
  // As an earlier process has left it.
  writeFileSync(file, 'old', { mode: 0o644 });
  writeFileSync(`${file}.00ff.part`, 'old');
  await turn();
  const token = addressIn(readFileSync(file, 'utf8'));
  expect(readFileSync(file, 'utf8')).toBe(`https://lessons.example.com${setupPath(token)}\n`);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(log.join()).toContain(`in the file ${file}`);
  expect(log.join()).not.toContain(token);
  expect(await use(api, token)).toBe('done');
  await turn();
  expect(readdirSync(dataDir)).toEqual([]);
  const rows = await db.selectFrom('setup_addresses').select('used').execute();
  expect(rows).toEqual([{ used: 1 }]);
});

test('goes on when no file can be written, and says so without the address', async ({ api }) => {
  const { turn, log, dataDir } = startShowing(api, false);
  rmSync(dataDir, { recursive: true });
  writeFileSync(dataDir, '');
  await turn();
  expect(log.join()).toContain('could not be written');
  expect(log.join()).not.toContain('/setup#');
});

test('shows an address in each of two processes; both work until one is used', async ({ api }) => {
  const [one, two] = [startShowing(api, true), startShowing(api, true)];
  await one.turn();
  await two.turn();
  expect(await use(api, addressIn(two.terminal[0]))).toBe('done');
  expect(await use(api, addressIn(one.terminal[0]))).toBe('setup_not_found');
  expect(await names(api)).toEqual(['Ada']);
});
