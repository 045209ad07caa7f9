// The walls inside web/: pages -> features -> {api, ui, content} -> domain, and features never import each other.
import { type Finding, isCode, isTest, type Tree } from './finding.ts';
import { importsOf } from './imports.ts';

type Layer = 'root' | 'pages' | 'feature' | 'api' | 'ui' | 'content' | 'testing';

const named: readonly Layer[] = ['pages', 'api', 'ui', 'content', 'testing'];

function placeOf(path: string): { folder: string; layer: Layer } {
  const [, folder = '', ...rest] = path.split('/');
  if (rest.length === 0) return { folder: '', layer: 'root' };
  return { folder, layer: named.find((layer) => layer === folder) ?? 'feature' };
}

/** What each layer may import besides its own folder and domain/. */
const below: Readonly<Record<Layer, readonly Layer[]>> = {
  root: ['pages', 'feature', 'api', 'ui', 'content'],
  pages: ['feature', 'api', 'ui', 'content'],
  feature: ['api', 'ui', 'content'],
  api: ['ui'],
  ui: [],
  content: [],
  testing: ['root', 'pages', 'feature', 'api', 'ui', 'content'],
};

const advice: Readonly<Record<Layer, string>> = {
  root: 'only tests import web/testing',
  pages: 'a page is put together from features; what the shell and a page share belongs in a feature or ui/',
  feature:
    'features never import each other or a page; what two of them share belongs in ui/ (looks), api/ (data) or domain/ (rules)',
  api: 'api/ knows calls and data, not pages; hand in what it needs',
  ui: 'ui/ could ship in another product; data and words come in as props, the rest belongs in a feature',
  content: "content/ holds the tutor's words and their schema only",
  testing: '',
};

export function checkWeb(tree: Tree): Finding[] {
  const findings: Finding[] = [];
  for (const [path, text] of tree) {
    if (!path.startsWith('web/') || !isCode(path) || isTest(path)) continue;
    const from = placeOf(path);
    for (const { file, specifier } of importsOf(path, text)) {
      if (file === null || !file.startsWith('web/')) continue;
      const to = placeOf(file);
      if (from.folder === to.folder || below[from.layer].includes(to.layer)) continue;
      // The stylesheet and the fonts are the whole app's.
      if (!isCode(file)) continue;
      findings.push({
        path,
        message: `must not import '${specifier}': ${advice[from.layer]}.`,
        level: 'error',
      });
    }
  }
  return findings;
}
