// The part of `npm run dev` that starts again with every edit of the server: its API and the gallery of emails.
import { readEnv } from '../server/env.ts';
import { startServer } from '../server/main.ts';
import { SAMPLE_SELLER } from './emails.ts';
import { startGallery } from './gallery.ts';
import { sampleSender } from './stage.ts';

const env = readEnv(process.env);
const { name } = sampleSender(env.appUrl);
const server = await startServer(env, null, { name, email: null, seller: SAMPLE_SELLER });
const gallery = await startGallery(sampleSender(env.appUrl), Number(process.env['GALLERY_PORT']));

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    void Promise.all([server.close(), gallery.close()]).then(() => process.exit(0));
  });
