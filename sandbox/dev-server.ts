// The part of `npm run dev` that restarts with every edit of the server: its API and the email
// gallery. A signal ends it at once: a graceful shutdown would wait for connections, and the data
// is temporary anyway.
import { flushCompileCache } from 'node:module';

import { readEnv } from '../server/env.ts';
import { startServer } from '../server/main.ts';
import { SAMPLE_SELLER } from './emails.ts';
import { startGallery } from './gallery.ts';
import { sampleSender } from './stage.ts';

process.once('disconnect', () => process.exit());
const env = readEnv(process.env);
const sender = sampleSender(env.appUrl);
await startServer(env, null, { name: sender.name, email: null, seller: SAMPLE_SELLER });
await startGallery(sender, Number(process.env['GALLERY_PORT']));
// Otherwise it is only written at a graceful exit. The next start uses it.
flushCompileCache();
