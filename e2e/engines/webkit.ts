// WebKitGTK, the engine of iPhones, driven by WebKitWebDriver in a bare window on a screen of its
// own. Its own /screenshot is not used: it never answers while the page is at rest.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import * as z from 'zod/mini';

import { type Engine, keys, type Point, type Tab } from './engine.ts';

/** Guards against a hang alone: the driver starts in a tenth of a second. */
const START_MS = 60_000;
const PAUSE_MS = 50;
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

export async function startWebKit(script: string): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'webkit-'));
  const scriptFile = join(folder, 'start.js');
  await writeFile(scriptFile, script);
  const { screen, display } = await startScreen();
  const port = await findFreePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      GSETTINGS_BACKEND: 'memory',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      TZ: 'Europe/London',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      // The engine's sandbox needs rights that a container does not give.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: 'ignore',
  });
  const call = callsOf(`http://127.0.0.1:${port}`);
  await waitFor(() => call('GET', '/status'));
  const session = await startSession(call, scriptFile);
  return {
    openTab: () => session.openTab(),
    async close() {
      await session.end();
      await stop(driver);
      await stop(screen);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The screen chooses a free number and says which. */
async function startScreen() {
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const [number] = (await once(screen.stdio[3] as Readable, 'data')) as unknown[];
  return { screen, display: `:${String(number).trim()}` };
}

/** The driver cannot choose one itself. */
async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

async function waitFor(act: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    try {
      await act();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

const answerSchema = z.object({ value: z.unknown() });
const errorSchema = z.object({ error: z.string(), message: z.string() });

const callsOf =
  (address: string): Call =>
  async (method, path, body) => {
    const response = await fetch(`${address}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = z.parse(answerSchema, await response.json());
    if (response.ok) return value;
    const { error, message } = z.parse(errorSchema, value);
    throw new Error(`${method} ${path}: ${error}: ${message}`);
  };

async function startSession(call: Call, scriptFile: string) {
  const window = join(import.meta.dirname, 'webkit-window.py');
  const options = { binary: '/usr/bin/python3', args: [window, scriptFile] };
  const { sessionId } = z.parse(
    z.object({ sessionId: z.string() }),
    await call('POST', '/session', {
      capabilities: {
        alwaysMatch: { browserName: 'Bare window', 'webkitgtk:browserOptions': options },
      },
    }),
  );
  const root = `/session/${sessionId}`;
  /** Stays empty: a session without a window ends. */
  const first = z.parse(z.string(), await call('GET', `${root}/window`));
  /** The window that the session's calls go to. */
  let current = first;
  const callIn =
    (handle: string): Call =>
    async (method, path, body) => {
      if (current !== handle) await call('POST', `${root}/window`, { handle });
      current = handle;
      return call(method, `${root}${path}`, body);
    };

  return {
    async openTab() {
      const opened = await callIn(first)('POST', '/window/new', { type: 'window' });
      return makeTab(callIn(z.parse(z.object({ handle: z.string() }), opened).handle));
    },
    end: () => call('DELETE', root),
  };
}

const outcomeSchema = z.union([
  z.object({ result: z.optional(z.unknown()) }),
  z.object({ failure: z.string() }),
]);

function makeTab(send: Call): Tab {
  const act = (...actions: readonly object[]) => send('POST', '/actions', { actions });
  const point = (...actions: object[]) => act({ type: 'pointer', id: 'mouse', actions });
  const moveTo = ({ x, y }: Point, duration = 0) => ({
    type: 'pointerMove',
    x: Math.round(x),
    y: Math.round(y),
    duration,
  });
  const down = { type: 'pointerDown', button: 0 };
  const up = { type: 'pointerUp', button: 0 };
  const type = (values: readonly string[]) =>
    act({
      type: 'key',
      id: 'keyboard',
      actions: values.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    });

  return {
    open: async (url) => void (await send('POST', '/url', { url })),
    reload: async () => void (await send('POST', '/refresh', {})),
    back: async () => void (await send('POST', '/back', {})),
    async evaluate<A, R>(run: (argument: A) => R | Promise<R>, argument: A) {
      const script = `const done = arguments[1];
        Promise.resolve(arguments[0]).then(${run.toString()}).then(
          (result) => done({ result }),
          (error) => done({ failure: String(error) }),
        );`;
      const outcome = z.parse(
        outcomeSchema,
        await send('POST', '/execute/async', { script, args: [argument ?? null] }),
      );
      if ('failure' in outcome) throw new Error(outcome.failure);
      return outcome.result as R;
    },
    clickAt: async (at) => void (await point(moveTo(at), down, up)),
    drag: async (from, to) => void (await point(moveTo(from), down, moveTo(to, 200), up)),
    press: async (key) => void (await type([keys[key]])),
    type: async (text) => void (await type(Array.from(text))),
    async chooseFile(value, file) {
      const found = await send('POST', '/element', { using: 'css selector', value });
      const id = z.parse(z.object({ [ELEMENT]: z.string() }), found)[ELEMENT];
      await send('POST', `/element/${id}/value`, { text: file });
    },
    resize: async (size) => void (await send('POST', '/window/rect', { x: 0, y: 0, ...size })),
    close: async () => void (await send('DELETE', '/window')),
  };
}
