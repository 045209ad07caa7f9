// `npm run doctor`: checks the settings and everything that the server needs, whether or not it
// runs, and says the next step. With an address it also sends an email there. It changes nothing.
import * as z from 'zod';

import { StartupError } from '../../server/base/startup-error.ts';
import { type Env, readEnv } from '../../server/process/env.ts';
import { exitCodeOf, type Finding, linesOf, run } from './finding.ts';
import {
  checkBackup,
  checkDisk,
  judgeClock,
  judgeDatabase,
  judgeProtection,
  lookAtDatabase,
  type OtherClock,
} from './machine-checks.ts';
import { secretsOf } from './secrets.ts';
import { checkEmail, checkServer, checkStripe, judgeProxy } from './service-checks.ts';

async function examine(env: Env, to: string | null): Promise<Finding[]> {
  const clocks: OtherClock[] = [];
  let migratedAt: number | null = null;
  // A file system that hangs would stop the process at the database.
  const disk = await run('Disk', () => checkDisk(env));
  const canRead = disk.every(({ level }) => level !== 'broken');
  const database = run('Database', async () => {
    if (env.databaseUrl === null && !canRead)
      return [{ about: 'Database', level: 'broken', text: 'See the disk first.' } as const];
    const inspection = await lookAtDatabase(env);
    if (inspection.state === 'found') {
      ({ migratedAt } = inspection);
      if (inspection.serverNow !== null)
        clocks.push({ of: 'the database', ahead: Date.now() - inspection.serverNow });
    }
    return [judgeDatabase(inspection), ...judgeProtection(inspection)];
  });
  const payments = run('Payments', async () => {
    const { findings, clock } = await checkStripe(env, Date.now);
    if (clock !== null) clocks.push(clock);
    return findings;
  });
  const others = await Promise.all([
    database,
    run('Server', () => checkServer(env)),
    run('Proxy', () => [judgeProxy(env)]),
    run('Email', () => checkEmail(env, to)),
    payments,
    run('Backup', () => checkBackup(env, Date.now())),
  ]);
  return [disk, [judgeClock(Date.now(), clocks, migratedAt)], ...others].flat();
}

async function diagnose(to: string | null): Promise<Finding[]> {
  const about = 'Settings';
  let env: Env;
  try {
    env = readEnv(process.env);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const text = `${error.message}. Correct them first: nothing else was checked.`;
    return [{ about, level: 'broken', text }];
  }
  const text = 'All settings that are set are valid.';
  return [{ about, level: 'ok', text }, ...(await examine(env, to))];
}

/** Ends the process even if a check still hangs. */
function say(text: string, code: number): void {
  process.stdout.write(text, () => process.exit(code));
}

const [to = null, ...rest] = process.argv.slice(2);
if (rest.length > 0 || (to !== null && !z.email().safeParse(to).success))
  say('Say one email address, or none: npm run doctor -- you@example.com\n', 2);
else {
  const findings = await diagnose(to);
  say(linesOf(findings, secretsOf(process.env)), exitCodeOf(findings));
}
