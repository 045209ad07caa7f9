// The drawing of the house: its order, and that the one in the documents is today's.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { drawHouse } from './drawing.ts';
import { readTree } from './read-tree.ts';

const root = path.resolve(import.meta.dirname, '../..');
const importing = (...specifiers: string[]) =>
  specifiers.map((specifier) => `import '${specifier}';\n`).join('');

test('a short way is left out where a longer one leads to the same place', () => {
  const drawn = drawHouse(
    new Map([
      ['server/lessons/plan.ts', importing('../bookings/store.ts', '../credits/store.ts')],
      ['server/lessons/book.ts', importing('../credits/store.ts')],
    ]),
  );
  expect(drawn).toContain('planner["planner"] --> bookings["bookings"]');
  expect(drawn).toContain('bookings["bookings"] --> credits["credits"]');
  expect(drawn).not.toContain('planner["planner"] --> credits["credits"]');
});

test('what leans on each other in a circle cannot be drawn', () => {
  const circle = new Map([
    ['web/pages/home.tsx', importing('../app/root.tsx')],
    ['web/app/root.tsx', importing('../pages/home.tsx')],
  ]);
  expect(() => drawHouse(circle)).toThrow(/in a circle/);
});

test('docs/house.md shows the house as it is: npx node scripts/layout/draw.ts', () => {
  expect(readFileSync(path.join(root, 'docs/house.md'), 'utf8')).toBe(drawHouse(readTree(root)));
});
