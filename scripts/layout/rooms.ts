// Which module may import which, and where misplaced code belongs.
import { type Finding, isCode, isTest, type Tree } from './finding.ts';
import { type Import, importsOf } from './imports.ts';

/** The rooms of the project that each room may look into, besides itself. */
export const openRooms: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  server: ['domain'],
  web: ['domain'],
  sandbox: ['domain', 'server', 'scripts'],
  bench: ['domain', 'server', 'sandbox', 'scripts'],
  e2e: ['domain', 'sandbox'],
  scripts: ['domain', 'server', 'web'],
};

/**
 * A server test may start the sandbox's stand-ins, and any test may use what the suites are set up
 * with.
 */
const testRooms: Readonly<Record<string, readonly string[]>> = {
  server: ['sandbox', 'scripts'],
  web: ['scripts'],
  scripts: ['sandbox'],
  domain: [],
};

const domainTestPackages = ['vitest', 'fast-check'];

const advice: Readonly<Record<string, string>> = {
  domain: 'domain/ is pure and imports zod only; what needs more belongs in server/ or web/.',
  server:
    'What server and web share belongs in domain/; what only demos and tests need, in sandbox/.',
  web: 'The web app knows the server by its endpoints only; what both share belongs in domain/.',
  sandbox: 'The sandbox stands in for other services; what the product needs belongs in server/.',
  bench: 'Benchmarks measure the server; what they share with tests belongs in sandbox/.',
  e2e: 'Journeys see the product as people do; only paths, limits and texts come from domain/.',
  scripts: 'Tooling does not depend on journeys or benchmarks.',
};

/** What a file imports across a wall. */
export function checkRooms(tree: Tree): Finding[] {
  return [...tree]
    .filter(([path]) => isCode(path) && path.includes('/'))
    .flatMap(([path, text]) =>
      importsOf(path, text).flatMap((imported) => {
        const fault = crossing(path, imported);
        return fault === null ? [] : [{ path, message: fault, level: 'error' as const }];
      }),
    );
}

function crossing(path: string, { file, specifier }: Import): string | null {
  const room = roomOf(path);
  const open = openRooms[room];
  if (open === undefined) return null;
  const outsider =
    file === null ? refusesPackage(path, room, specifier) : refusesFile(path, room, open, file);
  return outsider ? `must not import '${specifier}'. ${advice[room] ?? ''}` : null;
}

function refusesPackage(path: string, room: string, specifier: string): boolean {
  if (room === 'domain') {
    const name = specifier.split('/')[0] ?? '';
    return name !== 'zod' && !(isTest(path) && domainTestPackages.includes(name));
  }
  // The prerenderer runs at build time, but in the browser's own code: no Node there either.
  return room === 'web' && !isTest(path) && specifier.startsWith('node:');
}

function refusesFile(path: string, room: string, open: readonly string[], file: string): boolean {
  const target = roomOf(file);
  if (target === room || open.includes(target)) return false;
  return !(isTest(path) && (testRooms[room] ?? []).includes(target));
}

function roomOf(path: string): string {
  return path.split('/')[0] ?? '';
}
