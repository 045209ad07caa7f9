// A stream of events: parsed chunk by chunk, reopened when it breaks, closed while the page is
// hidden.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { type LiveChange, liveChangeSchema } from '../../domain/lessons/live.ts';
import { followEvents } from './event-stream.ts';
import { reportAnswer } from './send.ts';
import { readSession } from './session.ts';
import { openBrowser, signIn } from './testing/browser.ts';

openBrowser();

interface Stream {
  readonly credentials: RequestCredentials;
  readonly write: (text: string) => void;
  readonly end: () => void;
  readonly signal: AbortSignal;
}

const LONG = 30 * 24 * 3600;
let streams: Stream[];
let onEvent: ReturnType<typeof vi.fn<(change: LiveChange) => void>>;
let onGap: ReturnType<typeof vi.fn<() => void>>;
let onLive: ReturnType<typeof vi.fn<(isLive: boolean) => void>>;
let stop = (): void => {};

beforeEach(() => {
  signIn(LONG);
  streams = [];
  onEvent = vi.fn<(change: LiveChange) => void>();
  onGap = vi.fn<() => void>();
  onLive = vi.fn<(isLive: boolean) => void>();
  // The middle of each pause: 2 s after the first failure.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

/** Responds to every call with an open stream, or with the given status. */
function serve(status = 200, headers: Record<string, string> = {}): void {
  vi.stubGlobal('fetch', (_path: string, { signal, credentials }: RequestInit) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    signal?.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => {}));
    streams.push({
      credentials: credentials ?? 'same-origin',
      write: (text) => void writer.write(new TextEncoder().encode(text)).catch(() => {}),
      end: () => void writer.close().catch(() => {}),
      signal: signal ?? new AbortController().signal,
    });
    return Promise.resolve(new Response(status === 200 ? readable : null, { status, headers }));
  });
}

/** Answers no call, as in a hole in the network. */
function serveNothing(): void {
  vi.stubGlobal('fetch', (_path: string, { signal, credentials }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    streams.push({
      credentials: credentials ?? 'same-origin',
      write: () => {},
      end: () => {},
      signal: signal ?? new AbortController().signal,
    });
    return promise;
  });
}

async function follow(): Promise<void> {
  stop = followEvents(
    { address: '/api/lessons/live', audience: 'family', event: liveChangeSchema },
    { onEvent, onGap, onLive },
  );
  await vi.advanceTimersByTimeAsync(0);
}

test('parses events that are split across chunks', async () => {
  serve();
  await follow();
  streams[0]?.write(': welcome\n\ndata: {"kind":"spots","id":"1",');
  streams[0]?.write('"availableSpots":3}\n\ndata: {"kind":"plan"}\n\n: still here\n\n');
  await vi.advanceTimersByTimeAsync(0);
  expect(onEvent.mock.calls).toEqual([
    [{ kind: 'spots', id: '1', availableSpots: 3 }],
    [{ kind: 'plan' }],
  ]);
  expect(onGap).not.toHaveBeenCalled();
});

test('loads again on an event that it does not know', async () => {
  serve();
  await follow();
  streams[0]?.write('data: {"kind":"none"}\n\ndata: {"kind":"plan"}\n\n');
  await vi.advanceTimersByTimeAsync(0);
  expect(onEvent.mock.calls).toEqual([[{ kind: 'plan' }]]);
  expect(onGap).toHaveBeenCalledOnce();
});

test('reopens a stream that ends and loads what was missed', async () => {
  serve();
  await follow();
  streams[0]?.end();
  await vi.advanceTimersByTimeAsync(1999);
  expect(streams).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(streams).toHaveLength(2);
  expect(onGap).toHaveBeenCalledOnce();
  expect(onLive.mock.calls).toEqual([[true], [false], [true]]);
});

test('loads once when a stream that was open is refused', async () => {
  serve();
  await follow();
  serve(404);
  streams[0]?.end();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(streams.length).toBeGreaterThan(2);
  expect(onGap).toHaveBeenCalledOnce();
});

test('replaces a stream that has fallen silent', async () => {
  serve();
  await follow();
  await vi.advanceTimersByTimeAsync(64_000);
  expect(streams).toHaveLength(2);
  expect(streams[0]?.signal.aborted).toBe(true);
});

test('loads everything every minute when no stream is available', async () => {
  serve(503);
  await follow();
  await vi.advanceTimersByTimeAsync(180_000);
  expect(onGap).toHaveBeenCalledTimes(3);
  // Backs off: after 2, 5, 15 and then every 30 seconds.
  expect(streams.length).toBeLessThan(11);
});

