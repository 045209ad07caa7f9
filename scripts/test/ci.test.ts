// Which suites `.ci/run` asks for, seen by an npm that only says how it was called.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { root } from './steps.ts';

test.for([
  ['everything', [], 'test --'],
  ['one suite', ['sqlite'], 'test -- --only=sqlite'],
  ['two suites', ['check', 'unit'], 'test -- --only=check --only=unit'],
] as const)('.ci/run runs %s', ([, suites, call]) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ci-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, 'npm'), '#!/bin/sh\necho "$CI $PWD: $*"\n', { mode: 0o755 });
  const output = execFileSync(path.join(root, '.ci/run'), suites, {
    env: { ...process.env, PATH: `${folder}${path.delimiter}${process.env['PATH'] ?? ''}` },
    encoding: 'utf8',
  });
  expect(output).toBe(`true ${root}: ${call}\n`);
});
