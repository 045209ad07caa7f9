// The commands `npm run backup` and `npm run restore`.
import { parseArgs } from 'node:util';

import { HOUR_MS, MINUTE_MS, ukDate, ukTime } from '../../domain/time.ts';
import { StartupError } from '../../server/base/startup-error.ts';
import { type Env, readEnv } from '../../server/process/env.ts';
import { carriedWords } from './carried-words.ts';
import { backUp, restore } from './copies.ts';
import { readMark } from './copy-marks.ts';
import { type CopyKind, findCopies, makeDatedCopy } from './dated-copies.ts';
import { drill } from './drill.ts';
import { recordBackup } from './last-backup.ts';
import { carryOverPostgres } from './postgres-carry-over.ts';
import { postgresCopies } from './postgres-copies.ts';
import { readKeep } from './rotation.ts';
import { removeOnSignal } from './unfinished.ts';

const USAGE = {
  backup:
    'Say where to: npm run backup -- FILE for one copy, or npm run backup -- --keep 7d4w12m --to FOLDER for a dated copy that replaces old ones.',
  restore:
    'Say which file: npm run restore -- FILE, or npm run restore -- --drill FOLDER to try the newest copy of a folder without touching the data. On PostgreSQL, after pg_restore: npm run restore -- --former ADDRESS of the former database.',
} as const;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function runBackup(args: string[]): Promise<void> {
  const { values, positionals } = read(args, USAGE.backup, {
    keep: { type: 'string' },
    to: { type: 'string' },
  });
  const env = readEnv(process.env);
  const { keep, to } = values;
  const [file, ...others] = positionals;
  if (typeof keep === 'string' && typeof to === 'string' && file === undefined)
    return runRotation(env, keep, to);
  if (keep !== undefined || to !== undefined || file === undefined || others.length > 0)
    throw new StartupError(USAGE.backup);
  if (env.databaseUrl !== null) await postgresCopies(env.databaseUrl).make(file);
  else await copyTo(env.dataDir, file);
  say(`${file} is a complete copy of the database.`);
  await recordBackup(env.dataDir, Date.now());
}

async function copyTo(dataDir: string, file: string): Promise<void> {
  const objection = await backUp(dataDir, file);
  if (objection !== null)
    throw new StartupError(`${file} was written, but cannot be restored. ${objection}`);
}

const embeddedCopies = { ending: 'db', readMark: async (path: string) => readMark(path) } as const;

async function runRotation({ databaseUrl, dataDir }: Env, keep: string, folder: string) {
  const kind: CopyKind =
    databaseUrl === null
      ? { ...embeddedCopies, make: (to) => copyTo(dataDir, to) }
      : postgresCopies(databaseUrl);
  const { newCopy, mark, removed, remaining, strange } = await makeDatedCopy(kind, {
    folder,
    keep: readKeep(keep),
    now: Date.now(),
  });
  await recordBackup(dataDir, Date.now());
  say(`${newCopy} is a complete copy of the database.`);
  for (const path of removed) say(`Removed ${path}.`);
  say(`The folder has ${remaining} ${remaining === 1 ? 'copy' : 'copies'} of this site.`);
  for (const path of strange)
    say(`${path} is damaged or no copy of this site, and was left alone. Look what it is.`);
  if (databaseUrl !== null) await reportEmbedded(folder, mark);
}

/** After a move to PostgreSQL, no rotation removes the copies made before it. */
async function reportEmbedded(folder: string, mark: string): Promise<void> {
  const count = (await findCopies(embeddedCopies, folder, mark)).own.length;
  if (count === 1)
    say(
      `1 copy of the embedded database is left in ${folder}; delete it when you no longer need it.`,
    );
  if (count > 1)
    say(
      `${count} copies of the embedded database are left in ${folder}; delete them when you no longer need them.`,
    );
}

const age = (ms: number): string => {
  const hours = Math.floor(ms / HOUR_MS);
  const [count, unit] =
    hours < 1
      ? [Math.floor(ms / MINUTE_MS), 'minute']
      : hours < 48
        ? [hours, 'hour']
        : [Math.floor(hours / 24), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

async function runDrill(path: string): Promise<void> {
  const { databaseUrl } = readEnv(process.env);
  const now = Date.now();
  const { copy, madeAt, seconds, rules } = await drill({ path, databaseUrl, now });
  say(`${copy} can be restored: that took ${seconds.toFixed(1)} s, in a place of its own.`);
  say(`It is whole, and ${rules} rules about spots, credits and payments hold.`);
  say(
    `It was made on ${ukDate(madeAt)} at ${ukTime(madeAt)} UK time: what came in the ${age(Math.max(now - madeAt, 0))} since then would be lost.`,
  );
}

async function runRestore(args: string[]): Promise<void> {
  const { values, positionals } = read(args, USAGE.restore, {
    drill: { type: 'boolean' },
    former: { type: 'string' },
  });
  const { former } = values;
  const [file, ...others] = positionals;
  if (typeof former === 'string' && values['drill'] !== true && file === undefined)
    return runCarryOver(former);
  if (values['drill'] === true && file !== undefined && others.length === 0 && former === undefined)
    return runDrill(file);
  if (file === undefined || others.length > 0 || former !== undefined)
    throw new StartupError(USAGE.restore);
  const { databaseUrl, dataDir } = readEnv(process.env);
  if (databaseUrl !== null)
    throw new StartupError(
      'The data is in PostgreSQL: use pg_restore and then npm run restore -- --former ADDRESS, see docs/backups-and-upgrades.md.',
    );
  const { aside, carried } = await restore(dataDir, file, Date.now());
  say(`Restored the database from ${file}.`);
  if (aside !== null) say(`The previous database was moved to ${aside}.`);
  for (const line of carriedWords(carried)) say(line);
}

/** For a database into which pg_restore has put a copy. */
async function runCarryOver(former: string): Promise<void> {
  const { databaseUrl } = readEnv(process.env);
  if (databaseUrl === null) throw new StartupError(USAGE.restore);
  const address = former === 'none' ? null : former;
  const carried = await carryOverPostgres(databaseUrl, address, Date.now());
  for (const line of carriedWords(carried)) say(line);
}

type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

/** Throws a StartupError that says how the command is used. */
function read(args: readonly string[], usage: string, options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw new StartupError(usage, { cause });
  }
}

removeOnSignal();
try {
  const [command, ...args] = process.argv.slice(2);
  await (command === 'backup' ? runBackup(args) : runRestore(args));
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
