// The heartbeats of streams.
import { expect, test } from 'vitest';

import { heartbeatText, readHeartbeat } from './event-stream.ts';

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
