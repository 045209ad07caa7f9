// Starts the product: builds it if the build is missing or outdated, then becomes the server of it.
import { createRequire } from 'node:module';
import path from 'node:path';

import { becomeServer } from '../../server/process/heap.ts';
import { buildIfNeeded, SERVER_FOLDER } from '../build/current.ts';

const folder = await buildIfNeeded();
if (folder === null) process.exitCode = 1;
else {
  const server = path.join(folder, SERVER_FOLDER, 'start.cjs');
  becomeServer(server);
  createRequire(import.meta.url)(server);
}
