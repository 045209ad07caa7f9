// The order of web/: each layer imports only those before it. A screen is the folder of a page.tsx
// and imports no other screen; what several share stands in a folder above them, or in a layer.
import { type Finding, isCode, isTest, type Tree } from './finding.ts';
import { importsOf } from './imports.ts';

/** Layers in one row never import each other. */
const order: readonly (readonly string[])[] = [
  ['ui'],
  ['content', 'navigation', 'transport'],
  ['data'],
  ['parts'],
  // The table of pages: it loads them later, by `import()`.
  ['pages.ts'],
  ['frames'],
  ['app', 'family', 'visitor', 'admin'],
  ['landing'],
  ['prerender'],
];

const advice: Readonly<Record<string, string>> = {
  ui: 'ui/ could ship in another product; data and words come in as props',
  content: 'content/ has the words that the site ships; their schema is in domain/site/',
  navigation: 'navigation/ knows addresses and the router, not data; hand in what it needs',
  transport: 'transport/ carries any call; what knows one noun belongs in data/ or a screen',
  data: 'data/ has the queries and mutations that several screens share, and no components',
  parts: 'parts/ has components that screens of several areas share; it knows no page',
  'pages.ts': 'pages.ts lists the pages and loads them later',
  frames: 'frames/ stand around pages and know none',
  app: 'app/ starts the router and puts pages into it',
  landing: 'the landing page loads neither the router nor a screen',
};

const webLayerOf = (path: string) => path.split('/')[1] ?? '';
const rankOf = (path: string) => order.findIndex((row) => row.includes(webLayerOf(path)));

export function checkWeb(tree: Tree): Finding[] {
  const findings: Finding[] = [];
  for (const [path, text] of tree) {
    if (!path.startsWith('web/') || !isCode(path) || isTest(path)) continue;
    for (const { file, specifier } of importsOf(path, text)) {
      // The stylesheet and the fonts belong to the whole app.
      if (file === null || !file.startsWith('web/') || !isCode(file)) continue;
      const fault = faultOf(tree, path, file);
      if (fault !== null)
        findings.push({ path, message: `must not import '${specifier}': ${fault}.` });
    }
  }
  return findings;
}

function faultOf(tree: Tree, path: string, file: string): string | null {
  const [from, to] = [webLayerOf(path), webLayerOf(file)];
  if (rankOf(path) < 0 || rankOf(file) < 0) return 'web/ has the folders that its order lists';
  if (from === 'pages.ts' || (from === 'app' && isPage(file))) return null;
  if (
    from === 'landing' &&
    ['navigation', 'data', 'parts', 'family', 'visitor', 'admin'].includes(to)
  )
    return advice['landing'] ?? '';
  if (from !== to)
    return rankOf(file) < rankOf(path) ? null : (advice[from] ?? 'a screen imports no other area');
  const screen = screenOf(tree, file);
  return screen === null || path.startsWith(screen)
    ? null
    : 'a screen imports no other screen; what both need belongs above them, or in data/ or parts/';
}

const isPage = (path: string) => path.endsWith('/page.tsx');

/** The folder of the screen that a file belongs to; null for what several share. */
function screenOf(tree: Tree, file: string): string | null {
  const folders = file.split('/').slice(0, -1);
  for (; folders.length > 2; folders.pop()) {
    const folder = folders.join('/');
    if (tree.has(`${folder}/page.tsx`)) return `${folder}/`;
  }
  return null;
}
