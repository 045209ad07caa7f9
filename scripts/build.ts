// Builds the web app into dist/: scripts and styles, the prerendered pages, compressed copies and pages.json for the server.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

import type { Manifest } from './build-pages.ts';

const root = path.dirname(import.meta.dirname);
const dist = path.join(root, 'dist');
const client = path.join(dist, 'client');
const prerendered = path.join(dist, 'prerender');
const stampFile = path.join(dist, 'build-stamp');
const pagesFile = path.join(dist, 'pages.json');

/** Builds everything anew; takes a few seconds. */
export async function build(): Promise<void> {
  await checkContent();
  // React would otherwise be bundled, and prerender, in its slower development form.
  process.env['NODE_ENV'] = 'production';
  rmSync(dist, { recursive: true, force: true });
  const vite = await import('vite');
  const shared = { root, configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' } as const;
  await vite.build(shared);
  await vite.build({
    ...shared,
    publicDir: false,
    build: {
      ssr: 'web/entry-prerender.tsx',
      outDir: prerendered,
      manifest: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });

  const manifestFile = path.join(client, '.vite', 'manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
  rmSync(path.dirname(manifestFile), { recursive: true });
  const { writePages } = await import('./build-pages.ts');
  const pages = await writePages(manifest, client, prerendered);
  writeFileSync(pagesFile, JSON.stringify(pages, null, 2));
  rmSync(prerendered, { recursive: true });
  await compressFiles();
  writeFileSync(stampFile, hashSources());
}

/** Builds when the sources have changed since the last build; otherwise costs only the reading of them. */
export async function buildIfNeeded(): Promise<void> {
  const isFresh =
    existsSync(stampFile) && existsSync(pagesFile) && readFileSync(stampFile, 'utf8') === hashSources();
  if (isFresh) return;
  // In a process of its own: the bundler would otherwise stay in the memory of the server that starts next.
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], { cwd: root, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The web app could not be built (exit code ${code}).`);
}

/** A hash of everything that the built files are made of. */
function hashSources(): string {
  const files = globSync(
    ['web/**/*', 'domain/**/*.ts', 'scripts/build*.ts', 'vite.config.ts', 'package-lock.json'],
    {
      cwd: root,
      withFileTypes: true,
    },
  )
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** Stops the build when the tutor's words do not fit their schema, with every fault. */
async function checkContent(): Promise<void> {
  const { contentSchema } = await import('../web/content/schema.ts');
  const result = contentSchema.safeParse({ ...(await import('../web/content/tutor.ts')) });
  if (result.success) return;
  const faults = result.error.issues.map(({ path: at, message }) => `  ${at.join('.')}: ${message}`);
  throw new Error(`web/content/tutor.ts does not fit its schema:\n${faults.join('\n')}`);
}

/** Puts .br and .gz files beside all that gains from it, so that no request waits for compression. */
async function compressFiles(): Promise<void> {
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

if (import.meta.main) await build();
