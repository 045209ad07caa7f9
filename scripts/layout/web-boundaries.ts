// The layers of web/: prerender -> landing -> app -> pages -> features -> {choices, api,
// navigation, content} -> ui -> domain. Imports only go downwards, and features never import each
// other.
import { type Finding, isCode, isTest, type Tree } from './finding.ts';
import { importsOf } from './imports.ts';

type Layer =
  | 'root'
  | 'app'
  | 'landing'
  | 'prerender'
  | 'pages'
  | 'feature'
  | 'choices'
  | 'api'
  | 'transport'
  | 'navigation'
  | 'ui'
  | 'content';

interface Place {
  /** Files of one folder may import each other. */
  readonly folder: string;
  readonly layer: Layer;
}

const named: readonly Layer[] = [
  'app',
  'landing',
  'prerender',
  'pages',
  'choices',
  'api',
  'navigation',
  'ui',
  'content',
];

/** The folder and layer of a file of the web app. */
export function webPlaceOf(path: string): Place {
  const [, folder = '', inner = '', ...rest] = path.split('/');
  if (inner === '') return { folder: '', layer: 'root' };
  if (folder === 'api' && inner === 'transport')
    return { folder: 'api/transport', layer: 'transport' };
  // A frame names pages, whose table names pages, and each of those has its frame.
  if (folder === 'frames') return { folder: 'pages', layer: 'pages' };
  const layer = named.find((one) => one === folder);
  if (layer !== undefined) return { folder, layer };
  // The tutor's area has one feature per task; folders within another feature are parts of it.
  const isTask = folder === 'admin' && rest.length > 0;
  return { folder: isTask ? `${folder}/${inner}` : folder, layer: 'feature' };
}

const belowPages: readonly Layer[] = ['choices', 'api', 'transport', 'navigation', 'ui', 'content'];

/** Which layers each layer may import besides its own folder and domain/. */
const below: Readonly<Record<Layer, readonly Layer[]>> = {
  root: [],
  app: ['pages', 'feature', ...belowPages],
  // Assembles the prerendered pages.
  prerender: ['app', 'landing', 'pages', 'content'],
  // Starts without the router; it shares the error fallbacks of app/ and the edges of a page in
  // frames/.
  landing: ['app', 'pages', 'api', 'transport', 'ui', 'content'],
  pages: ['feature', ...belowPages],
  feature: belowPages,
  choices: ['ui'],
  api: ['transport', 'ui'],
  transport: ['ui'],
  navigation: ['ui'],
  ui: [],
  content: [],
};

const advice: Readonly<Record<Layer, string>> = {
  root: 'web/ itself holds folders only; what starts the app is in app/, what starts the landing page in landing/',
  prerender: 'prerender/ renders whole pages; what a page is made of belongs in its own folder',
  app: 'app/ starts the router and puts pages into it; the landing page is a document of its own',
  landing: 'the landing page loads neither the router nor the features of the app',
  pages:
    'a page is put together from features; what the shell and a page share belongs in a feature or ui/',
  feature:
    'features never import each other or a page; what two of them share belongs in ui/ (looks), choices/ (what of the product somebody chooses), api/ (data), navigation/ (addresses) or domain/ (rules)',
  choices:
    'choices/ has the lessons and credits that several features let people choose; data and actions come in as props',
  api: 'api/ knows calls and data, not pages; hand in what it needs',
  transport: 'api/transport/ carries any call; what knows one noun belongs in api/',
  navigation: 'navigation/ knows addresses and the router, not data; hand in what it needs',
  ui: 'ui/ could ship in another product; data and words come in as props, the rest belongs in a feature',
  content:
    'content/ contains the words that the site ships and hands the published ones to components; their schema is in domain/site/',
};

export function checkWeb(tree: Tree): Finding[] {
  const findings: Finding[] = [];
  for (const [path, text] of tree) {
    if (!path.startsWith('web/') || !isCode(path) || isTest(path)) continue;
    const from = webPlaceOf(path);
    for (const { file, specifier } of importsOf(path, text)) {
      // The stylesheet and the fonts belong to the whole app.
      if (file === null || !file.startsWith('web/') || !isCode(file)) continue;
      const to = webPlaceOf(file);
      if (from.folder === to.folder || below[from.layer].includes(to.layer)) continue;
      findings.push({
        path,
        message: `must not import '${specifier}': ${advice[from.layer]}.`,
      });
    }
  }
  return findings;
}
