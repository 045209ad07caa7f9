// Starts the product: builds it if the build is missing or outdated, then runs the server of it.
import { createRequire, setSourceMapsSupport } from 'node:module';
import path from 'node:path';

import type * as Server from '../../server/main.ts';
import { restartWithLessMemory } from '../../server/process/heap.ts';

restartWithLessMemory();
const { buildIfNeeded, SERVER_FOLDER } = await import('../build/current.ts');
const folder = await buildIfNeeded();
if (folder === null) process.exitCode = 1;
else {
  // So that stack traces name the sources.
  setSourceMapsSupport(true);
  const load = createRequire(import.meta.url);
  const { runServer } = load(path.join(folder, SERVER_FOLDER, 'main.cjs')) as typeof Server;
  await runServer();
}
