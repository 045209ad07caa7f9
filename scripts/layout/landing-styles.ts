// Checks that the @source lines of the landing page's stylesheet name every component of the page.
// Its classes come from those files only.
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
      message: `the landing page uses it, but ${STYLES} does not name it as a source.`,
    }));
}

/** The .tsx files that the landing page imports, directly or indirectly. */
function componentsOf(tree: Tree): Set<string> {
  const files = new Set([ENTRY]);
  // Iterating a Set also visits values added meanwhile.
  for (const path of files)
    for (const { file } of importsOf(path, tree.get(path) ?? ''))
      if (file !== null) files.add(file);
  return new Set([...files].filter((file) => file.endsWith('.tsx')));
}
