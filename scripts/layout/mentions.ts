// Files, identifiers and headings that documents and comments name: each must exist, so that a
// renamed module, function or section is renamed there too.
import { type Finding, isCode, type Tree, finding } from './finding.ts';

/** A file in backticks: from the root or the document's folder, or by its name alone. */
const MENTION = /`((?:[a-z0-9-]+\/)*[a-z0-9.-]+\.(?:tsx?|mjs))`/g;
/**
 * "`takeSpot` and `freeSpot` in `spots.ts`" or "`takeSpot` (`spots.ts`)": names, and the file that
 * must contain them.
 */
const PLACED =
  /((?:`[\w$]+`(?:,| and| or)\s+)*`[\w$]+`)\s+(?:in\s+|\()\[?`((?:[a-z0-9-]+\/)*[a-z0-9.-]+\.(?:tsx?|mjs))`/g;
const COMMENT = /^\s*(?:\/\/|\/\*\*|\*|\{\/\*).*$/gm;
/** A file in a comment, by its name or its path. */
const FILE = /(?<![\w./:*-])((?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.test)?\.(?:tsx?|mjs))\b/g;
/** A function, a hook or a component in a comment: `name()` or `<Name>`. */
const NAME = /\b([a-z]\w+)\(\)|<([A-Z]\w+)>/g;
/** A link to a file, to a heading, or to a heading of a file. */
const LINK = /\]\(([^():#\s]*)(?:#([^()\s]+))?\)/g;

export function checkMentions(tree: Tree): Finding[] {
  const names = new Set([...tree.keys()].map((path) => path.slice(path.lastIndexOf('/') + 1)));
  return [...tree]
    .filter(([path]) => path.endsWith('.md'))
    .flatMap(([path, text]) => [
      // The changelog names files as they were.
      ...(path === 'CHANGELOG.md' ? [] : mentionsOf(text)).flatMap((file) =>
        (file.includes('/') ? isFile(tree, path, file) : names.has(file))
          ? []
          : [finding(path, `names '${file}', which does not exist.`)],
      ),
      ...(path === 'CHANGELOG.md' ? [] : misplacedNames(tree, path, text)),
      ...brokenLinks(tree, path, text),
    ]);
}

/** What comments name. */
export function checkComments(tree: Tree): Finding[] {
  const codes = [...tree].filter(([path]) => isCode(path));
  const files = new Set([...tree.keys()].map((path) => path.slice(path.lastIndexOf('/') + 1)));
  const words = new Set(
    codes.flatMap(([, text]) => text.replaceAll(COMMENT, '').match(/\w+/g) ?? []),
  );
  return codes.flatMap(([path, text]) => {
    const comments = (text.match(COMMENT) ?? []).join('\n');
    const mentionedFiles = [...comments.matchAll(FILE)].map(([, file = '']) => file);
    const absent = mentionedFiles.filter(
      (file) => !files.has(file.slice(file.lastIndexOf('/') + 1)),
    );
    const unknown = [...comments.matchAll(NAME)]
      .map(([, called = '', component = called]) => component)
      .filter((name) => !words.has(name));
    return [...absent, ...unknown].map((name) =>
      finding(path, `names '${name}' in a comment, which does not exist.`),
    );
  });
}

const isFile = (tree: Tree, path: string, file: string) =>
  tree.has(file) || tree.has(resolve(path, file));

const mentionsOf = (text: string) => [...text.matchAll(MENTION)].map(([, file = '']) => file);

function misplacedNames(tree: Tree, path: string, text: string): Finding[] {
  return [...text.matchAll(PLACED)].flatMap(([, names = '', file = '']) => {
    const codes = [...tree]
      .filter(([one]) => isNamed(one, path, file))
      .map(([, code]) => new Set(code.match(/[\w$]+/g)));
    return [...names.matchAll(/`([\w$]+)`/g)]
      .filter(([, name = '']) => codes.length > 0 && !codes.some((words) => words.has(name)))
      .map(([, name = '']) =>
        finding(path, `says '${name}' is in '${file}', which does not contain it.`),
      );
  });
}

const isNamed = (path: string, document: string, file: string) =>
  file.includes('/')
    ? path === file || path === resolve(document, file)
    : path === file || path.endsWith(`/${file}`);

function brokenLinks(tree: Tree, path: string, text: string): Finding[] {
  const paths = [...tree.keys()];
  const isThere = (target: string) => {
    const folder = target.endsWith('/') ? target : `${target}/`;
    return tree.has(target) || paths.some((one) => one.startsWith(folder));
  };
  return [...text.matchAll(LINK)].flatMap(([, file = '', heading]) => {
    const target = file === '' ? path : resolve(path, file);
    if (!isThere(target)) return [finding(path, `links to '${target}', which does not exist.`)];
    return heading === undefined || headingsOf(tree.get(target) ?? '').has(heading)
      ? []
      : [finding(path, `links to '${target}#${heading}', which has no such heading.`)];
  });
}

export const resolve = (from: string, to: string): string =>
  decodeURI(new URL(to, `file:///${from}`).pathname).slice(1);

/** The headings of a page, as GitHub names them in links. */
const headingsOf = (page: string) =>
  new Set(
    [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
