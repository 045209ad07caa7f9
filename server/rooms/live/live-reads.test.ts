// How often the live streams of a room read the database.
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, vi } from 'vitest';

import type { TestFamily } from '../../testing/caller.ts';
import { watch } from '../../testing/database/failing.ts';
import { liveTest as test } from '../../testing/lessons/rooms.ts';

vi.setConfig({ testTimeout: 30_000 });

describe('each change', () => {
  let reads = 0;
  test.override('settings', {
    wrap: (database) =>
      watch(database, (node) => {
        // Here only the streams read the link to the meeting.
        if (node.kind === 'SelectQueryNode' && JSON.stringify(node).includes('meeting_link'))
          reads += 1;
      }),
  });
  test('costs fewer reads than answers, however many streams there are', async ({
    choices: [watt],
    join,
    reply,
    watchAs,
    watchAsTutor,
  }) => {
    const students: TestFamily[] = [];
    for (let n = 0; n < 8; n += 1) students.push(await join());
    const tutors = await watchAsTutor();
    for (const student of students) await watchAs(student);
    await tutors.next('here', ({ here }) => here.length === students.length);
    await sleep(300);
    reads = 0;
    // At once, so that a slow machine does not spread them over several reads.
    await Promise.all(students.map((student) => reply(student, watt)));
    await tutors.next('asked', ({ asked }) => asked?.answered === students.length);
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(students.length);
  });
});
