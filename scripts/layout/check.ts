// Checks boundaries and habits (see STYLE.md); prints each violation and where the code belongs.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { checkCommands } from './commands.ts';
import type { Finding, Tree } from './finding.ts';
import { checkOrder, FILES_BESIDE } from './folder-order.ts';
import { checkHabits } from './habits.ts';
import { checkLandingStyles } from './landing-styles.ts';
import { checkLists } from './lists.ts';
import { checkComments, checkMentions } from './mentions.ts';
import { checkModules } from './modules.ts';
import { readTree } from './read-tree.ts';
import { checkServer } from './server-boundaries.ts';
import { checkWeb } from './web-boundaries.ts';

/** The folders of domain/: each imports only those before it. */
const DOMAIN = [
  FILES_BESIDE,
  'people',
  'auth',
  'calendar',
  'marking',
  'topics',
  'lessons',
  'payments',
  'enquiries',
  'rooms',
  'accounts',
  'tutor',
  'site',
  'imports',
  'figures',
  'health',
  'endpoints.ts',
];

/** All violations but those of the order of domain/, which needs the complete tree. */
export function checkLayout(tree: Tree): Finding[] {
  return [
    ...checkModules(tree),
    ...checkServer(tree),
    ...checkWeb(tree),
    ...checkLandingStyles(tree),
    ...checkHabits(tree),
    ...checkMentions(tree),
    ...checkComments(tree),
    ...checkLists(tree),
    ...checkCommands(tree),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const tree = readTree(path.resolve(import.meta.dirname, '../..'));
  const findings = [...checkLayout(tree), ...checkOrder(tree, 'domain', DOMAIN)];
  for (const { path: file, message } of findings) console.log(`${file}: ${message}`);
  console.log(`${tree.size} files, ${findings.length} faults`);
  if (findings.length > 0) process.exitCode = 1;
}
