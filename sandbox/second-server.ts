// A second server on the data of a running demo, without jobs, as behind a load balancer. The
// journeys fork it with the demo's data folder; it reports its address and ends with its parent.
import { join } from 'node:path';

import { buildApp } from '../server/app.ts';
import { findFreePort } from '../server/base/free-port.ts';
import { openDatabase } from '../server/engine/database.ts';
import { createLogger } from '../server/http/logger.ts';
import { createBackground } from '../server/process/background.ts';
import { readBuild } from '../server/site/pages/built-pages.ts';
import { createSiteWords } from '../server/site/words.ts';
import { putClockAhead, readAhead } from './clock-ahead.ts';
import { sampleSender } from './sender.ts';
import { HOST } from './stage.ts';

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error('The first argument is the data folder of a demo.');
putClockAhead(readAhead());
const port = await findFreePort();
const appUrl = `http://localhost:${port}`;
const logger = createLogger('error');
const database = await openDatabase({ databaseUrl: null, dataDir, exclusive: false });
const build = await readBuild(join(import.meta.dirname, '../dist'), appUrl);
const app = await buildApp({
  database,
  clock: Date.now,
  appUrl,
  sender: async () => sampleSender(appUrl),
  words: createSiteWords(build.renderer.shipped),
  provider: null,
  mailServer: null,
  rateLimitScale: null,
  hstsSubdomains: false,
  logger,
  background: createBackground(logger),
  build,
});
await app.listen({ port, host: HOST });
process.once('disconnect', () => process.exit());
process.send?.(appUrl);
