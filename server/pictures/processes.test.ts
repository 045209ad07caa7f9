// The library that decodes pictures runs in processes of its own.
import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { expect, test } from 'vitest';

const SCRIPT = `
  await import(process.argv[1]);
  console.log(process.report.getReport().sharedObjects.join('\\n'));
`;

/** The native libraries of a process that has imported this file. */
const librariesWith = (file: string) =>
  execFileSync(
    process.execPath,
    ['--input-type=module', '-e', SCRIPT, path.join(import.meta.dirname, file)],
    { encoding: 'utf8' },
  );

test.each([
  ['is not loaded by the server', '../app.ts', false],
  ['is loaded by the process that draws the images', 'images.ts', true],
])('%s', (_, file, isLoaded) => {
  expect(librariesWith(file).includes('vips')).toBe(isLoaded);
});
