// When the alerts fire, by the program that Prometheus brings for that.
import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { expect, test } from 'vitest';

import { findTool } from '../test/find-tool.ts';
import { root } from '../test/steps.ts';

const promtool = findTool('promtool');

test.runIf(promtool !== null)('the alerts fire when they should, and only then', () => {
  const args = ['test', 'rules', path.join(root, 'scripts/commands/alerts.yml')];
  expect(execFileSync(promtool ?? '', args, { encoding: 'utf8' })).toContain('SUCCESS');
});
