// Lints the OpenAPI document with Redocly's recommended rules. Warnings count as errors.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import * as z from 'zod/mini';

import * as endpoints from '../../domain/endpoints.ts';
import { describeApi } from '../../server/http/openapi.ts';
import { root } from './steps.ts';

const TIMEOUT_MS = 120_000;
const reportSchema = z.object({
  totals: z.object({ errors: z.number(), warnings: z.number() }),
  problems: z.array(
    z.object({
      ruleId: z.string(),
      message: z.string(),
      location: z.array(z.object({ pointer: z.optional(z.string()) })),
    }),
  ),
});

const file = path.join(root, '.cache', 'openapi.json');
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, JSON.stringify(describeApi(endpoints, 'https://lessons.test')));

const program = path.join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
const linter = spawnSync(
  process.execPath,
  [program, 'lint', file, '--extends=recommended', '--format=json', '--max-problems=1000'],
  {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
    // Otherwise it sends telemetry and looks for updates.
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  },
);
if (linter.error !== undefined) throw linter.error;
const json = linter.stdout.slice(linter.stdout.indexOf('{'));
if (json === '') throw new Error(`the linter produced no report: ${linter.stderr}`);
const { totals, problems } = reportSchema.parse(JSON.parse(json));
for (const { ruleId, message, location } of problems)
  console.error(
    `${ruleId}: ${message} at ${location.map(({ pointer = '' }) => pointer).join(', ')}`,
  );
if (totals.errors + totals.warnings > 0) process.exitCode = 1;
