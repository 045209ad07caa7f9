// `npm run drill [-- names]`: puts each promise to an operator to the test and prints a table; the
// last one is in docs/performance.md. `--failovers 30` and `--exchanges 10` say how often; with
// `--careless` the failovers lose bookings, which shows that the drill counts them. Exits with 1 if
// a promise was broken, else with 3 if one was not put to the test. `years` is described in
// docs/drill-years.md.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { type PromiseCheck, type PromiseResult, promises } from './promises.ts';

// A drill of another kind, with options of its own.
if (process.argv[2] === 'years') {
  const folder = path.join(import.meta.dirname, 'years');
  const imports = ['--import', pathToFileURL(path.join(folder, 'cheap-hashes.ts')).href];
  const args = [...imports, path.join(folder, 'years.ts'), ...process.argv.slice(3)];
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    failovers: { type: 'string', default: '30' },
    exchanges: { type: 'string', default: '10' },
    careless: { type: 'boolean', default: false },
  },
});
const settings = {
  failovers: Number(values.failovers),
  exchanges: Number(values.exchanges),
  isCareless: values.careless,
};
const names = promises.map(({ name }) => name);
const unknown = positionals.find((name) => !names.includes(name));
if (unknown !== undefined || !(settings.failovers >= 1) || !(settings.exchanges >= 1)) {
  console.error(
    unknown === undefined
      ? '--failovers and --exchanges are numbers from 1.'
      : `There is no promise '${unknown}'; the promises are ${names.join(', ')}.`,
  );
  process.exit(2);
}

/** A drill that could not be carried out has failed, and the others go on. */
async function tryOut({ name, run }: PromiseCheck): Promise<PromiseResult> {
  console.log(`${name} ...`);
  try {
    return await run(settings);
  } catch (error) {
    console.log(error);
    return { ok: false, evidence: String(error).split('\n')[0] ?? '' };
  }
}

const OUTCOMES = new Map([
  [true, 'ok'],
  [false, '**failed**'],
  [null, 'not run'],
]);
const chosen = promises.filter(
  ({ name }) => positionals.length === 0 || positionals.includes(name),
);
const rows: string[] = [];
let [isWell, isWhole] = [true, true];
for (const promised of chosen) {
  const { ok, evidence } = await tryOut(promised);
  isWell &&= ok !== false;
  isWhole &&= ok !== null;
  const { name, promise, done } = promised;
  rows.push(`| ${[`\`${name}\``, promise, done, evidence, OUTCOMES.get(ok)].join(' | ')} |`);
}
console.log('\n| drill | promise | what it does | what was seen | outcome |');
console.log(`|${' --- |'.repeat(5)}`);
console.log(rows.join('\n'));
// The ways to the nodes may still have open sockets.
if (isWell && !isWhole) console.error('A promise was not put to the test.');
process.exit(isWell ? (isWhole ? 0 : 3) : 1);
