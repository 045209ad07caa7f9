// The checks that need no test runner: format, lint, types, layout and the OpenAPI document.
import type { Step } from './steps.ts';

export const checkSteps: readonly Step[] = [
  { name: 'lint', script: 'node_modules/oxlint/bin/oxlint', args: ['--deny-warnings'] },
  {
    name: 'types',
    script: 'node_modules/typescript/bin/tsc',
    args: [
      '--noEmit',
      '--project',
      '.',
      '--incremental',
      '--tsBuildInfoFile',
      '.cache/types.tsbuildinfo',
    ],
  },
  { name: 'format', script: 'node_modules/oxfmt/bin/oxfmt', args: ['--check', '.'] },
  { name: 'layout', script: 'scripts/layout/check.ts' },
  { name: 'openapi', script: 'scripts/test/openapi.ts' },
];

/** How many checks run in parallel; most of them use several threads already. */
export const CHECKS_AT_ONCE = 2;
