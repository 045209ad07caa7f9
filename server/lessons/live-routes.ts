// The live stream of lessons. Each process reads a change once and sends it to every open stream.
import * as endpoints from '../../domain/endpoints.ts';
import { LIVE_HEARTBEAT_MS, LIVE_STREAMS, type LiveChange } from '../../domain/live.ts';
import { isChainLive } from '../auth/sessions.ts';
import { createEventStreams } from '../http/event-streams.ts';
import { type Api, mountStream } from '../http/mount.ts';
import { readSpots, SPOTS_CHANGED } from './lessons.ts';

/** How long a closing server leaves its streams open to be read to the end. */
const CLOSE_GRACE_MS = 1000;

/** `scale` multiplies the number of streams that one account may open; null removes that limit. */
export function liveRoutes(api: Api, scale: number | null): void {
  const { app, database, clock } = api;
  const { perAccount, perProcess } = LIVE_STREAMS;
  const streams = createEventStreams({
    perAccount: scale === null ? Infinity : Math.max(1, Math.round(perAccount * scale)),
    perProcess,
  });

  const sendChange = (change: LiveChange) => {
    streams.send(`data: ${JSON.stringify(change)}\n\n`);
  };

  async function sendMessage(message: string | null): Promise<void> {
    if (streams.size === 0) return;
    if (message === null || !message.startsWith(SPOTS_CHANGED)) {
      sendChange({ kind: 'plan' });
      return;
    }
    const id = message.slice(SPOTS_CHANGED.length);
    const availableSpots = await readSpots(database.db, { id, now: clock() });
    if (availableSpots !== null) sendChange({ kind: 'spots', id, availableSpots });
  }

  let stopListening: (() => void) | null = null;
  const listen = () =>
    database.listen((message) => {
      sendMessage(message).catch((error: unknown) => {
        app.log.error({ err: error }, 'failed to send a lesson change to live streams');
      });
    });

  /** Closes the streams whose sessions have ended. */
  async function checkSessions(): Promise<void> {
    streams.send(': still here\n\n');
    for (const stream of streams.all())
      if (!(await isChainLive(database.db, stream.actor.chain, clock()))) stream.end();
  }
  const heartbeat = setInterval(() => {
    checkSessions().catch((error: unknown) => {
      app.log.error({ err: error }, 'failed to check the sessions of live streams');
    });
  }, LIVE_HEARTBEAT_MS);
  heartbeat.unref();

  const endAll = () => {
    for (const stream of streams.all()) stream.end();
  };
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    stopListening?.();
    endAll();
    setTimeout(endAll, CLOSE_GRACE_MS).unref();
  });

  mountStream(api, endpoints.watchLessons, (actor, connection, address) => {
    const stream = streams.open(actor, connection, address);
    stopListening ??= listen();
    return stream;
  });
}
