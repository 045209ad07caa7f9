// The landing page's stylesheet has the classes of the files in its @source lines: every component
// of the page is among them.
import { type Finding, type Tree } from './finding.ts';
import { importsOf } from './imports.ts';

const ENTRY = 'web/landing/entry-landing.tsx';
const STYLES = 'web/styles/landing.css';
const FOLDER = 'web/landing/';

export function checkLandingStyles(tree: Tree): Finding[] {
  const styles = tree.get(STYLES) ?? '';
  return [...componentsOf(tree)]
    .filter(
      (file) =>
        !file.startsWith(FOLDER) && !styles.includes(`@source '${file.replace('web/', '../')}';`),
    )
    .map((path) => ({
      path,
      message: `the landing page is made of it, and ${STYLES} does not name it as a source.`,
      level: 'error',
    }));
}

/** The .tsx files that the landing page imports, directly or not. */
function componentsOf(tree: Tree): Set<string> {
  const found = new Set([ENTRY]);
  // A set that grows while it is gone through is gone through to its new end.
  for (const path of found)
    for (const { file } of importsOf(path, tree.get(path) ?? ''))
      if (file !== null) found.add(file);
  return new Set([...found].filter((file) => file.endsWith('.tsx')));
}
