// The live stream of lessons: one read for each change in each process, sent to everybody who is looking.
import { PassThrough } from 'node:stream';

import * as endpoints from '../../domain/endpoints.ts';
import { LIVE_HEARTBEAT_MS, type LiveChange } from '../../domain/live.ts';
import { isChainLive } from '../accounts/session-store.ts';
import type { Database } from '../db/index.ts';
import { type Api, mountStream } from '../http/mount.ts';
import { readSpots, SPOTS_CHANGED } from './store.ts';

const MOST_BUFFERED_BYTES = 64 * 1024;

interface Watcher {
  readonly stream: PassThrough;
  readonly chain: string;
}

export function liveRoutes(api: Api, database: Pick<Database, 'listen'>): void {
  const { app, db, clock } = api;
  const watchers = new Set<Watcher>();

  const send = (text: string) => {
    for (const { stream } of watchers) {
      // Somebody who does not read is better off reconnecting than eating the memory.
      if (stream.writableLength > MOST_BUFFERED_BYTES) stream.destroy();
      else stream.write(text);
    }
  };
  const sendChange = (change: LiveChange) => {
    send(`data: ${JSON.stringify(change)}\n\n`);
  };

  async function tell(message: string | null): Promise<void> {
    if (watchers.size === 0) return;
    if (message === null || !message.startsWith(SPOTS_CHANGED)) {
      sendChange({ kind: 'plan' });
      return;
    }
    const id = message.slice(SPOTS_CHANGED.length);
    const availableSpots = await readSpots(db, id);
    if (availableSpots !== null) sendChange({ kind: 'spots', id, availableSpots });
  }

  let stopListening: (() => void) | null = null;
  const listen = () =>
    database.listen((message) => {
      tell(message).catch((error: unknown) => {
        app.log.error({ err: error }, 'a change of a lesson was not sent on');
      });
    });

  /** Ends the streams whose sessions have ended meanwhile. */
  async function checkSessions(): Promise<void> {
    send(': still here\n\n');
    for (const watcher of watchers)
      if (!(await isChainLive(db, watcher.chain, clock()))) watcher.stream.end();
  }
  const heartbeat = setInterval(() => {
    checkSessions().catch((error: unknown) => {
      app.log.error({ err: error }, 'the sessions behind live streams could not be checked');
    });
  }, LIVE_HEARTBEAT_MS);
  heartbeat.unref();

  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    stopListening?.();
    for (const { stream } of watchers) stream.end();
  });

  mountStream(api, endpoints.watchLessons, ({ chain }) => {
    stopListening ??= listen();
    const watcher = { stream: new PassThrough(), chain };
    watchers.add(watcher);
    watcher.stream.on('close', () => watchers.delete(watcher));
    watcher.stream.write(': welcome\n\n');
    return watcher.stream;
  });
}
