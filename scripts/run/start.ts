// Starts the product: builds the web app when it is missing or older than its sources, then runs the server.
import { beginWithHeapFlag } from '../../server/heap.ts';
import { buildIfNeeded } from '../build/build.ts';

beginWithHeapFlag();

if (await buildIfNeeded()) {
  const { runServer } = await import('../../server/main.ts');
  await runServer();
} else process.exitCode = 1;
