// The folders of a module stand in an order: each imports only those before it, so none are in a
// circle.
import { type Finding, isCode, isTest, type Tree } from './finding.ts';
import { importsOf } from './imports.ts';

/** In an order: the files beside the folders, but those that it names. */
export const FILES_BESIDE = '*';

/**
 * Imports from a later entry of `order`, which names each folder of `root`. It may name single
 * files beside the folders ('main.ts'); FILES_BESIDE stands for the others. Every import counts, of
 * types too, except in tests and in `testing/`.
 */
export function checkOrder(tree: Tree, root: string, order: string[]): Finding[] {
  const entryOf = (path: string): string => {
    const [first = '', ...rest] = path.slice(root.length + 1).split('/');
    return rest.length > 0 || order.includes(first) ? first : FILES_BESIDE;
  };
  const isProduct = (path: string) =>
    path.startsWith(`${root}/`) && isCode(path) && !isTest(path) && !path.includes('/testing/');
  const files = [...tree].filter(([path]) => isProduct(path));
  const entries = new Set(files.map(([path]) => entryOf(path)));
  const unlisted = [...entries].filter((entry) => !order.includes(entry));
  const missing = order.filter((entry) => entry !== FILES_BESIDE && !entries.has(entry));
  return [
    ...unlisted.map((entry) => finding(`${root}/${entry}`, 'has no place in the order of folders')),
    ...missing.map((entry) =>
      finding(`${root}/${entry}`, 'is in the order of folders, but is gone'),
    ),
    ...files.flatMap(([path, text]) => {
      const place = order.indexOf(entryOf(path));
      return importsOf(path, text)
        .filter(({ file }) => file !== null && tree.has(file) && isProduct(file))
        .filter(({ file }) => order.indexOf(entryOf(file ?? '')) > place)
        .map(({ file, specifier }) =>
          finding(
            path,
            `must not import '${specifier}': '${entryOf(file ?? '')}' comes after '${entryOf(path)}' in the order of folders`,
          ),
        );
    }),
  ];
}

const finding = (path: string, fault: string): Finding => ({
  path,
  message: `${fault} (scripts/layout/).`,
});
