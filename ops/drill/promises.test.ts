// The drill names the tests that it runs: a file that moved would silently be left out.
import { existsSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { root } from '../../scripts/test/steps.ts';
import { promises } from './promises.ts';

test.for(promises.flatMap(({ tests = [] }) => tests))('%s exists', (file) => {
  expect(existsSync(path.join(root, file))).toBe(true);
});
