// `npm run admin:block -- EMAIL`: an admin cannot sign in any more, until `npm run admin:create`.
import { newAdminSchema } from '../../domain/auth/new-admin.ts';
import { StartupError } from '../base/startup-error.ts';
import { openDatabase } from '../engine/database.ts';
import { readEnv } from '../process/env.ts';
import { blockAdmin } from './change-admins.ts';

async function run([typed, ...others]: readonly string[]): Promise<string> {
  if (typed === undefined || others.length > 0)
    throw new StartupError('Say whom: npm run admin:block -- EMAIL');
  const { databaseUrl, dataDir } = readEnv(process.env);
  // The database is not locked: the server may be running on it.
  const database = await openDatabase({ databaseUrl, dataDir, exclusive: false });
  try {
    const context = { database, now: Date.now(), actor: null };
    const email = newAdminSchema.shape.email.safeParse(typed).data ?? typed;
    const reason = await blockAdmin(context, email);
    if (reason !== null) throw new StartupError(reason);
    return `${email} cannot sign in any more and gets no emails. "npm run admin:create" lets them in again.`;
  } finally {
    await database.close();
  }
}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`Nothing was changed. ${error.message}\n`);
  process.exitCode = 1;
}
