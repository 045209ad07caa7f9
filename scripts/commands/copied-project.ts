// A copy of the build's inputs in a temporary folder, for tests that change it. The packages are
// linked.
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { onTestFinished } from 'vitest';

import { root } from '../test/steps.ts';

export const BUSINESS = 'web/content/business.ts';
export const TUTOR = 'web/content/tutor.ts';
const READ = [
  'domain',
  'scripts',
  'server',
  'web',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];

/**
 * Returns the copy's folder, which is deleted after the test. `more` lists further paths to copy.
 */
export function copyProject(...more: string[]): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'build-test-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const name of [...READ, ...more])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  return copy;
}
