// Starts the product: builds the web app when it is missing or older than its sources, then runs
// the server.
import { beginWithHeapFlag } from '../../server/heap.ts';
import { buildIfNeeded } from '../build/build.ts';

beginWithHeapFlag();
// React, which renders the emails, looks for it once it is read: its other build checks everything,
// at three times the cost.
process.env['NODE_ENV'] ??= 'production';

if (await buildIfNeeded()) {
  const { runServer } = await import('../../server/main.ts');
  await runServer();
} else process.exitCode = 1;
