// The layers of server/: main -> app -> routes -> http -> features -> email -> engine -> schema.
import { type Finding, isCode, isTest, type Tree } from './finding.ts';
import { importsOf } from './imports.ts';

type Layer =
  | 'main'
  | 'app'
  | 'routes'
  | 'http'
  | 'feature'
  | 'email'
  | 'schema'
  | 'engine'
  | 'root'
  | 'testing';

export interface Place {
  /** The folder within server/, or '' for the files beside main.ts. */
  readonly folder: string;
  readonly layer: Layer;
}

const ROUTES = /(^|-)routes\.ts$/;

const named = ['http', 'email', 'schema', 'engine', 'testing'] as const;

/** The folder and layer of a server file. */
export function serverPlaceOf(path: string): Place {
  const [, first = '', ...rest] = path.split('/');
  if (rest.length === 0) {
    const layer = first === 'main.ts' ? 'main' : first === 'app.ts' ? 'app' : 'root';
    return { folder: '', layer };
  }
  const folderLayer = named.find((layer) => layer === first);
  if (ROUTES.test(rest.at(-1) ?? '')) return { folder: first, layer: 'routes' };
  return { folder: first, layer: folderLayer ?? 'feature' };
}

/**
 * Which layers each layer may import besides its own folder. Every layer may import the files
 * beside main.ts.
 */
const below: Readonly<Record<Layer, readonly Layer[]>> = {
  main: ['app', 'routes', 'http', 'feature', 'email', 'schema', 'engine'],
  app: ['routes', 'http', 'feature', 'email', 'schema', 'engine'],
  routes: ['http', 'feature', 'email', 'schema', 'engine'],
  // Authenticates callers, so it uses sessions.
  http: ['feature', 'engine'],
  feature: ['feature', 'email', 'schema', 'engine'],
  email: ['schema', 'engine'],
  engine: ['schema'],
  schema: [],
  root: ['engine'],
  testing: ['main', 'app', 'routes', 'http', 'feature', 'email', 'schema', 'engine', 'testing'],
};

/**
 * Which features each feature may use. Accounts, families, enquiries and lessons know each other:
 * removing a student, for one, releases the student's spots.
 */
const usedFeatures: Readonly<Record<string, readonly string[]>> = {
  auth: ['activity', 'calendar', 'enquiries', 'families', 'lessons'],
  families: [
    'activity',
    'auth',
    'calendar',
    'credits',
    'enquiries',
    'lessons',
    'locks',
    'payments',
    'rooms',
  ],
  enquiries: ['activity', 'auth', 'credits', 'families', 'lessons', 'locks', 'tutor'],
  lessons: ['activity', 'auth', 'credits', 'enquiries', 'families', 'locks', 'topics'],
  // Offers freed spots to the waiting list.
  locks: ['credits', 'lessons'],
  payments: ['activity', 'auth', 'credits', 'families', 'lessons', 'locks'],
  credits: ['families'],
  tutor: ['activity', 'auth', 'enquiries', 'families', 'lessons', 'payments'],
  calendar: ['auth', 'families', 'lessons'],
  activity: [],
  pictures: [],
  site: ['activity', 'auth', 'pictures', 'tutor'],
  copies: [],
  doctor: ['copies', 'payments'],
  health: [],
  move: [],
  figures: ['lessons', 'payments'],
  imports: ['activity', 'auth', 'credits', 'enquiries', 'families', 'locks'],
  retention: ['credits', 'enquiries', 'lessons', 'locks', 'payments'],
  topics: ['rooms'],
  rooms: ['auth', 'lessons', 'topics', 'tutor'],
};

const advice: Readonly<Record<Layer, string>> = {
  main: 'nothing imports main.ts; shared code belongs in app.ts or a feature',
  app: 'only main.ts builds the app; shared code belongs in a feature',
  routes: 'only app.ts mounts routes; code shared by two features belongs beside them',
  http: 'queries, commands and emails know nothing of HTTP; this belongs in routes.ts',
  feature: 'this layer serves features and knows none; pass in what it needs',
  email: 'the engine and the schema know nothing of emails',
  schema: 'only features, email/ and the engine know the tables',
  engine: 'this file needs no database',
  root: 'this belongs in a folder',
  testing: 'server/testing is for tests; product code belongs in a feature',
};

/** Imports that violate the order of the layers. */
export function checkServer(tree: Tree): Finding[] {
  const findings: Finding[] = [];
  for (const [path, text] of tree) {
    if (!path.startsWith('server/') || !isCode(path) || isTest(path)) continue;
    const from = serverPlaceOf(path);
    for (const { file, specifier } of importsOf(path, text)) {
      if (file === null || !file.startsWith('server/')) continue;
      const to = serverPlaceOf(file);
      const isOpen =
        to.layer === 'root' ||
        below[from.layer].includes(to.layer) ||
        (from.folder === to.folder && from.folder !== '' && to.layer !== 'routes');
      if (!isOpen) {
        const message = `must not import '${specifier}': ${advice[to.layer]}.`;
        findings.push({ path, message });
      } else if (usesUnlisted(from, to)) {
        const message = `must not import '${specifier}': '${from.folder}' does not use '${to.folder}' (usedFeatures in scripts/layout/server-boundaries.ts).`;
        findings.push({ path, message });
      }
    }
  }
  return findings;
}

/** Whether one feature uses another that is not in its list. */
const usesUnlisted = (from: Place, to: Place): boolean =>
  from.layer === 'feature' &&
  to.layer === 'feature' &&
  from.folder !== to.folder &&
  usedFeatures[from.folder]?.includes(to.folder) !== true;
