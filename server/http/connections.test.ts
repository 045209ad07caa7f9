// Connections whose clients take no answers: how long they last, and how many requests may wait.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, onTestFinished } from 'vitest';

import { LIVE_HEARTBEAT_MS, SILENT_HEARTBEATS } from '../../domain/event-stream.ts';
import { PICTURE } from '../../domain/site/picture-files.ts';
import { test as base } from '../testing/test.ts';
import { MAX_UNANSWERED } from './connections.ts';
import { DOCUMENT_PATH } from './requests.ts';

/** Guards against a hang alone. */
const SOON = { timeout: 20_000 } as const;
/** How much shorter the waits of these tests are: on a busy machine an answer takes a while. */
const HASTE = 90;
const PAUSE_MS = 50;
/** 0.8 MB, so that a few do not fit into the buffers of the kernel. */
const ask = `GET ${DOCUMENT_PATH} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

const test = base.extend('connect', async ({ api }) => {
  const { server } = api.app;
  const port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
  /** Both ends of a connection. The client reads nothing yet. */
  return async (haste = HASTE) => {
    server.setTimeout(server.timeout / haste);
    const accepted = once(server, 'connection');
    const client = connect(port, '127.0.0.1')
      .on('error', () => undefined)
      .pause();
    onTestFinished(() => void client.destroy());
    const [connection] = (await accepted) as [Socket];
    return { client, connection };
  };
});

describe('a connection in which nothing moves', () => {
  test('ends, and the unread answers with it', async ({ connect: open }) => {
    const { client, connection } = await open();
    client.write(ask.repeat(MAX_UNANSWERED));
    await expect.poll(() => connection.writableLength, SOON).toBeGreaterThan(0);
    await expect.poll(() => connection.destroyed, SOON).toBe(true);
  });

  test('lasts longer than the longest silence of live streams and pictures', async ({ api }) => {
    const { timeout } = api.app.server;
    expect(timeout).toBeGreaterThan(2 * SILENT_HEARTBEATS * LIVE_HEARTBEAT_MS);
    expect(timeout).toBeGreaterThan(1.5 * (PICTURE.waiting + 1) * PICTURE.seconds * 1000);
  });
});

// The load balancers of Google Cloud keep one for ten minutes, which cannot be changed. Caddy's
// issue 6452 is of such a 502, after two minutes.
test('lasts longer between two requests than proxies keep it', async ({ api }) => {
  expect(api.app.server.keepAliveTimeout).toBeGreaterThan(10 * 60_000);
});

describe('a slow connection', () => {
  test('has time for the largest file at half a megabit a second', async ({ api }) => {
    const { requestTimeout, headersTimeout } = api.app.server;
    expect(requestTimeout).toBeGreaterThan((PICTURE.bytes * 8) / 500);
    expect(headersTimeout).toBe(30_000);
  });

  test('takes an answer to its end', async ({ api, connect: open }) => {
    // The first answer would take longer.
    const { length } = (await api.app.inject(DOCUMENT_PATH)).rawPayload;
    const { client } = await open();
    client.write(ask.repeat(MAX_UNANSWERED));
    const until = performance.now() + 2 * api.app.server.timeout;
    let bytes = 0;
    client.on('data', (chunk) => {
      bytes += chunk.length;
      if (performance.now() > until) return;
      client.pause();
      setTimeout(() => client.resume(), PAUSE_MS);
    });
    client.resume();
    await expect.poll(() => bytes, SOON).toBeGreaterThan(MAX_UNANSWERED * length);
  });

  test('sends a body to its end', async ({ api, connect: open }) => {
    const { client } = await open();
    const pieces = Math.ceil((2 * api.app.server.timeout) / PAUSE_MS);
    client.write(
      `POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${pieces}\r\n\r\n`,
    );
    for (let n = 0; n < pieces; n += 1) {
      await sleep(PAUSE_MS);
      client.write(' ');
    }
    const answered = once(client.setEncoding('utf8'), 'data');
    client.resume();
    expect(String(await answered)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('requests that are sent before the answers', () => {
  const send = async ({ client }: { client: Socket }, count: number) => {
    let answers = 0;
    client.setEncoding('utf8').on('data', (text: string) => {
      answers += text.split('HTTP/1.1 404 ').length - 1;
    });
    client.write('GET /none HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(count));
    client.resume();
    await expect.poll(() => client.destroyed || answers === count, SOON).toBe(true);
    return answers;
  };

  test(`are answered if they are ${MAX_UNANSWERED}, again and again`, async ({ connect: open }) => {
    const pair = await open(1);
    expect(await send(pair, MAX_UNANSWERED)).toBe(MAX_UNANSWERED);
    pair.client.removeAllListeners('data');
    expect(await send(pair, MAX_UNANSWERED)).toBe(MAX_UNANSWERED);
    expect(pair.connection.destroyed).toBe(false);
  });

  test('end their connection if they are more', async ({ connect: open }) => {
    const pair = await open(1);
    expect(await send(pair, MAX_UNANSWERED + 1)).toBeLessThan(MAX_UNANSWERED);
    await expect.poll(() => pair.connection.destroyed, SOON).toBe(true);
  });
});
