// `npm run dev`: pages from Vite with hot reloading, and behind it the server, started again after
// each edit, with the demo's sample data and Stripe stand-in.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, watch } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createServer, type Plugin } from 'vite';

import { findFreePort } from '../server/base/free-port.ts';
import { SECURITY_PATH } from '../server/http/security-text.ts';
import { HOST, setStage, usualPort, whereToClick } from './stage.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Paths that the server answers; Vite serves all others (pages and sources). */
const OF_SERVER = ['/api', '/calendar/', '/pictures/', SECURITY_PATH];
/** How often to check whether the server is listening again. */
const LOOK_MS = 20;
const SOURCES = ['domain', 'sandbox', 'server'];
/** Watchers report most edits at once; this finds the others. */
const EDITS_EVERY_MS = 200;
/** An editor empties a file before it writes it. */
const WRITING_MS = 15;

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, HOST);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function whenListening(port: number): Promise<void> {
  while (!(await isListening(port))) await sleep(LOOK_MS);
}

/** Delays calls while the server restarts, so that they do not fail in the browser. */
const holdCalls = (port: number): Plugin => ({
  name: 'hold-calls',
  configureServer: ({ middlewares }) => {
    for (const each of OF_SERVER)
      middlewares.use(
        each,
        (_request, _response, next) => void whenListening(port).then(() => next(), next),
      );
  },
});

const chosenPort = Number(process.env['PORT'] ?? '');
const serverPort = await findFreePort();
const vite = await createServer({
  root,
  configFile: path.join(root, 'vite.config.ts'),
  configLoader: 'native',
  plugins: [holdCalls(serverPort)],
  server: {
    port: chosenPort > 0 ? chosenPort : await usualPort(),
    // Another program may take the usual port meanwhile; then it is the next that is free.
    strictPort: chosenPort > 0,
    proxy: Object.fromEntries(OF_SERVER.map((each) => [each, `http://${HOST}:${serverPort}`])),
  },
});
await vite.listen();
// The port that it has found.
const site = new URL(vite.resolvedUrls?.local[0] ?? '').origin;
const galleryPort = await findFreePort();
const stage = await setStage(site, serverPort);

const prepare = () =>
  spawn(process.execPath, ['sandbox/dev-server.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...stage.variables,
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
      GALLERY_PORT: String(galleryPort),
    },
    // The channel ends with this process, however it ends, and the server with the channel.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
/**
 * A process that has loaded the packages and waits for the next edit, which then shows in half the
 * time.
 */
let prepared: ChildProcess | null = null;

function run(): ChildProcess {
  const begun = prepared?.connected === true ? prepared : prepare();
  prepared = null;
  begun.send('begin');
  // The next one is prepared once this one listens, because it would slow this start down.
  void whenListening(serverPort).then(() => {
    prepared ??= prepare();
  });
  return begun;
}
let server = run();

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Changes with every edit of the server's sources. */
function versionOfSources(): string {
  const times = SOURCES.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .map((name) => path.join(root, folder, String(name)))
      .map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );
  return `${times.length} ${Math.max(...times)}`;
}

let isStopping = false;
let report = () => {};
for (const folder of SOURCES) watch(path.join(root, folder), { recursive: true }, () => report());

async function untilEdited(): Promise<void> {
  const reported = new Promise<void>((resolve) => {
    report = resolve;
  });
  await Promise.race([reported, sleep(EDITS_EVERY_MS)]);
  await sleep(WRITING_MS);
}

let version = versionOfSources();
async function restartAfterEdits(): Promise<void> {
  for (;;) {
    await untilEdited();
    if (isStopping) return;
    const latest = versionOfSources();
    if (latest === version) continue;
    version = latest;
    // Nothing in the data folder outlives this process, so the server need not end in order.
    await end(server, 'SIGKILL');
    server = run();
  }
}
const watching = restartAfterEdits();

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await watching;
  await Promise.all([end(server, 'SIGTERM'), vite.close()]);
  await stage.close();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  // Vite would end this process before the server has ended.
  process.removeAllListeners(signal).on(signal, () => void stop());

await whenListening(serverPort);
process.stdout.write(`
The site is running. An edit of a page shows at once, one of the server with the next request. Everything in it is a
sample and is gone when you stop it with Ctrl+C.
${whereToClick(site, `http://${HOST}:${galleryPort}`, stage.rooms)}
  Database and emails    ${stage.dataDir}

`);
