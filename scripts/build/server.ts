// Bundles the server with its packages, so that it starts in a fraction of the time and memory that
// a thousand modules take, and a server that is replaced under its feet has all of its own code.
import path from 'node:path';

import { build } from 'rolldown';

import { PROJECT } from '../../server/base/project.ts';

/** What runs in a process of its own: server/pictures/alone.ts. */
const PROGRAMS = ['make-files', 'draw-images'];

/** Bundles the server into this folder. What it imports dynamically is loaded at its first use. */
export async function buildServer(folder: string): Promise<void> {
  await build({
    cwd: PROJECT,
    input: [
      'server/main.ts',
      ...PROGRAMS.map((name) => path.join('server/pictures', `${name}.ts`)),
    ],
    platform: 'node',
    // Native code stays where npm put it; pg tries to import an addition that nobody installs.
    external: ['better-sqlite3', 'sharp', 'pg-native'],
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: {
      dir: folder,
      // An ES module would load every lazy part of Node's own modules.
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name]-[hash].cjs',
      // Names stay, for stack traces and for errors that are told apart by theirs.
      minify: { mangle: false, compress: true, codegen: true },
      sourcemap: true,
      sourcemapExcludeSources: true,
      codeSplitting: { groups: [{ name: 'packages', test: /node_modules/, tags: ['$initial'] }] },
    },
  });
}
