// Files and commands that scripts, units, settings of other programs and documents name: most of
// them start on a machine where no test runs, so each must exist.
import { type Finding, finding, isCode, type Tree } from './finding.ts';
import { resolve } from './mentions.ts';
import { allowedModules } from './modules.ts';

/** A path with a folder: from the root, the file's folder or, in a script, the script's own. */
const PATH =
  /(?<![\w./:$<>*@{}~-])(?:\$here\/|\.\/)?(?:[\w.-]+\/)*(?:[\w@.-]*\.(?:tsx?|mjs|sh|ya?ml|service|timer|env|example|conf|cfg|nft|json|html)|Dockerfile|Caddyfile)(?![\w/])/g;
/** `npm run <script>`, or `lessons <script>` as an installation has it. */
const SCRIPT = /(?:\bnpm run(?: --?[\w-]+)*|(?:\bsudo |\/sbin\/)lessons) +([a-z][\w:-]*)/g;
const PACKAGE = 'package.json';
/** The command of an installation has a script of its own for it. */
const HELP = 'help';
/** Written by the operator: no commit contains one. */
const SETTINGS = '.env';

export function checkCommands(tree: Tree): Finding[] {
  return [...tree]
    .filter(([path]) => !isCode(path) && path !== 'CHANGELOG.md')
    .flatMap(([path, text]) => [
      ...pathsIn(path, text)
        .filter((named) => !exists(tree, path, named))
        .map((named) => finding(path, `names '${named}', which does not exist.`)),
      ...absentScripts(tree, text).map((name) =>
        finding(path, `runs '${name}', which package.json does not have.`),
      ),
    ]);
}

/**
 * Documents and findings also name files of their own examples, which begin with other folders.
 * Code in backticks is for checkMentions.
 */
function pathsIn(path: string, text: string): string[] {
  const isOps = /^(ops|\.ci)\//.test(path) && !path.endsWith('.md');
  return [...text.matchAll(PATH)]
    .filter(({ index, 0: named }) => text[index - 1] !== '`' || !isCode(named))
    .map(([named]) => named)
    .filter((named) => {
      const [first = '', ...rest] = named.split('/');
      return rest.length > 0 && (isOps || first === '$here' || first in allowedModules);
    });
}

function exists(tree: Tree, path: string, named: string): boolean {
  const relative = named.replace('$here/', './');
  return [relative.replace(/^\.\//, ''), resolve(path, relative)].some((target) => {
    const folder = target.slice(0, target.lastIndexOf('/') + 1);
    return target === `${folder}${SETTINGS}`
      ? [...tree.keys()].some((one) => one.startsWith(folder))
      : tree.has(target);
  });
}

function absentScripts(tree: Tree, text: string): string[] {
  const file = tree.get(PACKAGE);
  if (file === undefined) return [];
  const { scripts } = JSON.parse(file) as { scripts: Record<string, string> };
  return [...text.matchAll(SCRIPT)]
    .map(([, name = '']) => name)
    .filter((name) => name !== HELP && !(name in scripts));
}
