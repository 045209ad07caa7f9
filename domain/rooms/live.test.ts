// The heartbeats of live streams.
import { expect, test } from 'vitest';

import { heartbeatMsOf, heartbeatText, readHeartbeat } from './live.ts';

test('a stream of a live lesson has a heartbeat every 4 s, any other every 25 s', () => {
  expect((['before', 'live', 'after'] as const).map(heartbeatMsOf)).toEqual([25_000, 4000, 25_000]);
});

test('the line that says it is a comment, which pages that do not know it ignore', () => {
  expect(heartbeatText(5000)).toBe(': heartbeat 5000\n\n');
  for (const everyMs of [1000, 5000, 25_000, 999_999])
    expect(readHeartbeat(heartbeatText(everyMs).trimEnd())).toBe(everyMs);
});

test.each([
  '',
  ': still here',
  'data: 5000',
  ': heartbeat ',
  ': heartbeat 0500',
  ': heartbeat 999',
])('no other line says one: %j', (line) => expect(readHeartbeat(line)).toBeNull());
