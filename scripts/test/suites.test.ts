// Tests that a suite passes only if its runner succeeds and has run tests.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { describeCounts, describeSuite, e2e, narrowTo, runSuite, unit } from './suites.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'suites-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a suite whose runner writes these counts (or none) and exits with this code. */
async function runWith(counts: object | null, exitCode: number) {
  const countsFile = path.join(folder, 'counts.json');
  const script = path.join(folder, 'runner.mjs');
  const leave =
    counts === null
      ? ''
      : `writeFileSync(${JSON.stringify(countsFile)}, '${JSON.stringify(counts)}');`;
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs'; ${leave} process.exitCode = ${exitCode};`,
  );
  const result = await runSuite({ ...unit, countsFile, step: { name: 'unit', script } });
  return { ok: result.outcome.ok, counts: result.counts };
}

const vitest = (passed: number, failed: number, skipped = 0) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: skipped,
  numTodoTests: 0,
  testResults: [],
});

test.each([
  ['all passed', vitest(5, 0), 0, true, { passed: 5, failed: 0, skipped: 0 }],
  ['some were skipped', vitest(5, 0, 2), 0, true, { passed: 5, failed: 0, skipped: 2 }],
  ['some failed', vitest(3, 2), 1, false, { passed: 3, failed: 2, skipped: 0 }],
  ['nothing ran', vitest(0, 0), 0, false, { passed: 0, failed: 1, skipped: 0 }],
  ['all were skipped', vitest(0, 0, 4), 0, false, { passed: 0, failed: 1, skipped: 4 }],
  ['it failed outside its tests', vitest(5, 0), 1, false, { passed: 5, failed: 1, skipped: 0 }],
  ['it left no counts', null, 1, false, { passed: 0, failed: 1, skipped: 0 }],
])('judges a suite of which %s', async (_, left, exitCode, ok, counts) => {
  expect(await runWith(left, exitCode)).toMatchObject({ ok, counts });
});

test('passes files on to the runner', () => {
  const { step } = narrowTo(unit, ['domain/lessons/booking.test.ts']);
  expect(step.args?.at(-1)).toBe('domain/lessons/booking.test.ts');
  expect(narrowTo(unit, [])).toEqual(unit);
});

test('names the tests that failed, and the files that could not be loaded', () => {
  const name = path.resolve('server/a.test.ts');
  const broken = { name: path.resolve('server/b.test.ts'), status: 'failed', assertionResults: [] };
  const assertionResults = [
    { status: 'passed', fullName: 'books' },
    { status: 'failed', fullName: 'cancels' },
  ];
  const { suspectTitles } = unit.readCounts({
    ...vitest(1, 1),
    testResults: [
      { name, status: 'failed', message: '', assertionResults },
      { ...broken, message: 'Cannot find x\nImported from y' },
    ],
  });
  expect(suspectTitles).toEqual(['server/a.test.ts: cancels', 'server/b.test.ts: Cannot find x']);
});

test('reports tests that passed only on a retry', () => {
  const spec = (title: string, status: string) => ({
    file: 'a.spec.ts',
    title,
    tests: [{ projectName: 'phone', status }],
  });
  const counts = e2e.readCounts({
    suites: [
      {
        specs: [spec('books', 'expected'), spec('moves', 'flaky')],
        suites: [{ specs: [spec('cancels', 'unexpected')] }],
      },
    ],
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 },
  });
  expect(counts).toEqual({
    passed: 5,
    failed: 1,
    skipped: 2,
    unsteady: 1,
    suspectTitles: ['a.spec.ts (phone, flaky): moves', 'a.spec.ts (phone, unexpected): cancels'],
  });
  expect(describeSuite(counts)).toBe(
    '5 passed, 1 failed, 2 skipped, 1 of the passed only at the second try',
  );
  expect(describeSuite({ ...counts, unsteady: 0 })).toBe('5 passed, 1 failed, 2 skipped');
});

test('the last line mentions skipped tests only if there are any', () => {
  expect(describeCounts({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
  expect(describeCounts({ passed: 3, failed: 1, skipped: 2 })).toBe(
    '3 passed, 1 failed, 2 skipped',
  );
});
