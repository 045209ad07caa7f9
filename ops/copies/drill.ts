// The drill of a restore: restores the newest copy apart from the running data, opens it and checks
// that it does not contradict itself.
import { randomBytes } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { sql } from 'kysely';

import { DAY_MS } from '../../domain/time.ts';
import { StartupError } from '../../server/base/startup-error.ts';
import { reasonOf } from '../../server/engine/away.ts';
import { type Database, openDatabase } from '../../server/engine/database.ts';
import { storedRules } from '../../server/schema/stored-rules.ts';
import { restore } from './copies.ts';
import { listNamed } from './dated-copies.ts';
import { withScratchDatabase } from './postgres-copies.ts';
import { type Ending, instantIn } from './rotation.ts';
import { withRemoval } from './unfinished.ts';

const PREFIX = 'lessons-drill-';

interface DrillResult {
  readonly copy: string;
  /** When the copy was made: what came later would be lost. */
  readonly madeAt: number;
  readonly seconds: number;
  /** How many rules hold. */
  readonly rules: number;
}

interface Drill {
  /** A copy, or a folder with dated copies. */
  path: string;
  /** Null for copies of the embedded database. Otherwise the server on which to restore. */
  databaseUrl: string | null;
  now: number;
}

/**
 * Restores a copy, opens it as the server would and checks it. Throws a StartupError that says what
 * failed. The running data is neither read nor written.
 */
export async function drill({ path, databaseUrl, now }: Drill): Promise<DrillResult> {
  const ending = databaseUrl === null ? 'db' : 'dump';
  const copy = chooseCopy(path, ending);
  const madeAt = instantIn(basename(copy), ending) ?? statSync(copy).mtimeMs;
  const began = performance.now();
  const rules = await withScratch(copy, databaseUrl, now, checkAll);
  return { copy, madeAt, seconds: (performance.now() - began) / 1000, rules };
}

/** The newest copy of a folder, even if it is damaged: that is what the drill is for. */
function chooseCopy(path: string, ending: Ending): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new StartupError(`There is no copy at ${path}.`);
  if (!stats.isDirectory()) return path;
  const [newest] = listNamed(path, ending);
  if (newest === undefined)
    throw new StartupError(
      `There is no copy in ${path}. Make one with npm run backup -- --keep 7d4w12m --to ${path}`,
    );
  return newest.path;
}

async function withScratch<T>(
  copy: string,
  databaseUrl: string | null,
  now: number,
  use: (database: Database) => Promise<T>,
): Promise<T> {
  removeAbandoned(now);
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  return withRemoval(remove, async () => {
    if (databaseUrl === null) await restore(dataDir, copy, now);
    const open = async (url: string | null) => {
      const database = await openDatabase({ databaseUrl: url, dataDir });
      try {
        return await use(database);
      } finally {
        await database.close();
      }
    };
    if (databaseUrl === null) return open(null);
    const name = `lessons_drill_${randomBytes(6).toString('hex')}`;
    return withScratchDatabase({ databaseUrl, copy, name }, open);
  });
}

/** A killed drill leaves a folder with everybody's data. No drill takes a day. */
function removeAbandoned(now: number): void {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    const isOurs = stats?.isDirectory() === true && stats.uid === process.geteuid?.();
    if (isOurs && stats.mtimeMs < now - DAY_MS) rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws a StartupError that names the rules that are broken. Returns how many there are. */
async function checkAll({ db }: Database): Promise<number> {
  const broken: string[] = [];
  const rules = Object.entries(storedRules);
  try {
    for (const [rule, query] of rules) {
      const { rows } = await sql<{ found: number }>`
        select count(*) as found from (${sql.raw(query)}) as broken`.execute(db);
      const found = rows[0]?.found ?? 0;
      if (found > 0) broken.push(`${rule} (${found} times not)`);
    }
  } catch (cause) {
    throw new StartupError(`The restored database cannot be read (${reasonOf(cause)}).`, { cause });
  }
  if (broken.length > 0)
    throw new StartupError(
      `The copy can be restored, but contradicts itself: ${broken.join('; ')}.`,
    );
  return rules.length;
}
