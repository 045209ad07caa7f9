// `npm run dev`: the pages from Vite with hot reloading, the server with `node --watch` behind it,
// on the sample data and the stand-in for Stripe of the demo.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createServer, type Plugin } from 'vite';

import { freePort } from './free-port.ts';
import { HOST, setStage, usualPort, whereToClick } from './stage.ts';

const root = path.resolve(import.meta.dirname, '..');
/** What the server answers itself; all other paths are pages and sources, which Vite has. */
const OF_SERVER = ['/api', '/calendar/'];
/** Between two looks whether the server listens again. */
const LOOK_MS = 20;

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

/** Calls wait while the server starts again, instead of failing in the browser. */
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

const asked = Number(process.env['PORT'] ?? '');
const sitePort = asked === 0 ? await usualPort() : asked;
const [serverPort, galleryPort] = [await freePort(), await freePort()];
const site = `http://localhost:${sitePort}`;
const stage = await setStage(site, serverPort);

const vite = await createServer({
  root,
  configFile: path.join(root, 'vite.config.ts'),
  plugins: [holdCalls(serverPort)],
  server: {
    port: sitePort,
    strictPort: true,
    proxy: Object.fromEntries(OF_SERVER.map((each) => [each, `http://${HOST}:${serverPort}`])),
  },
});
await vite.listen();

// Watched by folder: told to follow imports, Node misses an edit that is made while the server
// starts.
const watched = ['domain', 'sandbox', 'server'].map((folder) => `--watch-path=${folder}`);
const server = spawn(
  process.execPath,
  [...watched, '--watch-preserve-output', 'sandbox/dev-server.ts'],
  {
    cwd: root,
    env: {
      ...process.env,
      ...stage.variables,
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
      GALLERY_PORT: String(galleryPort),
    },
    stdio: 'inherit',
  },
);

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const ended = server.exitCode === null && once(server, 'exit');
  server.kill('SIGTERM');
  await Promise.all([ended, vite.close(), stage.close()]);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  // Vite would end the process before the server has ended.
  process.removeAllListeners(signal).on(signal, () => void stop());

await whenListening(serverPort);
process.stdout.write(`
The site is running. An edit of a page shows at once, one of the server with the next request. Everything in it is a
sample and is gone when you stop it with Ctrl+C.
${whereToClick(site, `http://${HOST}:${galleryPort}`)}
  Database and emails    ${stage.dataDir}

`);
