// A private PostgreSQL for tests: in a temporary folder, on loopback only, removed when the test
// run ends for any reason.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { findFreePort } from '../../base/free-port.ts';
import { findPostgres } from './find-postgres.ts';

export interface PrivatePostgres {
  /** Superuser URL of the database 'postgres'; tests create their own databases from it. */
  readonly url: string;
  /** The folder of its socket. */
  readonly socketFolder: string;
  /** Kills the server, but not its data and port: simulates an outage. */
  halt(): Promise<void>;
  /** Restarts a halted server at the same address. */
  resume(): Promise<void>;
  /** Writes the server's data to a file that another server can start with. */
  save(archive: string): Promise<void>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

export interface Identity {
  readonly uid?: number;
  readonly gid?: number;
}

const START_TIMEOUT_MS = 30_000;
const START_ATTEMPTS = 3;
const READY = /database system is ready to accept connections/;

/** No fsync: the data survives a halted server, but not a halted machine. */
const ownSettings = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: '64MB',
  fsync: 'off',
  jit: 'off',
  full_page_writes: 'off',
  lc_messages: 'C',
  log_min_messages: 'warning',
};

interface ClusterOptions {
  /** Replaces the settings above. */
  settings?: Readonly<Record<string, string>>;
  /** The parent folder of the data; the temporary folder by default. */
  parent?: string;
  /** An archive written by `save` to start with. */
  archive?: string;
}

/**
 * Starts a cluster, empty by default; throws if PostgreSQL is not installed or does not start
 * within 30 s.
 */
export async function startPostgres({
  settings = {},
  parent = tmpdir(),
  archive,
}: ClusterOptions = {}): Promise<PrivatePostgres> {
  const programs = findPostgres();
  if (programs === null)
    throw new Error(
      'PostgreSQL is not installed: install its server (initdb and postgres), version 15 or later.',
    );
  const identity = unprivilegedIdentity();
  const folder = mkdtempSync(path.join(parent, 'lessons-postgres-'));
  if (identity.uid !== undefined && identity.gid !== undefined)
    chownSync(folder, identity.uid, identity.gid);
  const data = path.join(folder, 'data');
  const endWatch = watchOver(data, folder);

  try {
    if (archive !== undefined) await runTar(['-xpf', archive, '-C', folder]);
    else await createCluster(path.join(programs, 'initdb'), data, identity);
    const launch = (port: number) =>
      launchServer(
        path.join(programs, 'postgres'),
        data,
        { ...ownSettings, ...settings },
        port,
        identity,
      );
    const { port, server: first } = await launchOnFreePort(launch);
    let server = first;
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      socketFolder: folder,
      halt: () => end(server, 'SIGQUIT'),
      resume: async () => {
        server = await launch(port);
      },
      save: async (file) => {
        await end(server, 'SIGINT');
        await runTar(['-cf', file, '-C', folder, path.basename(data)]);
        server = await launch(port);
      },
      stop: async () => {
        await end(server, 'SIGQUIT');
        await endWatch();
      },
    };
  } catch (error) {
    await endWatch();
    throw error;
  }
}

/** PostgreSQL refuses to run as root, so root runs it as an unprivileged user. */
export function unprivilegedIdentity(): Identity {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((entry) => entry.split(':'));
  for (const user of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(([name]) => name === user) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    "PostgreSQL cannot run as root, and there is neither a user 'postgres' nor a user 'nobody'.",
  );
}

/** A separate process that removes the cluster when this one is gone, even by SIGKILL. */
function watchOver(data: string, folder: string): () => Promise<void> {
  const watcher = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'postgres-watcher.ts'), data, folder],
    { stdio: ['pipe', 'ignore', 'inherit'], detached: true },
  );
  const exited = once(watcher, 'exit');
  watcher.unref();
  return async () => {
    watcher.ref();
    watcher.stdin.end();
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
}

async function createCluster(initdb: string, data: string, identity: Identity): Promise<void> {
  const child = spawn(
    initdb,
    [
      '--pgdata',
      data,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--no-locale',
      '--no-sync',
    ],
    { ...identity, cwd: path.dirname(data), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const output = collect(child);
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`initdb failed: ${output()}`);
}

async function runTar(args: string[]): Promise<void> {
  await promisify(execFile)('tar', [...args]);
}

/** Another program may take the free port first, so a failed start is retried on another one. */
async function launchOnFreePort(
  launch: (port: number) => Promise<ChildProcess>,
): Promise<{ port: number; server: ChildProcess }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    try {
      return { port, server: await launch(port) };
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
    }
  }
}

async function launchServer(
  postgres: string,
  data: string,
  settings: Readonly<Record<string, string>>,
  port: number,
  identity: Identity,
): Promise<ChildProcess> {
  const own = { ...settings, unix_socket_directories: path.dirname(data), port: String(port) };
  const options = Object.entries(own).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(postgres, ['-D', data, ...options], {
    ...identity,
    cwd: path.dirname(data),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const output = collect(server);
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  server.stderr.on('data', () => READY.test(output()) && resolve());
  server.once('error', reject);
  server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output()}`)));
  const timer = setTimeout(
    () =>
      reject(new Error(`PostgreSQL was not ready in ${START_TIMEOUT_MS / 1000} s: ${output()}`)),
    START_TIMEOUT_MS,
  );
  try {
    await ready;
  } catch (error) {
    await end(server, 'SIGQUIT');
    throw error;
  } finally {
    clearTimeout(timer);
  }
  // A caller that forgets to stop the server can still exit; the watcher cleans up.
  server.unref();
  (server.stderr as unknown as { unref(): void }).unref();
  return server;
}

/** The end of a process's error output, at most 10,000 characters. */
function collect(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-10_000);
  });
  return () => text.trim();
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return;
  server.ref();
  const exited = once(server, 'exit');
  server.kill(signal);
  await exited;
}
