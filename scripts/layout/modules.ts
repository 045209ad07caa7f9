// Which module may import which, and where misplaced code belongs.
import { type Finding, isCode, isTest, type Tree } from './finding.ts';
import { type Import, importsOf } from './imports.ts';

/** Which modules each top-level module may import, besides itself. */
export const allowedModules: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  server: ['domain'],
  web: ['domain'],
  sandbox: ['domain', 'server', 'scripts'],
  bench: ['domain', 'server', 'sandbox', 'scripts'],
  e2e: ['domain', 'sandbox'],
  scripts: ['domain', 'server', 'web'],
  ops: ['domain', 'server', 'web', 'sandbox', 'scripts'],
};

/**
 * Server tests and what they share may start the sandbox's stand-ins, and every test may use the
 * setup of the test suites.
 */
const allowedInTests: Readonly<Record<string, readonly string[]>> = {
  server: ['sandbox', 'scripts'],
  web: ['scripts'],
  scripts: ['sandbox', 'ops'],
  domain: [],
};

const domainTestPackages = ['vitest', 'fast-check'];

const advice: Readonly<Record<string, string>> = {
  domain: 'domain/ is pure and imports zod only; other code belongs in server/ or web/.',
  server:
    'Code shared by server and web belongs in domain/; code for demos and tests, in sandbox/.',
  web: 'The web app knows only the endpoints of the server; shared code belongs in domain/.',
  sandbox: 'The sandbox stands in for other services; product code belongs in server/.',
  bench: 'Benchmarks measure the server; code shared with tests belongs in sandbox/.',
  e2e: 'Journeys know the product as people and its API do: import from domain/ and sandbox/.',
  scripts: 'Tooling does not depend on end-to-end tests or benchmarks.',
  ops: 'ops/ may import all but bench/, e2e/ and tests, and nothing imports ops/.',
};

/** Imports that cross a module boundary. */
export function checkModules(tree: Tree): Finding[] {
  return [...tree]
    .filter(([path]) => isCode(path) && path.includes('/'))
    .flatMap(([path, text]) =>
      importsOf(path, text).flatMap((imported) => {
        const fault = refuseImport(path, imported);
        return fault === null ? [] : [{ path, message: fault }];
      }),
    );
}

function refuseImport(path: string, { file, specifier }: Import): string | null {
  const module = moduleOf(path);
  const open = allowedModules[module];
  if (open === undefined) return null;
  const outsider =
    file === null ? refusesPackage(path, module, specifier) : refusesFile(path, module, open, file);
  return outsider ? `must not import '${specifier}'. ${advice[module] ?? ''}` : null;
}

function refusesPackage(path: string, module: string, specifier: string): boolean {
  if (module === 'domain') {
    const name = specifier.split('/')[0] ?? '';
    return name !== 'zod' && !(isTest(path) && domainTestPackages.includes(name));
  }
  // The prerenderer runs at build time, but renders browser code: no Node modules there either.
  return module === 'web' && !isTest(path) && specifier.startsWith('node:');
}

function refusesFile(path: string, module: string, open: readonly string[], file: string): boolean {
  const target = moduleOf(file);
  if (target === module || open.includes(target)) return false;
  const isForTests = isTest(path) || path.includes('/testing/');
  return !(isForTests && (allowedInTests[module] ?? []).includes(target));
}

function moduleOf(path: string): string {
  return path.split('/')[0] ?? '';
}
