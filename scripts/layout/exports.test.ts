// Shows which exports the layout check reports as unused.
import { expect, test } from 'vitest';

import { checkExports } from './exports.ts';

const exporting = 'export const takeSpot = 1;\nexport async function freeSpot() {}\n';

test('reports the exports that no other file names', () => {
  const tree = new Map([
    ['server/spots.ts', exporting],
    ['server/book.ts', "import { takeSpot } from './spots.ts';\nconst freeSpots = takeSpot;\n"],
  ]);
  expect(checkExports(tree)).toEqual([
    { path: 'server/spots.ts', message: "exports 'freeSpot', which no other file uses." },
  ]);
});

test.each([
  ['a test', 'server/spots.test.ts'],
  ['a script', 'scripts/build.mjs'],
])('counts a use by %s', (_, path) => {
  const tree = new Map([
    ['server/spots.ts', exporting],
    [path, 'takeSpot; freeSpot;'],
  ]);
  expect(checkExports(tree)).toEqual([]);
});

test('counts no use by a document', () => {
  const tree = new Map([
    ['server/spots.ts', 'export type Spot = 1;'],
    ['docs/spots.md', '`Spot`'],
  ]);
  expect(checkExports(tree)).toHaveLength(1);
});
