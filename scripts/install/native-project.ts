// A small project with the real packages that have native code, as package-lock.json names them: what an installation can lack
// in silence. All other packages would only cost time.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import * as z from 'zod/mini';

import { root } from '../test/steps.ts';

const RUNNER = ['run.mjs', 'command.mjs', 'packages.mjs', 'complaint.mjs', 'own-version.cjs'];

const versions = z.optional(z.record(z.string(), z.string()));
const entrySchema = z.looseObject({
  version: z.optional(z.string()),
  dev: z.optional(z.boolean()),
  os: z.optional(z.unknown()),
  dependencies: versions,
  optionalDependencies: versions,
});
const lockSchema = z.looseObject({ packages: z.record(z.string(), entrySchema) });
const manifestSchema = z.looseObject({ optionalDependencies: z.record(z.string(), z.string()) });

/** Loads every package with native code, and says on which Node. */
const CHECK = `
import { execFileSync } from 'node:child_process';
for (const name of ['@tailwindcss/oxide', 'lightningcss', 'rolldown', 'sharp']) await import(name);
for (const tool of ['oxlint', 'oxfmt'])
  execFileSync(process.execPath, ['node_modules/' + tool + '/bin/' + tool, '--version']);
console.log('all is there, on ' + process.version);
`;

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

/** Writes it into a folder, nothing installed. */
export function writeNativeProject(folder: string): void {
  const { optionalDependencies, engines } = z.parse(manifestSchema, read('package.json'));
  const { packages, ...lock } = z.parse(lockSchema, read('package-lock.json'));
  const families = Object.entries(packages).filter(
    ([name, { os, optionalDependencies: parts = {} }]) =>
      name !== '' && os === undefined && Object.keys(parts).length > 1,
  );
  const listed = (isDev: boolean) =>
    Object.fromEntries(
      families
        .filter(([, { dev = false }]) => dev === isDev)
        .map(([name, { version }]) => [name.replace('node_modules/', ''), version]),
    );
  const manifest = {
    name: 'native-parts',
    private: true,
    type: 'module',
    engines,
    scripts: { check: 'node scripts/run/run.mjs check' },
    dependencies: listed(false),
    devDependencies: listed(true),
    optionalDependencies,
  };
  const kept = new Set<string>();
  const keep = (owner: string, name: string) => {
    const own = `${owner}/node_modules/${name}`;
    const found = packages[own] === undefined ? `node_modules/${name}` : own;
    if (kept.has(found)) return;
    kept.add(found);
    const entry = packages[found] ?? {};
    for (const next of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
      keep(found, next);
  };
  for (const group of [manifest.dependencies, manifest.devDependencies, optionalDependencies])
    for (const name of Object.keys(group)) keep('', name);

  for (const name of ['run', 'test']) mkdirSync(path.join(folder, 'scripts', name), { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({
      ...lock,
      packages: {
        '': manifest,
        ...Object.fromEntries(Object.entries(packages).filter(([name]) => kept.has(name))),
      },
    }),
  );
  copyFileSync(path.join(root, '.npmrc'), path.join(folder, '.npmrc'));
  for (const file of RUNNER)
    copyFileSync(path.join(root, 'scripts/run', file), path.join(folder, 'scripts/run', file));
  writeFileSync(path.join(folder, 'scripts/test/check.ts'), CHECK);
}
