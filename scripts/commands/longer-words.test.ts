// Tests that pages stay within their budgets when the tutor writes three times as much.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import type { Content } from '../../domain/site/content.ts';
import * as content from '../../web/content/tutor.ts';
import { BUSINESS, copyProject, TUTOR } from './copied-project.ts';

/** Fields that are not texts, or whose length the schema limits. */
const UNCHANGED = new Set([
  'accent',
  'address',
  'description',
  'email',
  'monogram',
  'name',
  'phone',
  'phoneLink',
  'role',
]);

/** English prose that no page has, so that it compresses like real text. */
const prose = readFileSync(path.join(import.meta.dirname, 'sample-words.txt'), 'utf8')
  .trim()
  .split(/\s+/)
  .values();

function lengthen(text: string): string {
  let longer = text;
  while (longer.length < 3 * text.length) {
    const { value, done } = prose.next();
    if (done === true) throw new Error('sample-words.txt has too few words');
    longer += ` ${value}`;
  }
  return longer;
}

/** The source of a module with these parts of the content, three times as long. */
function lengthenAll(parts: Partial<Content>): string {
  const words = Object.entries(parts).map(([name, part]) => {
    const longer = JSON.stringify(part, (key, value: unknown) =>
      typeof value === 'string' && !UNCHANGED.has(key) ? lengthen(value) : value,
    );
    return `export const ${name}: Content['${name}'] = ${longer};\n`;
  });
  return `import type { Content } from '../../domain/site/content.ts';\n${words.join('')}`;
}

/** Beside other suites the demo and the browser can take minutes; this is no test of speed. */
const PATIENT_CONFIG = `
  import config from './playwright.config.ts';
  const timeout = 240_000;
  export default { ...config, timeout, expect: { timeout }, retries: 0 };
`;

test('every page stays within its budget with texts three times as long', async () => {
  const copy = copyProject('e2e', 'sandbox', 'playwright.config.ts');
  const { contact, seller, site, ...landing } = content;
  writeFileSync(path.join(copy, BUSINESS), lengthenAll({ contact, seller, site }));
  const business = "export { contact, seller, site } from './business.ts';\n";
  writeFileSync(path.join(copy, TUTOR), lengthenAll(landing) + business);
  writeFileSync(path.join(copy, 'patient.config.ts'), PATIENT_CONFIG);
  const playwright = path.join(copy, 'node_modules/@playwright/test/cli.js');
  const args = [
    playwright,
    'test',
    'landing/bytes.spec.ts',
    '--config',
    'patient.config.ts',
    '--project',
    'desktop',
    '--workers',
    '1',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: copy,
    env: { ...process.env, NO_COLOR: '1' },
    // Its output names the failed tests.
  }).catch((error: { stdout: string }) => error);
  expect(stdout).toMatch(/^\s*\d+ passed/m);
  expect(stdout).not.toMatch(/^\s*\d+ (failed|flaky|skipped|did not run)/m);
});
