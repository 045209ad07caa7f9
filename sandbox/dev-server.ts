// The part of `npm run dev` that restarts with every edit of the server: its API and the email
// gallery. A signal ends it at once: a graceful shutdown would wait for connections, and the data
// is temporary anyway.
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';

/** The server's packages, whose modules take half of a start. */
const PACKAGES = [
  '@fastify/static',
  'better-sqlite3',
  'fastify',
  'helmet',
  'ical-generator',
  'kysely',
  'nodemailer',
  'otpauth',
  'pg',
  'pino',
  'rate-limiter-flexible',
  'stripe',
  'zod/mini',
];

process.once('disconnect', () => process.exit());
// The process is prepared before the edit that it is for, so it has loaded nothing of the project.
const begun = once(process, 'message');
await Promise.all(PACKAGES.map((name) => import(name) as Promise<unknown>));
await begun;

const { readEnv } = await import('../server/process/env.ts');
const { startServer } = await import('../server/main.ts');
const { sampleSender } = await import('./sender.ts');
const { SHIPPED_CONTENT } = await import('../scripts/build/shipped-content.ts');
const { followEdits, keepDatabase } = await import('./dev-data.ts');
const env = readEnv(process.env);
try {
  const notice = followEdits(env.dataDir);
  if (notice !== null) process.stdout.write(`${notice}\n`);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `The rows do not fit the edited migrations (${reason}): edit them again, or press Ctrl+C and start afresh; the previous database stays in ${keepDatabase(env.dataDir)}.\n`,
  );
  process.exit(1);
}
const sender = sampleSender(env.appUrl);
await startServer(env, SHIPPED_CONTENT);
const { startGallery } = await import('./gallery.ts');
await startGallery(sender, Number(process.env['GALLERY_PORT']));
// Otherwise it is only written at a graceful exit. The next start uses it.
flushCompileCache();
