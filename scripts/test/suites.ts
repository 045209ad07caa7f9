// The test suites: how each is run, what it needs on the machine and how its results are read.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import * as z from 'zod/mini';

import { ensureNodes } from './ensure-nodes.ts';
import { ensureBrowser, ensureEngines, ensurePostgres } from './ensure-tools.ts';
import { unpackTools } from './find-tool.ts';
import { type Outcome, root, runStep, type Step } from './steps.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** How many of the passed tests only passed on a retry. */
  readonly unsteady?: number;
  /** The tests that failed or only passed on a retry, as 'file: title'. */
  readonly suspectTitles?: readonly string[];
}

export interface Suite {
  readonly name: string;
  readonly step: Step;
  /** Provides what the suite needs. Returns what to install by hand if that is not possible. */
  readonly ensure?: () => Promise<string | null>;
  readonly countsFile: string;
  readonly readCounts: (json: unknown) => Counts;
}

const resultFile = (name: string) => path.join(root, '.cache', 'test-results', `${name}.json`);

const vitestSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

function readVitestCounts(json: unknown): Counts {
  const counts = z.parse(vitestSchema, json);
  return {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests,
    skipped: counts.numPendingTests + counts.numTodoTests,
    suspectTitles: counts.testResults.flatMap(failuresOf),
  };
}

function failuresOf({
  name,
  status: ofFile,
  message,
  assertionResults,
}: z.infer<typeof vitestSchema>['testResults'][number]): string[] {
  const file = path.relative(root, name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  // It could not be loaded, or failed outside its tests.
  if (ofFile === 'failed' && failed.length === 0) return [`${file}: ${message.split('\n')[0]}`];
  return failed.map(({ fullName }) => `${file}: ${fullName}`);
}

/** A file, or a `describe` within one. */
const playwrightGroup = z.object({
  specs: z.array(
    z.object({
      file: z.string(),
      title: z.string(),
      tests: z.array(z.object({ projectName: z.string(), status: z.string() })),
    }),
  ),
  get suites() {
    return z.optional(z.array(playwrightGroup));
  },
});

const playwrightSchema = z.object({
  suites: z.array(playwrightGroup),
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
});

function readPlaywrightCounts(json: unknown): Counts {
  const { suites, stats } = z.parse(playwrightSchema, json);
  const { expected, unexpected, flaky, skipped } = stats;
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    unsteady: flaky,
    suspectTitles: suites.flatMap(suspectTitlesOf),
  };
}

function suspectTitlesOf({ specs, suites = [] }: z.infer<typeof playwrightGroup>): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status }) => `${file} (${projectName}, ${status}): ${title}`),
  );
  return [...own, ...suites.flatMap(suspectTitlesOf)];
}

function vitestSuite(name: string, project: string): Suite {
  const countsFile = resultFile(name);
  const args = [
    'run',
    '--project',
    project,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${countsFile}`,
  ];
  return {
    name,
    countsFile,
    readCounts: readVitestCounts,
    step: { name, script: 'node_modules/vitest/vitest.mjs', args },
  };
}

export const unit = vitestSuite('unit', 'unit');

/**
 * Runs the suite at low priority, so that it does not disturb the timing-sensitive tests of others.
 */
function besideOthers(suite: Suite): Suite {
  return { ...suite, step: { ...suite.step, givesWay: true } };
}

export const install: Suite = {
  ...besideOthers(vitestSuite('install', 'install')),
  ensure: ensureNodes,
};
export const commands: Suite = {
  ...besideOthers(vitestSuite('commands', 'commands')),
  async ensure() {
    await unpackTools(['nginx', 'caddy', 'shellcheck']);
    return ensureBrowser();
  },
};
export const sqlite = vitestSuite('sqlite', 'server-sqlite');
export const postgres: Suite = {
  ...vitestSuite('postgres', 'server-postgres'),
  ensure: ensurePostgres,
};

function playwrightSuite(name: string, config: string): Suite {
  const countsFile = resultFile(name);
  return {
    name,
    countsFile,
    readCounts: readPlaywrightCounts,
    step: {
      name,
      script: 'node_modules/@playwright/test/cli.js',
      args: ['test', '--config', config, '--reporter=dot,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: countsFile },
    },
  };
}

export const e2e: Suite = {
  ...playwrightSuite('e2e', 'playwright.config.ts'),
  ensure: ensureBrowser,
};
export const engines: Suite = {
  ...playwrightSuite('engines', 'playwright.engines.config.ts'),
  ensure: ensureEngines,
};

/** The suite with the tests of these files and folders alone; with all of them if none is named. */
export const narrowTo = (suite: Suite, files: readonly string[]): Suite => ({
  ...suite,
  step: { ...suite.step, args: [...(suite.step.args ?? []), ...files] },
});

/** Runs a suite. A run that crashed, ran no test or left no counts has at least one failure. */
export async function runSuite(suite: Suite): Promise<{ outcome: Outcome; counts: Counts }> {
  mkdirSync(path.dirname(suite.countsFile), { recursive: true });
  rmSync(suite.countsFile, { force: true });
  const outcome = await runStep(suite.step);
  const counts = existsSync(suite.countsFile)
    ? suite.readCounts(JSON.parse(readFileSync(suite.countsFile, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 };
  const ranNothing = counts.passed + counts.failed === 0;
  const broken = ranNothing || (!outcome.ok && counts.failed === 0);
  return {
    outcome: { ...outcome, ok: outcome.ok && !ranNothing },
    counts: broken ? { ...counts, failed: 1 } : counts,
  };
}

/** '12 passed, 0 failed', plus the skipped if there are any. */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

export const isUnsteady = ({ unsteady = 0 }: Counts) => unsteady > 0;

/**
 * A suite's summary: the counts, and how many tests need attention although they passed in the end.
 */
export function describeSuite(counts: Counts): string {
  const remark = `, ${counts.unsteady} of the passed only at the second try`;
  return `${describeCounts(counts)}${isUnsteady(counts) ? remark : ''}`;
}
