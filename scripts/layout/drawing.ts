// Draws the structure that the layout check enforces: which modules and layers may import each
// other.
import { isCode, isTest, type Tree } from './finding.ts';
import { importsOf } from './imports.ts';
import { allowedModules } from './modules.ts';
import { serverPlaceOf } from './server-boundaries.ts';
import { webLayerOf } from './web-boundaries.ts';

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The dependencies between the groups that `placeOf` assigns to a module's files; null leaves a
 * file out.
 */
function arrowsOf(tree: Tree, module: string, placeOf: (path: string) => string | null): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const [path, text] of tree) {
    if (!path.startsWith(`${module}/`) || !isCode(path) || isTest(path)) continue;
    const from = placeOf(path);
    if (from === null) continue;
    for (const { file } of importsOf(path, text)) {
      const to = file?.startsWith(`${module}/`) === true ? placeOf(file) : null;
      if (to !== null && to !== from) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  return arrows;
}

/**
 * The dependencies without those implied by others (the transitive reduction). Throws when there is
 * a cycle.
 */
function withoutShortcuts(arrows: Arrows): [string, string][] {
  const reachedFrom = (start: string, from: string, seen = new Set<string>()): Set<string> => {
    for (const next of arrows.get(from) ?? []) {
      if (next === start) throw new Error(`${start} and ${from} import each other in a circle`);
      if (seen.has(next)) continue;
      seen.add(next);
      reachedFrom(start, next, seen);
    }
    return seen;
  };
  return [...arrows]
    .flatMap(([from, all]) => {
      const further = new Set([...all].flatMap((next) => [...reachedFrom(from, next)]));
      return [...all].filter((to) => !further.has(to)).map((to): [string, string] => [from, to]);
    })
    .toSorted(([a, b], [c, d]) => `${a} ${b}`.localeCompare(`${c} ${d}`));
}

const nameOf = (place: string) => place.replaceAll(/\W/g, '_');

function chart(arrows: Arrows): string {
  const lines = withoutShortcuts(arrows).map(
    ([from, to]) => `  ${nameOf(from)}["${from}"] --> ${nameOf(to)}["${to}"]`,
  );
  return ['```mermaid', 'flowchart TD', ...lines, '```'].join('\n');
}

const mapOf = (table: Readonly<Record<string, readonly string[]>>): Arrows =>
  new Map(Object.entries(table).map(([from, to]) => [from, new Set(to)]));

/** Markdown with charts of the modules, the server's layers and the web app's layers. */
export function drawArchitecture(tree: Tree): string {
  const layers = arrowsOf(tree, 'server', (path) => {
    const { layer } = serverPlaceOf(path);
    // Every layer may use the files beside main.ts, and tests have a layer of their own.
    if (layer === 'root' || layer === 'testing') return null;
    return layer;
  });
  const web = arrowsOf(tree, 'web', (path) => {
    const layer = webLayerOf(path);
    // The table of pages loads screens later.
    if (layer === 'pages.ts' || layer === 'styles') return null;
    return ['family', 'visitor', 'admin'].includes(layer) ? 'screens' : layer;
  });
  return `# Architecture

Drawn by \`npx node scripts/layout/draw.ts\`. An arrow means 'imports'; an arrow that follows from others is left out.
No layer imports one above it, and no files import each other in a circle (\`import/no-cycle\`).
[STYLE.md](../STYLE.md) says what each module holds.

## Modules

${chart(mapOf(allowedModules))}

## Layers of the server

${chart(layers)}

Which feature uses which is listed in \`scripts/layout/server-boundaries.ts\`; routes may use any.

## Layers of the web app

${chart(web)}

## At run time

One Node process serves pages and API from one port; several can share a PostgreSQL database.

- **Requests** pass the limits and the guard of their endpoint (\`server/http/\`) and run one function
  of a feature. A command is one transaction, which takes its locks first.
- **Jobs** (the list in \`server/main.ts\`) repeat in every process: they send emails and reminders,
  expire reservations, close rooms, clear what is over. Their writes are guarded, so that two
  processes do a thing once.
- **Emails** are rows, queued in the transaction that causes them; one process leases each while it
  sends it (\`server/email/leases.ts\`).
- **Streams** keep pages up to date. Processes announce changes to each other, on PostgreSQL by
  LISTEN and NOTIFY, and each then reads once for all its streams.
`;
}
