// Builds the product into a folder of dist/builds/: scripts, styles, prerendered pages, compressed
// copies, pages.json for the server, and the server itself.
import {
  accessSync,
  constants,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

import type * as Vite from 'vite';

import { PROJECT } from '../../server/base/project.ts';
import { PAGES_FILE } from '../../server/site/pages/builds.ts';
import { RENDERER_FILE, RENDERER_FOLDER } from '../../server/site/pages/renderer.ts';
import { buildTarget } from '../floor/oldest.ts';
import { findContentFault } from './content.ts';
import { DIST, hashSources, SERVER_FOLDER, STAMP_FILE } from './current.ts';
import type { Manifest } from './pages.ts';
import { publishBuild } from './publish.ts';
import { buildServer } from './server.ts';

/** An error that the operator or the tutor can fix, as one sentence. */
class BuildFault extends Error {}

/**
 * Builds everything from scratch, which takes a few seconds, and publishes it as the current build
 * in `dist`. Throws a BuildFault if the tutor's content is invalid or this user may not write
 * there.
 */
export async function build(dist: string = DIST): Promise<void> {
  requireOwnFolder(dist);
  const sources = hashSources();
  const fault = await findContentFault(() => import('../../web/content/tutor.ts'));
  if (fault !== null) throw new BuildFault(fault);
  // Otherwise React is bundled, and prerenders, in its slower development form.
  process.env['NODE_ENV'] = 'production';
  await publishBuild(dist, async (folder) => {
    await buildInto(folder);
    writeFileSync(path.join(folder, STAMP_FILE), sources);
  });
}

function requireOwnFolder(dist: string): void {
  try {
    mkdirSync(dist, { recursive: true });
    accessSync(dist, constants.W_OK);
  } catch (cause) {
    throw new BuildFault(
      `The web app has to be built, and this user cannot write to ${dist}: run "npm run build" as its owner.`,
      { cause },
    );
  }
}

async function buildInto(folder: string): Promise<void> {
  const client = path.join(folder, 'client');
  const prerendered = path.join(folder, RENDERER_FOLDER);
  const vite = await import('vite');
  const shared = {
    root: PROJECT,
    configFile: path.join(PROJECT, 'vite.config.ts'),
    // Otherwise Vite bundles the configuration first, and warns if that takes long.
    configLoader: 'native',
    logLevel: 'warn',
  } as const;
  await vite.build({ ...shared, build: { outDir: client, emptyOutDir: false } });
  await vite.build({
    ...shared,
    publicDir: false,
    // With its packages, as the server: 868 files took half a minute to load on a busy machine, and
    // an upgrade cannot change what has not been loaded yet.
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: 'web/prerender/render-site.ts',
      outDir: prerendered,
      emptyOutDir: false,
      manifest: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [ofLanding, ofApp] = await Promise.all(
    ['web/landing/early-script.ts', 'web/app/early-script.ts'].map((file) =>
      buildEarlyScript(vite, file),
    ),
  );

  const manifestFile = path.join(client, '.vite', 'manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
  rmSync(path.dirname(manifestFile), { recursive: true });
  const { writePages } = await import('./pages.ts');
  const pages = await writePages({
    manifest,
    client,
    renderer: path.join(prerendered, RENDERER_FILE),
    earlyScripts: { landing: ofLanding ?? '', app: ofApp ?? '' },
    content: await import('../../web/content/tutor.ts'),
  });
  await buildServer(path.join(folder, SERVER_FOLDER));
  await compressFiles(client);
  writeFileSync(path.join(folder, PAGES_FILE), JSON.stringify(pages, null, 2));
}

/** Bundles a script to be inlined into a page. */
async function buildEarlyScript({ build: viteBuild }: typeof Vite, file: string): Promise<string> {
  const result = await viteBuild({
    root: PROJECT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: buildTarget,
      write: false,
      rolldownOptions: {
        input: file,
        output: { format: 'iife' },
        // Drops values that are only read when a module loads, such as a page's path.
        treeshake: { propertyReadSideEffects: false },
      },
    },
  });
  const [script] = 'output' in result ? result.output : [];
  if (script === undefined) throw new Error('the bundler produced no early script');
  return script.code.trim();
}

/**
 * Writes .br and .gz files beside every file that benefits, so that no request waits for
 * compression.
 */
async function compressFiles(client: string): Promise<void> {
  const brotli = promisify(zlib.brotliCompress);
  const gzip = promisify(zlib.gzip);
  const files = globSync('**/*.{html,js,css,svg,json,webmanifest,txt}', { cwd: client });
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(client, name);
      const content = readFileSync(file);
      const params = {
        [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      writeFileSync(`${file}.br`, await brotli(content, { params }));
      writeFileSync(`${file}.gz`, await gzip(content, { level: 9 }));
    }),
  );
}

if (import.meta.main) {
  try {
    await build();
  } catch (error) {
    if (!(error instanceof BuildFault)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
