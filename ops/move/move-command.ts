// The command `npm run move-to-postgres -- ADDRESS`.
import { StartupError } from '../../server/base/startup-error.ts';
import { readEnv } from '../../server/process/env.ts';
import { moveToPostgres } from './move.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function run([address, ...others]: readonly string[]): Promise<void> {
  if (address === undefined || others.length > 0)
    throw new StartupError(
      'Say where to: npm run move-to-postgres -- postgres://user:password@host/name',
    );
  const { dataDir } = readEnv(process.env);
  const begun = Date.now();
  const { tables, rows, sums } = await moveToPostgres({
    dataDir,
    address,
    onTable: (name, count) => {
      if (count > 0) say(`${name}: ${count} rows`);
    },
  });
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  say(`Moved ${rows} rows of ${tables} tables in ${seconds} s. Both sides have the same`);
  for (const sum of sums) say(`  ${sum}`);
  say('and the same hash of every table.');
  say('Now set DATABASE_URL to this address where DATA_DIR is set, and start the server.');
  say(`The embedded database in ${dataDir} is as it was. Put it aside once all is well.`);
  say(
    'Copies of the embedded database are left where you made them; delete them when you no longer need them.',
  );
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
