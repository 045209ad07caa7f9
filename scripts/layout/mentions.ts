// Files that documents name: each must exist, so that a renamed test or module is renamed there
// too.
import type { Finding, Tree } from './finding.ts';

/** A file in backticks: with folders, or by its name alone. */
const MENTION = /`((?:[a-z0-9-]+\/)*[a-z0-9.-]+\.(?:tsx?|mjs))`/g;

export function checkMentions(tree: Tree): Finding[] {
  const names = new Set([...tree.keys()].map((path) => path.slice(path.lastIndexOf('/') + 1)));
  return [...tree]
    .filter(([path]) => path.endsWith('.md') && path !== 'CHANGELOG.md')
    .flatMap(([path, text]) =>
      [...text.matchAll(MENTION)]
        .map(([, mentioned = '']) => mentioned)
        .filter((file) => !(file.includes('/') ? tree.has(file) : names.has(file)))
        .map((file) => ({
          path,
          message: `names '${file}', which does not exist.`,
        })),
    );
}
