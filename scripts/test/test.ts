// Runs everything: the checks, the unit tests, the installation, the commands, the server tests on
// both databases, the end-to-end tests in Chromium, those in other engines and the vulnerability
// audit. `--only check|audit|unit|install|commands|sqlite|postgres|e2e|engines` runs one part, and
// may be repeated. Files and folders after it narrow the suites down: `--only sqlite
// server/lessons`.
import { parseArgs } from 'node:util';

import { LEFT_OUT } from './audit-verdict.ts';
import { CHECKS_AT_ONCE, checkSteps } from './check-steps.ts';
import { report, runStep, runSteps } from './steps.ts';
import {
  commands,
  type Counts,
  describeCounts,
  describeSuite,
  e2e,
  engines,
  install,
  isUnsteady,
  narrowTo,
  postgres,
  runSuite,
  sqlite,
  type Suite,
  unit,
} from './suites.ts';

/** PostgreSQL's tests wait most, so they run while the suites of the other lane do. */
const suites: readonly Suite[] = [unit, commands, postgres, sqlite, e2e, engines, install];
const CHECK = 'check';
const AUDIT = 'audit';
const names = [CHECK, AUDIT, ...suites.map(({ name }) => name)];

interface Row extends Counts {
  readonly name: string;
  /** Why the suite was not run, if its tool is missing and the suite is not required. */
  readonly notRun?: string;
}

function readArguments(): { readonly names: readonly string[]; readonly files: readonly string[] } {
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  const unknown = values.only?.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    console.error(`There is no suite '${unknown}'; the suites are ${names.join(', ')}.`);
    process.exit(2);
  }
  if (positionals.length > 0 && values.only === undefined) {
    console.error(`Say which suite runs these files: --only ${names.join('|')}.`);
    process.exit(2);
  }
  return { names: values.only ?? names, files: positionals };
}

async function runChecks(): Promise<Row> {
  const outcomes = await runSteps(checkSteps, CHECKS_AT_ONCE);
  const passed = outcomes.filter(({ ok }) => ok).length;
  return { name: CHECK, passed, failed: outcomes.length - passed, skipped: 0 };
}

/** Reports a registry that does not answer, but never fails because of it, not even in CI. */
async function runAudit(): Promise<Row> {
  const outcome = await runStep({ name: AUDIT, script: 'scripts/test/audit.ts' });
  const output = outcome.output.trim();
  const isLeftOut = outcome.ok && output.startsWith(LEFT_OUT);
  report(outcome, outcome.ok ? output : '');
  if (isLeftOut) return { name: AUDIT, passed: 0, failed: 0, skipped: 1, notRun: output };
  return outcome.ok
    ? { name: AUDIT, passed: 1, failed: 0, skipped: 0 }
    : { name: AUDIT, passed: 0, failed: 1, skipped: 0 };
}

/** `lack` is what the suite lacks on this machine; null if nothing. */
async function runSuiteOnce(suite: Suite, lack: string | null): Promise<Row> {
  if (lack !== null) {
    const insisted = Boolean(process.env['CI']);
    console.log(`  ${insisted ? 'FAIL' : 'skip'}  ${suite.name}: ${lack}`);
    return insisted
      ? { name: suite.name, passed: 0, failed: 1, skipped: 0 }
      : { name: suite.name, passed: 0, failed: 0, skipped: 1, notRun: lack };
  }
  const { outcome, counts } = await runSuite(suite);
  report(outcome, describeSuite(counts), !outcome.ok || isUnsteady(counts));
  return { name: suite.name, ...counts };
}

function printTable(rows: Row[]): void {
  console.log(
    `\n${'suite'.padEnd(12)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'skipped'.padStart(9)}`,
  );
  for (const { name, passed, failed, skipped, notRun } of rows) {
    const numbers = `${String(passed).padStart(8)}${String(failed).padStart(8)}${String(skipped).padStart(9)}`;
    console.log(
      `${name.padEnd(12)}${numbers}${notRun === undefined ? '' : `  not run: ${notRun}`}`,
    );
  }
}

/** Repeats what to look at, because the output of the suites is long and may be cut off. */
function printTitles(rows: Row[]): void {
  for (const { name, suspectTitles = [] } of rows)
    for (const title of suspectTitles) console.log(`look at ${name}: ${title}`);
}

function addUp(rows: Row[]): Counts {
  const sum = (count: 'passed' | 'failed' | 'skipped') =>
    rows.reduce((total, row) => total + row[count], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/**
 * Provides what the suites need, one after the other, as apt requires. Returns what a suite lacks.
 */
function ensureAll(some: Suite[]): (suite: Suite) => Promise<string | null> {
  const reasons = new Map<Suite['ensure'], Promise<string | null>>();
  let before: Promise<unknown> = Promise.resolve();
  for (const { ensure } of some) {
    if (ensure === undefined || reasons.has(ensure)) continue;
    const looked = before.then(ensure);
    reasons.set(ensure, looked);
    before = looked;
  }
  return ({ ensure }) => reasons.get(ensure) ?? Promise.resolve(null);
}

/** Runs suites one after the other, while the requirements of later ones are installed. */
async function runLane(
  some: readonly Suite[],
  findLack: (suite: Suite) => Promise<string | null>,
  first: (() => Promise<Row>) | null,
): Promise<Row[]> {
  const rows = first === null ? [] : [await first()];
  for (const suite of some) rows.push(await runSuiteOnce(suite, await findLack(suite)));
  return rows;
}

/**
 * These mostly wait for the network, the disk and starting programs, so they run in parallel with
 * the others.
 */
const waiting: readonly Suite[] = [install, commands];

async function main(): Promise<void> {
  const { names: chosen, files } = readArguments();
  const isChosen = ({ name }: Suite) => chosen.includes(name);
  const choose = (some: readonly Suite[]) =>
    some.filter(isChosen).map((suite) => narrowTo(suite, files));
  const findLack = ensureAll(suites.filter(isChosen));
  const lanes = await Promise.all([
    runLane(
      choose(suites.filter((suite) => !waiting.includes(suite))),
      findLack,
      chosen.includes(CHECK) ? runChecks : null,
    ),
    runLane(choose(waiting), findLack, chosen.includes(AUDIT) ? runAudit : null),
  ]);
  const rows = lanes.flat();
  printTable(rows);
  printTitles(rows);
  const total = addUp(rows);
  console.log(`\n${describeCounts(total)}`);
  if (total.failed > 0) process.exitCode = 1;
}

await main();
