// The checks that need no test runner: format, lint, types, layout, unused code, the OpenAPI
// document and the oldest browsers.
import type { Step } from './steps.ts';

/** Checks the types of a project, from where the last check of the same project ended. */
const typesStep = (name: string, project: string): Step => ({
  name,
  script: 'node_modules/typescript/bin/tsc',
  args: [
    '--noEmit',
    '--project',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    `.cache/${name}.tsbuildinfo`,
  ],
});

export const checkSteps: readonly Step[] = [
  { name: 'lint', script: 'node_modules/oxlint/bin/oxlint', args: ['--deny-warnings'] },
  typesStep('types', 'tsconfig.json'),
  typesStep('types-server', 'tsconfig.server.json'),
  typesStep('types-web', 'tsconfig.web.json'),
  { name: 'format', script: 'node_modules/oxfmt/bin/oxfmt', args: ['--check', '.'] },
  { name: 'layout', script: 'scripts/layout/check.ts' },
  { name: 'unused', script: 'node_modules/knip/bin/knip.js', args: ['--no-config-hints'] },
  { name: 'openapi', script: 'scripts/test/openapi.ts' },
  { name: 'browsers', script: 'scripts/floor/check.ts' },
];

/** How many checks run in parallel; most of them use several threads already. */
export const CHECKS_AT_ONCE = 2;
