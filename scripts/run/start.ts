// Starts the product: builds the web app if it is missing or outdated, then runs the server.
import { beginWithHeapFlag } from '../../server/process/heap.ts';
import { buildIfNeeded } from '../build/build.ts';

beginWithHeapFlag();
// React, which renders the emails, reads this when it loads. Its development build has additional
// checks and takes three times as long.
process.env['NODE_ENV'] ??= 'production';

if (await buildIfNeeded()) {
  const { runServer } = await import('../../server/main.ts');
  await runServer();
} else process.exitCode = 1;
