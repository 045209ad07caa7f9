// Tests the architecture charts: their reduction, and that the committed document is current.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { drawArchitecture } from './drawing.ts';
import { readTree } from './read-tree.ts';

const root = path.resolve(import.meta.dirname, '../..');
const importing = (...specifiers: string[]) =>
  specifiers.map((specifier) => `import '${specifier}';\n`).join('');

test('leaves out an arrow that follows from others', () => {
  const drawn = drawArchitecture(
    new Map([
      ['server/lessons/routes.ts', importing('./book.ts', '../engine/database.ts')],
      ['server/lessons/book.ts', importing('../engine/database.ts')],
    ]),
  );
  expect(drawn).toContain('routes["routes"] --> feature["feature"]');
  expect(drawn).toContain('feature["feature"] --> engine["engine"]');
  expect(drawn).not.toContain('routes["routes"] --> engine["engine"]');
});

test('refuses to draw a cycle', () => {
  const circle = new Map([
    ['web/family/home/page.tsx', importing('../../app/root.tsx')],
    ['web/app/root.tsx', importing('../family/home/page.tsx')],
  ]);
  expect(() => drawArchitecture(circle)).toThrow(/in a circle/);
});

test('docs/architecture.md is current: npx node scripts/layout/draw.ts', () => {
  expect(readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')).toBe(
    drawArchitecture(readTree(root)),
  );
});
