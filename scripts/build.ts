// Builds the web app into dist/: scripts and styles, the prerendered pages, compressed copies and pages.json for the server.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

import { documentHtml } from '../web/document.ts';
import type { Rendered } from '../web/entry-prerender.tsx';
import { lateStart } from '../web/late-start.ts';

const root = path.dirname(import.meta.dirname);
const dist = path.join(root, 'dist');
const client = path.join(dist, 'client');
const prerendered = path.join(dist, 'prerender');
const stampFile = path.join(dist, 'build-stamp');
const pagesFile = path.join(dist, 'pages.json');

const LANDING = 'index.html';
const SHELL = 'app.html';

const LANDING_ENTRY = 'web/entry-landing.tsx';
const APP_ENTRY = 'web/entry-client.tsx';

/** What the server reads from dist/pages.json: the file of each page path, and its inline scripts' hashes for the CSP. */
export interface Pages {
  readonly pages: { readonly '/': string; readonly '*': string };
  readonly scriptHashes: Readonly<Record<string, readonly string[]>>;
}

/** One entry of Vite's manifest. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

/** The module that the prerender build makes of web/entry-prerender.tsx. */
interface Prerender {
  readonly renderLanding: () => Promise<Rendered>;
  readonly renderShell: () => Promise<Rendered>;
}

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
  await writePages(manifest);
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
    ['web/**/*', 'domain/**/*.ts', 'scripts/build.ts', 'vite.config.ts', 'package-lock.json'],
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

async function writePages(manifest: Manifest): Promise<void> {
  const { minify } = await import('rolldown/utils');
  const entryScript = path.join(prerendered, 'entry-prerender.js');
  const { renderLanding, renderShell } = (await import(pathToFileURL(entryScript).href)) as Prerender;
  const landing = await renderLanding();
  const shell = await renderShell();

  const landingEntry = chunkOf(manifest, LANDING_ENTRY);
  const appEntry = chunkOf(manifest, APP_ENTRY);
  const landingScripts = scriptsFor(manifest, [LANDING_ENTRY]);
  const appScripts = scriptsFor(manifest, [APP_ENTRY, 'web/app-frame.tsx']);
  const known = JSON.stringify([
    `/${landingEntry.file}`,
    landingScripts,
    appScripts.filter((file) => !landingScripts.includes(file)),
  ]);
  const source = `(${lateStart.toString()})(...${known})`;
  const { code } = await minify('late-start.js', source, { module: false });
  const inlineScript = code.trim();

  writePage(LANDING, {
    head: [...stylesFor(manifest, LANDING_ENTRY), landing.head, `<script>${inlineScript}</script>`].join(
      '\n',
    ),
    body: landing.body,
    prerendered: true,
  });
  writePage(SHELL, {
    head: [
      ...stylesFor(manifest, APP_ENTRY),
      `<script type="module" src="/${appEntry.file}"></script>`,
      ...appScripts.map((file) => `<link rel="modulepreload" href="${file}">`),
    ].join('\n'),
    body: shell.body,
    prerendered: false,
  });
  const pages: Pages = {
    pages: { '/': LANDING, '*': SHELL },
    scriptHashes: { [LANDING]: [cspHash(inlineScript)], [SHELL]: [] },
  };
  writeFileSync(pagesFile, JSON.stringify(pages, null, 2));
}

function writePage(name: string, parts: Parameters<typeof documentHtml>[0]): void {
  const html = documentHtml(parts);
  // The Content-Security-Policy allows neither, and would break the page in silence.
  if (/<style[\s>]|\sstyle="/.test(html)) throw new Error(`${name} holds inline styles.`);
  writeFileSync(path.join(client, name), html);
}

function chunkOf(manifest: Manifest, key: string): Chunk {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`The build has made no file of ${key}.`);
  return chunk;
}

/** The built files of these modules and of all that they import. */
function chunksFor(manifest: Manifest, keys: readonly string[]): Chunk[] {
  const found = new Map<string, Chunk>();
  const visit = (key: string) => {
    if (found.has(key)) return;
    const chunk = chunkOf(manifest, key);
    found.set(key, chunk);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return [...found.values()];
}

function scriptsFor(manifest: Manifest, keys: readonly string[]): string[] {
  return chunksFor(manifest, keys).map(({ file }) => `/${file}`);
}

/** The stylesheet of an entry, and the fonts that every page shows; accents come when a text has them. */
function stylesFor(manifest: Manifest, entry: string): string[] {
  const chunks = chunksFor(manifest, [entry]);
  const css = new Set(chunks.flatMap((chunk) => chunk.css ?? []));
  const fonts = new Set(chunks.flatMap(({ assets = [] }) => assets.filter(isFirstFont)));
  return [
    ...[...css].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...[...fonts].map(
      (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
    ),
  ];
}

function isFirstFont(file: string): boolean {
  return file.endsWith('.woff2') && !file.includes('accents');
}

function cspHash(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
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
