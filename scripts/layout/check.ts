// Checks the walls and the habits of the house (see STYLE.md); prints what is wrong and where the code belongs.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Finding, Tree } from './finding.ts';
import { checkHabits } from './habits.ts';
import { checkRooms } from './rooms.ts';
import { checkServer } from './server-walls.ts';
import { checkWeb } from './web-walls.ts';

const rooms = ['domain', 'server', 'web', 'sandbox', 'e2e', 'bench', 'scripts'];
const READ = /\.(tsx?|mjs|css|sql)$/;

/** Everything that is wrong with a tree of files. */
export function checkLayout(tree: Tree): Finding[] {
  return [...checkRooms(tree), ...checkServer(tree), ...checkWeb(tree), ...checkHabits(tree)];
}

/** The files of the rooms and the configuration beside them; what is not text comes with an empty one. */
function readTree(root: string): Tree {
  const beside = readdirSync(root).filter((name) => /\.(ts|mjs)$/.test(name));
  const inside = rooms.flatMap((room) =>
    readdirSync(path.join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  );
  return new Map(
    [...beside, ...inside].map((file) => [
      file.split(path.sep).join('/'),
      READ.test(file) ? readFileSync(path.join(root, file), 'utf8') : '',
    ]),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const tree = readTree(path.resolve(import.meta.dirname, '../..'));
  const findings = checkLayout(tree);
  for (const { path: file, message, level } of findings) console.log(`${level} ${file}: ${message}`);
  const errors = findings.filter(({ level }) => level === 'error').length;
  console.log(`${tree.size} files, ${errors} errors, ${findings.length - errors} warnings`);
  if (errors > 0) process.exitCode = 1;
}
