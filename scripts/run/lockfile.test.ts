// Tests that the lockfile installs on every platform, even if it was written on a machine that
// cannot see all packages.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';
import * as z from 'zod/mini';

const versions = z.optional(z.record(z.string(), z.string()));
const manifestSchema = z.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
});
const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ optionalDependencies: versions })),
});

const read = (file: string): unknown =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8'));

test('the lockfile contains every optional package, which npm ci requires', () => {
  const { packages } = z.parse(lockSchema, read('package-lock.json'));
  const missing = Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        packages[`node_modules/${name}`] === undefined &&
        packages[`${owner}/node_modules/${name}`] === undefined,
    ),
  );
  expect(missing).toEqual([]);
});

test('every dependency is pinned to an exact version', () => {
  const manifest = z.parse(manifestSchema, read('package.json'));
  const wanted = Object.values(manifest).flatMap((group) => Object.entries(group ?? {}));
  expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  expect(wanted.length).toBeGreaterThan(30);
});

test('Node has the same version on every platform', () => {
  const { optionalDependencies = {} } = z.parse(manifestSchema, read('package.json'));
  expect(Object.keys(optionalDependencies).every((name) => name.startsWith('node-'))).toBe(true);
  expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
});

test('README.md names the oldest Node version that package.json allows', () => {
  const manifest = z.parse(
    z.object({ engines: z.object({ node: z.string() }) }),
    read('package.json'),
  );
  const readme = readFileSync(path.resolve(import.meta.dirname, '../../README.md'), 'utf8');
  expect(manifest.engines.node).toBe(`>=${/any Node from (\d+) on/.exec(readme)?.[1]}`);
});
