// Draws the house anew: `npx node scripts/layout/draw.ts`.
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { drawHouse } from './drawing.ts';
import { readTree } from './read-tree.ts';

const root = path.resolve(import.meta.dirname, '../..');
writeFileSync(path.join(root, 'docs/house.md'), drawHouse(readTree(root)));
