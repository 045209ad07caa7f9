// The drill of a hole in the network: how long after it a class of 30 sees the question that was
// asked in it. `npm run drill -- hole`, as root: it makes three network namespaces and removes
// them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { buildIfNeeded } from '../../scripts/build/current.ts';
import { makeRoads, namesOfRoads, removeRoads } from './roads.ts';

if (!(await buildIfNeeded())) process.exit(1);
const roads = namesOfRoads();
const { school, home, router, address } = roads;
try {
  makeRoads(roads);
  const child = spawn(
    'ip',
    [
      'netns',
      'exec',
      school,
      process.execPath,
      path.join(import.meta.dirname, 'hole-school.ts'),
      home,
      router,
      address,
    ],
    { stdio: 'inherit' },
  );
  // Not once: the steps of the project hand the same signal on.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => child.kill('SIGTERM'));
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  removeRoads(roads);
}
