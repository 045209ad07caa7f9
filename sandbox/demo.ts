// `npm run demo`: the real server on a temporary database with sample data, and a Stripe stand-in.
// A process that forks the demo, as the end-to-end tests do, receives its address and stops it when
// it ends.
import { join } from 'node:path';

import { MINUTE_MS } from '../domain/time.ts';
import { buildIfNeeded } from '../scripts/build/current.ts';
import { findFreePort } from '../server/base/free-port.ts';
import { StartupError } from '../server/base/startup-error.ts';
import { EMAIL_FOLDER } from '../server/email/transport.ts';
import { openDatabase } from '../server/engine/database.ts';
import { settleMoves } from '../server/lessons/planner/settle-moves.ts';
import { startServer } from '../server/main.ts';
import { readEnv } from '../server/process/env.ts';
import type { RunningServer } from '../server/process/run.ts';
import { startGallery } from './gallery.ts';
import type { SeededRooms } from './seed.ts';
import { sampleSender } from './sender.ts';
import { setStage, usualPort, whereToClick } from './stage.ts';
import { obeyTime } from './time.ts';

/** How many ports are tried when others take them first. */
const ATTEMPTS = 20;
const SHUTDOWN_MS = 9000;

interface Demo {
  readonly url: string;
  /** Where emails are stored while no mail server is configured. */
  readonly mailFolder: string;
  /** The gallery of all emails with sample data. */
  readonly galleryUrl: string;
  readonly rooms: SeededRooms;
  /** Settles the moves of lessons, as ten minutes later. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts on the wanted port, otherwise on the usual one, otherwise (and for 0) on any free one: a
 * demo should just start.
 */
async function startSomewhere(): Promise<Demo> {
  const portSetting = process.env['PORT'] ?? '';
  if (portSetting !== '' && portSetting !== '0') return start(Number(portSetting));
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(
        await (portSetting === '' && attempt === 1 ? usualPort() : findFreePort()),
      );
    } catch (error) {
      // Between the check and the server's start another program may take the port, such as a
      // second demo.
      if (attempt === ATTEMPTS || !isPortTaken(error)) throw error;
    }
  }
}

function isPortTaken(error: unknown): boolean {
  const cause = error instanceof StartupError ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
}

async function start(port: number): Promise<Demo> {
  const url = `http://localhost:${port}`;
  const stage = await setStage(url, port);
  const gallery = await startGallery(sampleSender(url));
  let server: RunningServer;
  try {
    server = await startServer(readEnv(stage.variables));
  } catch (error) {
    await gallery.close();
    await stage.close();
    throw error;
  }
  return {
    url,
    mailFolder: join(stage.dataDir, EMAIL_FOLDER),
    galleryUrl: gallery.url,
    rooms: stage.rooms,
    async settle() {
      const { dataDir } = stage;
      const database = await openDatabase({ databaseUrl: null, dataDir, exclusive: false });
      await settleMoves({ database, now: Date.now() + 10 * MINUTE_MS, actor: null });
      await database.close();
    },
    async close() {
      await server.close();
      await gallery.close();
      await stage.close();
    },
  };
}

let demo: Demo | null = null;
let isStopping = false;

/** A demo that is still starting can be stopped without waiting. */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
  await demo?.close();
  process.exit(0);
}

async function runDemo(): Promise<void> {
  obeyTime(async () => demo?.settle());
  // The parent process may have ended before this one could listen.
  if (process.send !== undefined && !process.connected) await stop();
  process.once('disconnect', () => void stop());
  if (!(await buildIfNeeded())) process.exit(1);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop());
  demo = await startSomewhere();
  const { url, mailFolder, galleryUrl, rooms } = demo;
  process.send?.({ url, mailFolder, rooms });
  process.stdout.write(
    `\nThe demo is running. Everything in it is a sample and is gone when you stop it with Ctrl+C.\n${whereToClick(url, galleryUrl, rooms)}\n`,
  );
}

try {
  await runDemo();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`Cannot start the demo. ${error.message}\n`);
  process.exit(1);
}
