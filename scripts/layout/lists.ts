// Lists in documents that must be complete: the folders in README's map, the files of the engine
// that others use, and what the server's tests share.
import { type Finding, isCode, isTest, type Tree, finding } from './finding.ts';
import { importsOf } from './imports.ts';

const MAP = 'README.md';
const ENGINE = 'server/engine/';
const ENGINE_LIST = `${ENGINE}README.md`;
const TESTING = 'server/testing/';
const TESTING_LIST = `${TESTING}README.md`;

export function checkLists(tree: Tree): Finding[] {
  return [...checkMap(tree), ...checkEngine(tree), ...checkTesting(tree)];
}

/** Every folder of server/ and web/ is a word of the map. */
function checkMap(tree: Tree): Finding[] {
  const text = tree.get(MAP);
  if (text === undefined) return [];
  const map = /^## The map\n+```\n(.*?)```/ms.exec(text)?.[1] ?? '';
  const words = new Set(map.split(/[^\w-]+/));
  const folders = new Set(
    [...tree.keys()].flatMap((path) => {
      const [module = '', folder = '', ...rest] = path.split('/');
      return ['server', 'web'].includes(module) && rest.length > 0 ? [`${module}/${folder}`] : [];
    }),
  );
  return [...folders]
    .filter((folder) => !words.has(folder.slice(folder.indexOf('/') + 1)))
    .map((folder) => finding(MAP, `the map lacks the folder '${folder}'.`));
}

/** Every file of the engine that code outside imports has an entry in its list. */
function checkEngine(tree: Tree): Finding[] {
  const text = tree.get(ENGINE_LIST);
  if (text === undefined) return [];
  const listed = new Set([...text.matchAll(/^- `([\w/-]+\.ts)`/gm)].map(([, name]) => name));
  const used = [...tree]
    .filter(([path]) => isCode(path) && !isTest(path) && !path.startsWith(ENGINE))
    .flatMap(([path, code]) => importsOf(path, code))
    .flatMap(({ file }) => (file?.startsWith(ENGINE) === true ? [file.slice(ENGINE.length)] : []));
  return [...new Set(used)]
    .filter((name) => !listed.has(name))
    .map((name) => finding(ENGINE_LIST, `the list lacks '${name}', which others import.`));
}

/** Every file that tests share is named in their list. */
function checkTesting(tree: Tree): Finding[] {
  const text = tree.get(TESTING_LIST);
  if (text === undefined) return [];
  return [...tree.keys()]
    .filter((path) => path.startsWith(TESTING) && isCode(path))
    .map((path) => path.slice(TESTING.length))
    .filter((name) => !text.includes(`\`${name}\``))
    .map((name) => finding(TESTING_LIST, `the list lacks '${name}'.`));
}
