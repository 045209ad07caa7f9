// Event streams by themselves: how many, for how long, and what becomes of those who do not read.
import { once } from 'node:events';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { createEventStreams } from './event-streams.ts';

const actor = (id: string) =>
  ({ audience: 'family', id, familyId: `family of ${id}`, student: null, chain: `chain of ${id}` }) as const;
const few = () => createEventStreams({ perAccount: 2, perProcess: 3 });

test('one account may hold so many, the process so many, and each end makes room', async () => {
  const streams = few();
  const first = streams.open(actor('a'), new Socket());
  streams.open(actor('a'), new Socket());
  expect(() => streams.open(actor('a'), new Socket())).toThrow(
    expect.objectContaining({ code: 'rate_limited', headers: { 'retry-after': '15' } }),
  );
  streams.open(actor('b'), new Socket());
  expect(() => streams.open(actor('c'), new Socket())).toThrow(
    expect.objectContaining({ code: 'service_unavailable', headers: { 'retry-after': '15' } }),
  );
  expect(streams.size).toBe(3);
  first.destroy();
  await once(first, 'close');
  expect(streams.size).toBe(2);
  streams.open(actor('c'), new Socket());
});

test('a stream ends with its connection, even one that nobody has begun to read', async () => {
  const streams = few();
  const connection = new Socket();
  const both = [streams.open(actor('a'), connection), streams.open(actor('a'), connection)];
  connection.destroy();
  await Promise.all(both.map((stream) => once(stream, 'close')));
  expect(streams.size).toBe(0);
  expect(connection.listenerCount('close')).toBe(0);
});

const readAll = async (stream: Readable) => (await stream.toArray()).join('');

test('what was sent is read before the end, and nothing is sent after it', async () => {
  const streams = few();
  const stream = streams.open(actor('a'), new Socket());
  streams.send('data: 1\n\n');
  streams.all()[0]?.end();
  streams.send('data: 2\n\n');
  expect(await readAll(stream)).toBe(': welcome\n\ndata: 1\n\n');
  expect(streams.size).toBe(0);
});

test('who does not read is dropped once too much has piled up, or when told twice to end', async () => {
  const streams = few();
  const stalled = streams.open(actor('a'), new Socket());
  for (let n = 0; n < 200; n += 1) streams.send('x'.repeat(1024));
  await once(stalled, 'close');
  expect(streams.size).toBe(0);

  const ended = streams.open(actor('a'), new Socket());
  const [held] = streams.all();
  held?.end();
  held?.end();
  await once(ended, 'close');
  expect(streams.size).toBe(0);
});
