// Exports that no other file uses: dead code, or a helper that its file could keep to itself.
import { type Finding, isCode, type Tree } from './finding.ts';

const EXPORT = /^export (?:async )?(?:const|let|function|class|interface|type|enum) ([\w$]+)/gm;

/** Looks for the bare name in other files, tests included; a comment counts as a use. */
export function checkExports(tree: Tree): Finding[] {
  const users = new Map<string, number>();
  for (const [path, text] of tree)
    if (isCode(path))
      for (const word of new Set(text.match(/[\w$]+/g)))
        users.set(word, (users.get(word) ?? 0) + 1);
  return [...tree]
    .filter(([path]) => isCode(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(EXPORT)]
        .filter(([, name = '']) => users.get(name) === 1)
        .map(([, name = '']) => ({
          path,
          message: `exports '${name}', which no other file uses.`,
        })),
    );
}
