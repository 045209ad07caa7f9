// Event streams: how many, how long, and what happens to clients that do not read.
import { once } from 'node:events';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { createEventStreams, HEARTBEAT_TICK_MS, type StreamCaller } from './event-streams.ts';

const actor = (id: string) =>
  ({
    audience: 'family',
    id,
    familyId: `family of ${id}`,
    student: null,
    chain: `chain of ${id}`,
  }) as const;
const HOME = '198.51.100.1';
const SCHOOL = '198.51.100.2';
const create = (limits: Parameters<typeof createEventStreams>[0]) => {
  const streams = createEventStreams(limits);
  return {
    ...streams,
    get size() {
      return streams.size;
    },
    open: (who: StreamCaller['actor'], connection: Socket, address: string, topic = 'lessons') =>
      streams.open({ actor: who, connection, address }, topic).readable,
    send: (text: string, topic?: string) => {
      for (const stream of streams.all(topic)) stream.send(text);
    },
  };
};
const few = () => create({ perAccount: 2, perProcess: 3 });

test('limits the streams of an account and of the process, and each end makes room', async () => {
  const streams = few();
  const first = streams.open(actor('a'), new Socket(), HOME);
  streams.open(actor('a'), new Socket(), HOME);
  expect(() => streams.open(actor('a'), new Socket(), HOME)).toThrow(
    expect.objectContaining({ code: 'rate_limited', headers: { 'retry-after': '15' } }),
  );
  first.destroy();
  await once(first, 'close');
  streams.open(actor('b'), new Socket(), HOME);
  const third = streams.open(actor('c'), new Socket(), HOME);
  expect(() => streams.open(actor('d'), new Socket(), HOME)).toThrow(
    expect.objectContaining({ code: 'service_unavailable', headers: { 'retry-after': '15' } }),
  );
  expect(streams.size).toBe(3);
  third.destroy();
  await once(third, 'close');
  expect(streams.size).toBe(2);
  streams.open(actor('d'), new Socket(), HOME);
});

