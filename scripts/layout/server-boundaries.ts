// The walls inside server/: main -> app -> routes -> stores -> {db, mail} -> domain, and features meet in stores only.
import { type Finding, isCode, isTest, type Tree } from './finding.ts';
import { importsOf } from './imports.ts';

type Layer = 'main' | 'app' | 'root' | 'db' | 'mail' | 'http' | 'testing' | 'routes' | 'store' | 'feature';

interface Place {
  /** The folder within server/, or '' for the files beside main.ts. */
  readonly folder: string;
  readonly layer: Layer;
}

/** A feature with several stores or routes names each after its subject: session-store.ts. */
const ROUTES = /(^|-)routes\.ts$/;
const STORE = /(^|-)store\.ts$/;

const rooms = ['db', 'mail', 'http', 'testing'] as const;
const isRoom = (folder: string): folder is (typeof rooms)[number] => rooms.some((room) => room === folder);

/** The folder and the layer of a file of the server. */
export function serverPlaceOf(path: string): Place {
  const [, first = '', ...rest] = path.split('/');
  if (rest.length === 0) {
    const layer = first === 'main.ts' ? 'main' : first === 'app.ts' ? 'app' : 'root';
    return { folder: '', layer };
  }
  const name = rest.at(-1) ?? '';
  if (isRoom(first) && !ROUTES.test(name)) return { folder: first, layer: first };
  const layer = ROUTES.test(name) ? 'routes' : STORE.test(name) ? 'store' : 'feature';
  return { folder: first, layer };
}

/** Why `from` may not import `to`, or null when it may. */
function refuseImport(from: Place, to: Place): string | null {
  if (to.layer === 'testing' && from.layer !== 'testing')
    return 'server/testing is for tests; what the product needs belongs in a feature';
  if (from.layer === 'testing') return null;
  if (to.layer === 'main') return 'nothing imports main.ts; what it shares belongs in app.ts or a feature';
  if (from.layer === 'main') return null;
  if (to.layer === 'app') return 'only main.ts builds the app; what is shared belongs in a feature';
  if (from.layer === 'app') return null;
  if (to.layer === 'root' || to.layer === 'db') return null;
  if (from.layer === 'root')
    return 'files beside main.ts serve every feature and know none; this belongs in the feature or in app.ts';
  if (from.folder === to.folder) return refuseWithinFolder(from, to);
  if (from.layer === 'db') return 'server/db knows no feature; what runs SQL for one belongs in its store.ts';
  if (to.layer === 'mail') return null;
  if (to.layer === 'routes')
    return 'only app.ts mounts routes; what two features share belongs in a store.ts';
  if (to.layer === 'http')
    return from.layer === 'store' ? 'a store knows nothing of HTTP; this belongs in routes.ts' : null;
  if (to.layer !== 'store')
    return `features meet in their stores only; export it from server/${to.folder}/store.ts, or move it to domain/ (a rule) or beside main.ts (serves all)`;
  return from.layer === 'mail'
    ? 'server/mail sends for features and knows none; pass in what it needs'
    : null;
}

function refuseWithinFolder(from: Place, to: Place): string | null {
  return from.layer === 'store' && to.layer === 'routes'
    ? 'a store never imports routes; the shared part belongs in the store or in domain/'
    : null;
}

/** Imports that go against the order of layers, and features whose stores lean on each other in a circle. */
export function checkServer(tree: Tree): Finding[] {
  const findings: Finding[] = [];
  const leansOn = new Map<string, Set<string>>();
  for (const [path, text] of tree) {
    if (!path.startsWith('server/') || !isCode(path) || isTest(path)) continue;
    const from = serverPlaceOf(path);
    for (const { file, specifier } of importsOf(path, text)) {
      if (file === null || !file.startsWith('server/')) continue;
      const to = serverPlaceOf(file);
      const reason = refuseImport(from, to);
      if (reason !== null)
        findings.push({ path, message: `must not import '${specifier}': ${reason}.`, level: 'error' });
      else if (from.layer === 'store' && to.layer === 'store' && from.folder !== to.folder)
        leansOn.set(from.folder, (leansOn.get(from.folder) ?? new Set()).add(to.folder));
    }
  }
  return [...findings, ...circles(leansOn)];
}

function circles(leansOn: ReadonlyMap<string, ReadonlySet<string>>): Finding[] {
  const reaches = (from: string, wanted: string, seen = new Set<string>()): boolean =>
    [...(leansOn.get(from) ?? [])].some((next) => {
      if (next === wanted) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, wanted, seen);
    });
  return [...leansOn.keys()]
    .filter((folder) => reaches(folder, folder))
    .map((folder) => ({
      path: `server/${folder}`,
      message:
        'its store and another feature lean on each other in a circle; the shared writes belong in one of them.',
      level: 'error' as const,
    }));
}
