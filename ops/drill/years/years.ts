// `npm run drill -- years`: runs school years of a simulated business, seed by seed, and compares
// the product with the oracle. docs/drill-years.md says how to read what it prints.
import { parseArgs } from 'node:util';

import { addDays, ukDate } from '../../../domain/time.ts';
import { makePostgresTemplate } from '../../../server/testing/database/template.ts';
import { type PrivatePostgres, startPostgres } from '../../../server/testing/postgres/postgres.ts';
import type { Act } from './acts.ts';
import { describeGrowth } from './growth.ts';
import { Habits, type Scale } from './habits.ts';
import { describe, type Difference, play } from './run.ts';
import { shrink } from './shrink.ts';

const FIRST_DAY = '2026-09-01';
const MINUTE_MS = 60_000;

interface YearsOptions {
  readonly from: string;
  readonly to: string;
  readonly scale: Scale;
  readonly postgresUrl: string | null;
  /** How long to look for a shorter sequence. */
  readonly patienceMs: number;
}

/** Runs one seed. Returns whether product and oracle agreed, and prints what there is to see. */
async function runSeed(seed: number, options: YearsOptions): Promise<boolean> {
  const { from, to, scale, postgresUrl, patienceMs } = options;
  const begun = performance.now();
  let days = 0;
  const { acts, difference } = await play(
    {
      from,
      to,
      postgresUrl,
      async onNight(date, world) {
        days += 1;
        if (date.endsWith('-08-31') || date === to) console.log(await describeGrowth(world, date));
      },
    },
    (oracle) => new Habits(seed, oracle.business, scale).acts(from, to),
  );
  const minutes = (performance.now() - begun) / MINUTE_MS;
  console.log(
    `seed ${seed}: ${acts.length} acts in ${days} days, ${minutes.toFixed(1)} minutes` +
      (days === 0 ? '' : ` (${((minutes / days) * 365).toFixed(1)} for a year)`),
  );
  if (difference === null) return true;
  console.log(`\nA difference on ${difference.date}: ${difference.kind}\n${difference.text}\n`);
  const few = await shrink(acts, {
    shows: (fewer) => shows(fewer, options, difference),
    text: difference.text,
    patienceMs,
  });
  console.log(`${few.length} of ${acts.length} acts show it:`);
  for (const act of few) console.log(describe(act));
  return false;
}

/** Whether these acts alone show the same kind of difference, at the latest on the same day. */
async function shows(
  acts: readonly Act[],
  { from, postgresUrl }: YearsOptions,
  { date, kind }: Difference,
): Promise<boolean> {
  const [first] = acts;
  if (first === undefined) return false;
  const begin = [from, ukDate(first.at)].toSorted().at(-1) ?? from;
  const { difference } = await play({ from: begin, to: date, postgresUrl }, () => acts);
  return difference?.kind === kind;
}

/** The address of the cluster's own database through its socket, which costs less than loopback. */
function bySocket({ url, socketFolder }: PrivatePostgres): string {
  const address = new URL(url);
  address.hostname = encodeURIComponent(socketFolder);
  return address.href;
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'sqlite' },
    from: { type: 'string', default: FIRST_DAY },
    years: { type: 'string', default: '3' },
    /** Instead of years. */
    days: { type: 'string' },
    families: { type: 'string', default: '250' },
    lessons: { type: 'string', default: '8' },
    /** Minutes. */
    patience: { type: 'string', default: '10' },
  },
});
const { from } = values;
const to =
  values.days === undefined
    ? addDays(`${Number(from.slice(0, 4)) + Number(values.years)}${from.slice(4)}`, -1)
    : addDays(from, Number(values.days) - 1);
const postgres =
  values.engine === 'postgres'
    ? await startPostgres({ settings: { synchronous_commit: 'off' } })
    : null;
if (postgres !== null) await makePostgresTemplate(postgres.url);
const options = {
  from,
  to,
  scale: { families: Number(values.families), lessonsPerWeek: Number(values.lessons) },
  postgresUrl: postgres === null ? null : bySocket(postgres),
  patienceMs: Number(values.patience) * MINUTE_MS,
};
const first = Number(values.seed);
try {
  for (let seed = first; seed < first + Number(values.seeds); seed += 1)
    if (!(await runSeed(seed, options))) process.exitCode = 1;
} finally {
  await postgres?.stop();
}