test('waits silently as long as a refusing server asks, and loads every minute', async () => {
  serve(429, { 'retry-after': '15' });
  await follow();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(streams).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(streams).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(onGap).toHaveBeenCalledOnce();
  expect(readSession('family')).not.toBeNull();
  // Another tab has been closed in the meantime.
  serve();
  await vi.advanceTimersByTimeAsync(30_000);
  streams.at(-1)?.write('data: {"kind":"plan"}\n\n');
  await vi.advanceTimersByTimeAsync(0);
  expect(onEvent).toHaveBeenCalledWith({ kind: 'plan' });
});

test('rests while the page is hidden, and catches up when it is visible again', async () => {
  serve();
  await follow();
  const page = Object.assign(document, { visibilityState: 'hidden' });
  page.dispatchEvent(new Event('visibilitychange'));
  expect(streams[0]?.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(300_000);
  expect([streams.length, onGap.mock.calls.length]).toEqual([1, 0]);
  Object.assign(page, { visibilityState: 'visible' });
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect([streams.length, onGap.mock.calls.length]).toEqual([2, 1]);
});

test('signs out a dead session and does not retry it', async () => {
  serve(401);
  await follow();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(readSession('family')).toBeNull();
  expect(streams).toHaveLength(1);
});

describe('in a lesson that is live', () => {
  async function followLive(): Promise<void> {
    serve();
    await follow();
    streams[0]?.write(': heartbeat 4000\n\n');
    await vi.advanceTimersByTimeAsync(0);
  }

  test('replaces a silent stream after two and a half heartbeats, on another connection', async () => {
    await followLive();
    await vi.advanceTimersByTimeAsync(9999);
    expect(streams).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(streams).toHaveLength(2);
    expect(streams[0]?.signal.aborted).toBe(true);
    expect(streams[1]?.credentials).not.toBe(streams[0]?.credentials);
    expect(onGap).toHaveBeenCalledOnce();
  });

  test('leaves a stream with heartbeats open', async () => {
    await followLive();
    for (let n = 0; n < 20; n += 1) {
      await vi.advanceTimersByTimeAsync(5500);
      streams[0]?.write(': still here\n\n');
    }
    expect(streams).toHaveLength(1);
  });

  test('is patient again once the lesson is over', async () => {
    await followLive();
    streams[0]?.write(': heartbeat 25000\n\n');
    await vi.advanceTimersByTimeAsync(62_000);
    expect(streams).toHaveLength(1);
  });

  test('tries at least every 4.8 s while nothing answers for half a minute', async () => {
    await followLive();
    serveNothing();
    await vi.advanceTimersByTimeAsync(10_000);
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(streams).toHaveLength(8);
    serve();
    await vi.advanceTimersByTimeAsync(4800);
    expect(onGap).toHaveBeenCalledOnce();
    expect(onLive.mock.lastCall).toEqual([true]);
  });

  test('asks at once when another call is answered after a silence', async () => {
    await followLive();
    await vi.advanceTimersByTimeAsync(6000);
    reportAnswer();
    expect(streams).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    reportAnswer();
    await vi.advanceTimersByTimeAsync(0);
    expect(streams).toHaveLength(2);
    expect(onGap).toHaveBeenCalledOnce();
    // What the page then loads is answered too.
    reportAnswer();
    await vi.advanceTimersByTimeAsync(0);
    expect(streams).toHaveLength(2);
  });
});

test('tries at once when another call is answered, unless the server has refused', async () => {
  serveNothing();
  await follow();
  await vi.advanceTimersByTimeAsync(25_000);
  serve(503, { 'retry-after': '15' });
  reportAnswer();
  await vi.advanceTimersByTimeAsync(0);
  expect(streams).toHaveLength(2);
  reportAnswer();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(streams).toHaveLength(2);
});

test('replaces the stream when the device has another network', async () => {
  serve();
  await follow();
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(streams).toHaveLength(2);
  expect(onGap).toHaveBeenCalledOnce();
});

test.each([
  ': heartbeat',
  ': heartbeat 0',
  ': heartbeat -5000',
  ': heartbeat 5e3',
  ': heartbeat 9',
])('ignores the line %s', async (line) => {
  serve();
  await follow();
  streams[0]?.write(`${line}\n\n`);
  await vi.advanceTimersByTimeAsync(62_000);
  expect(streams).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(streams).toHaveLength(2);
});
