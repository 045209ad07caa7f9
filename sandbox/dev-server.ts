// The part of `npm run dev` that starts again with every edit of the server: its API and the
// gallery of emails. A signal ends it at once: an orderly end waits for connections, and the data
// is thrown away.
import { flushCompileCache } from 'node:module';

import { readEnv } from '../server/env.ts';
import { startServer } from '../server/main.ts';
import { SAMPLE_SELLER } from './emails.ts';
import { startGallery } from './gallery.ts';
import { sampleSender } from './stage.ts';

const env = readEnv(process.env);
const sender = sampleSender(env.appUrl);
await startServer(env, null, { name: sender.name, email: null, seller: SAMPLE_SELLER });
await startGallery(sender, Number(process.env['GALLERY_PORT']));
// Otherwise written at an orderly end, for the next start.
flushCompileCache();
