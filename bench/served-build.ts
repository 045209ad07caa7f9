// A build under measurement: its own production server, with a filled database of its own schema.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { findFreePort } from '../server/base/free-port.ts';
import type { FilledIds } from './fill.ts';
import { publishPortrait, TUTOR } from './published-site.ts';

const START_MS = 20_000;
const CHECK_EVERY_MS = 100;
export const HOST = '127.0.0.1';

export interface ServedBuild {
  readonly url: string;
  readonly filled: FilledIds;
  /** Serves a site that the tutor has published with a portrait. */
  readonly publishedUrl: string;
  stop(): Promise<void>;
}

/** Serves the build of the project in this folder. */
export async function serveBuild(root: string): Promise<ServedBuild> {
  // That commit's own module fills the database with that commit's own schema.
  const { onSqlite } = (await import(
    pathToFileURL(join(root, 'bench', 'engines.ts')).href
  )) as typeof import('./engines.ts');
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  const serveNew = async () => {
    const database = await onSqlite().make('small');
    const { options, filled } = database;
    stops.push(() => database.drop());
    const port = await findFreePort();
    const url = `http://localhost:${port}`;
    stops.push(await serve(root, { url, port, folder: options.dataDir }));
    return { url, filled };
  };
  try {
    const { url, filled } = await serveNew();
    const { url: publishedUrl } = await serveNew();
    await publishPortrait(publishedUrl);
    return { url, filled, publishedUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts the server as people do, with its data in `folder`; returns a function that stops it. */
async function serve(
  root: string,
  { url, port, folder }: { url: string; port: number; folder: string },
): Promise<() => Promise<void>> {
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST,
      APP_URL: url,
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      RATE_LIMIT_SCALE: '1000',
      NODE_ENV: 'production',
      ...TUTOR,
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const isUp = () =>
    fetch(`${url}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
  const until = Date.now() + START_MS;
  while (!(await isUp())) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill();
      throw new Error(`the server of ${root} did not answer at ${url}`);
    }
    await wait(CHECK_EVERY_MS);
  }
  return async () => {
    child.kill();
    await ended;
  };
}