describe('when the process is full', () => {
  const full = () => create({ perAccount: 4, perProcess: 4 });
  const REFUSED = expect.objectContaining({ code: 'service_unavailable' });
  /** The accounts whose streams are open, in the order they came. */
  const open = (streams: ReturnType<typeof full>) => streams.all().map((stream) => stream.actor.id);

  test('ends the oldest stream of the heaviest address for a lighter one', () => {
    const streams = full();
    streams.open(actor('a'), new Socket(), HOME);
    const oldest = streams.open(actor('b'), new Socket(), SCHOOL);
    streams.open(actor('c'), new Socket(), SCHOOL);
    streams.open(actor('d'), new Socket(), SCHOOL);
    streams.open(actor('e'), new Socket(), '203.0.113.5');
    expect(open(streams)).toEqual(['a', 'c', 'd', 'e']);
    expect(oldest.destroyed).toBe(true);
    expect(streams.size).toBe(4);
  });

  test('refuses one more of the heaviest address', () => {
    const streams = full();
    streams.open(actor('a'), new Socket(), HOME);
    for (const id of ['b', 'c', 'd']) streams.open(actor(id), new Socket(), SCHOOL);
    expect(() => streams.open(actor('e'), new Socket(), SCHOOL)).toThrow(REFUSED);
    expect(open(streams)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('never lets two addresses of the same weight take turns', () => {
    const streams = full();
    for (const id of ['a', 'b']) streams.open(actor(id), new Socket(), HOME);
    for (const id of ['c', 'd']) streams.open(actor(id), new Socket(), SCHOOL);
    streams.open(actor('e'), new Socket(), '203.0.113.5');
    expect(() => streams.open(actor('a'), new Socket(), HOME)).toThrow(REFUSED);
    expect(() => streams.open(actor('f'), new Socket(), '203.0.113.6')).not.toThrow();
    expect(() => streams.open(actor('g'), new Socket(), '203.0.113.7')).toThrow(REFUSED);
  });

  test('closes the oldest stream of the heaviest family behind one address', () => {
    const streams = full();
    streams.open(actor('quiet'), new Socket(), SCHOOL);
    for (let n = 0; n < 3; n += 1) streams.open(actor('greedy'), new Socket(), SCHOOL);
    streams.open(actor('newcomer'), new Socket(), SCHOOL);
    expect(open(streams)).toEqual(['quiet', 'greedy', 'greedy', 'newcomer']);
  });

  test('counts the people of a family together', () => {
    const streams = full();
    streams.open(actor('quiet'), new Socket(), SCHOOL);
    for (const id of ['parent', 'first', 'second'])
      streams.open({ ...actor(id), familyId: 'greedy' }, new Socket(), SCHOOL);
    expect(() =>
      streams.open({ ...actor('third'), familyId: 'greedy' }, new Socket(), SCHOOL),
    ).toThrow(REFUSED);
    streams.open(actor('newcomer'), new Socket(), SCHOOL);
    expect(open(streams)).toEqual(['quiet', 'first', 'second', 'newcomer']);
  });

  test('counts ten networks of an IPv6 site as one address', () => {
    const streams = create({ perAccount: 4, perProcess: 25 });
    for (let n = 0; n < 25; n += 1)
      streams.open(actor(`a${n}`), new Socket(), `2001:db8:7:${n.toString(16)}::1`);
    streams.open(actor('newcomer'), new Socket(), HOME);
    expect(open(streams)).not.toContain('a0');
    expect(open(streams)).toContain('newcomer');
  });

  test('leaves a stream for each of many families beside 32 that use all of them', () => {
    const streams = create({ perAccount: 4, perProcess: 1000 });
    for (let n = 0; n < 32 * 8 * 4; n += 1) {
      const person = n % (32 * 8);
      const greedy = { ...actor(`person ${person}`), familyId: `greedy ${person % 32}` };
      try {
        streams.open(greedy, new Socket(), `198.51.100.${person % 32}`);
      } catch (error) {
        expect(error).toEqual(REFUSED);
      }
    }
    expect(streams.size).toBe(1000);
    for (let n = 0; n < 500; n += 1)
      streams.open(actor(`family ${n}`), new Socket(), `203.0.113.${n % 250}`);
    expect(streams.size).toBe(1000);
    expect(open(streams).filter((id) => id.startsWith('family'))).toHaveLength(500);
  });
});

test('ends a stream with its connection, even if it was never read', async () => {
  const streams = few();
  const connection = new Socket();
  const both = [
    streams.open(actor('a'), connection, HOME),
    streams.open(actor('a'), connection, HOME),
  ];
  connection.destroy();
  await Promise.all(both.map((stream) => once(stream, 'close')));
  expect(streams.size).toBe(0);
  expect(connection.listenerCount('close')).toBe(0);
});

const readAll = async (stream: Readable) => (await stream.toArray()).join('');

test('delivers the sent data before the end, and sends nothing after it', async () => {
  const streams = few();
  const stream = streams.open(actor('a'), new Socket(), HOME);
  streams.send('data: 1\n\n');
  streams.all()[0]?.end();
  streams.send('data: 2\n\n');
  expect(await readAll(stream)).toBe(': welcome\n\ndata: 1\n\n');
  expect(streams.size).toBe(0);
});

test('sends to the streams about one topic', async () => {
  const streams = few();
  const lessons = streams.open(actor('a'), new Socket(), HOME, 'lessons');
  const room = streams.open(actor('a'), new Socket(), HOME, 'room');
  streams.send('data: 1\n\n', 'room');
  for (const stream of streams.all()) stream.end();
  expect(await readAll(lessons)).toBe(': welcome\n\n');
  expect(await readAll(room)).toBe(': welcome\n\ndata: 1\n\n');
});

test('drops a client that does not read, after too much data or a second end', async () => {
  const streams = few();
  const stalled = streams.open(actor('a'), new Socket(), HOME);
  for (let n = 0; n < 200; n += 1) streams.send('x'.repeat(1024));
  await once(stalled, 'close');
  expect(streams.size).toBe(0);

  const ended = streams.open(actor('a'), new Socket(), HOME);
  const [openStream] = streams.all();
  openStream?.end();
  openStream?.end();
  await once(ended, 'close');
  expect(streams.size).toBe(0);
});

test('sends heartbeats as often as each stream needs, at the time of each', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const streams = create({ perAccount: 4, perProcess: 4 });
  const counts = new Map<string, number>();
  const watch = (id: string, everyMs?: number) => {
    const stream = streams.open(actor(id), new Socket(), HOME);
    stream.on('data', (chunk: Buffer) => {
      const beats = chunk.toString().split(': still here').length - 1;
      counts.set(id, (counts.get(id) ?? 0) + beats);
    });
    if (everyMs !== undefined) streams.all().at(-1)?.setHeartbeat(everyMs);
  };
  const tick = async (seconds: number) => {
    for (let n = 0; n < seconds; n += 1) {
      vi.advanceTimersByTime(HEARTBEAT_TICK_MS);
      streams.sendHeartbeats();
    }
    // The streams deliver without timers.
    await Promise.resolve();
    await new Promise<void>((resolve) => process.nextTick(resolve));
  };
  watch('lessons');
  watch('room', 5000);
  await tick(2);
  watch('later', 5000);
  await tick(3);
  expect(Object.fromEntries(counts)).toEqual({ lessons: 0, room: 1, later: 0 });
  await tick(2);
  expect(Object.fromEntries(counts)).toEqual({ lessons: 0, room: 1, later: 1 });
  await tick(93);
  expect(Object.fromEntries(counts)).toEqual({ lessons: 4, room: 20, later: 19 });
});

test('tells the client of another rhythm once', async () => {
  const streams = create({ perAccount: 4, perProcess: 4 });
  const stream = streams.open(actor('a'), new Socket(), HOME);
  const [open] = streams.all();
  for (const everyMs of [5000, 5000, 25_000]) open?.setHeartbeat(everyMs);
  open?.end();
  expect(await readAll(stream)).toBe(': welcome\n\n: heartbeat 5000\n\n: heartbeat 25000\n\n');
});
