// Regenerates docs/architecture.md: `npx node scripts/layout/draw.ts`.
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { drawArchitecture } from './drawing.ts';
import { readTree } from './read-tree.ts';

const root = path.resolve(import.meta.dirname, '../..');
writeFileSync(path.join(root, 'docs/architecture.md'), drawArchitecture(readTree(root)));
