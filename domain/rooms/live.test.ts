// The stream of a room.
import { expect, test } from 'vitest';

import { heartbeatMsOf } from './live.ts';

test('a stream of a live lesson has a heartbeat every 4 s, any other every 25 s', () => {
  expect((['before', 'live', 'after'] as const).map(heartbeatMsOf)).toEqual([25_000, 4000, 25_000]);
});
