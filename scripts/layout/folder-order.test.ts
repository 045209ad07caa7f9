// Shows that the order of folders refuses a circle.
import { expect, test } from 'vitest';

import { checkOrder, FILES_BESIDE } from './folder-order.ts';

const ORDER = [FILES_BESIDE, 'credits', 'lessons', 'app.ts'];

function findings(files: Record<string, string>): string[] {
  const tree = new Map([
    ['server/ids.ts', ''],
    ['server/credits/ledger.ts', ''],
    ['server/lessons/book.ts', "import { change } from '../credits/ledger.ts';\n"],
    ['server/app.ts', "import { book } from './lessons/book.ts';\nimport './ids.ts';\n"],
    ...Object.entries(files),
  ]);
  return checkOrder(tree, 'server', ORDER).map(({ path, message }) => `${path} ${message}`);
}

test('accepts imports of what comes before', () => {
  expect(findings({})).toEqual([]);
});

test.each([
  ['server/credits/ledger.ts', '../lessons/book.ts', "'lessons' comes after 'credits'"],
  ['server/ids.ts', './lessons/book.ts', "'lessons' comes after '*'"],
  ['server/ids.ts', './app.ts', "'app.ts' comes after '*'"],
])('refuses %s to import %s', (path, specifier, fault) => {
  expect(findings({ [path]: `import type { T } from '${specifier}';\n` })).toEqual([
    `${path} must not import '${specifier}': ${fault} in the order of folders (scripts/layout/).`,
  ]);
});

test('counts an import that is computed late', () => {
  expect(findings({ 'server/ids.ts': "await import('./app.ts');\n" })).toHaveLength(1);
});

test('lets tests import anything', () => {
  const importing = "import { book } from '../lessons/book.ts';\n";
  expect(
    findings({
      'server/credits/ledger.test.ts': importing,
      'server/testing/races.ts': importing,
    }),
  ).toEqual([]);
});

test('refuses a folder without a place, and a place without a folder', () => {
  const tree = new Map([['server/rooms/room.ts', '']]);
  expect(checkOrder(tree, 'server', ['credits']).map(({ path }) => path)).toEqual([
    'server/rooms',
    'server/credits',
  ]);
});
