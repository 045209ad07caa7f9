// A small build of the web app in its own folder, for tests of how pages and files are served.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DEFAULT_BUSINESS, toPublicBusiness } from '../../../domain/business.ts';
import { paths } from '../../../domain/paths.ts';
import { SAMPLE_CONTENT } from '../../../domain/testing/content.ts';
import { publishBuild } from '../../../scripts/build/publish.ts';
import { MANIFEST_FILE } from '../../site/pages/built-pages.ts';
import { INPUTS_FILE, RENDERER_FILE, RENDERER_FOLDER } from '../../site/pages/renderer.ts';

/** Stands for the site's address in the pages. */
const PLACEHOLDER = 'https://address.invalid';

/** The number of hours that the site's renderer fails with. */
export const UNRENDERED_HOURS = 13;
/** The heading that it fails with. */
export const UNRENDERED_HEADING = 'Thirteen';
const RENDERER = `
const svg = (width, height, name) =>
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ' + width + ' ' + height + '"><desc>' +
  name + '</desc><path d="M0 0H9V9Z"/></svg>';
export async function renderSite({ business: { response_hours: hours }, content }, paths) {
  if (hours === ${UNRENDERED_HOURS}) throw new Error('thirteen');
  if (content.hero.heading === '${UNRENDERED_HEADING}') throw new Error('no heading');
  const html = content.hero.heading + ' ' + hours + ' hours at ${PLACEHOLDER}';
  const pages = Object.fromEntries(paths.map((path) => [path, { html }]));
  const images = { share: svg(1200, 630, content.site.name), icon: svg(32, 32, content.site.name) };
  return { pages, notFound: { html }, manifest: { name: content.site.name }, images };
}
export const previewPage = async (page, words, paths, { lessons }) => {
  const { pages } = await renderSite(words, paths);
  const names = lessons.map(({ Lesson_Name }) => ', ' + Lesson_Name);
  const pictures = words.pictures.map(({ id }) => ', picture ' + id);
  return pages[page].html + ' preview' + names.join('') + pictures.join('');
};
`;

export interface Site {
  readonly dist: string;
  remove(): Promise<void>;
}

/**
 * Publishes a landing page, an app, a 404 page, a script and a plain file, with made-up compressed
 * copies.
 */
export async function makeSite(sampleContent = false): Promise<Site> {
  const dist = await mkdtemp(join(tmpdir(), 'site-test-'));
  const files = {
    'index.html': `<link rel="canonical" href="${PLACEHOLDER}/">`,
    'app.html': 'the app',
    'gone.html': 'not here',
    'assets/app.js': 'a script',
    'note.txt': 'a note',
    [MANIFEST_FILE]: '{"name":"Sample Physics"}',
  };
  await publishBuild(dist, async (folder) => {
    await mkdir(join(folder, 'client', 'assets'), { recursive: true });
    for (const [file, text] of Object.entries(files)) {
      await writeFile(join(folder, 'client', file), text);
      await writeFile(join(folder, 'client', `${file}.br`), `br of ${text}`);
      await writeFile(join(folder, 'client', `${file}.gz`), `gz of ${text}`);
    }
    const manifest = {
      pages: Object.fromEntries(
        Object.values(paths).map((path) => [path, path === paths.home ? 'index.html' : 'app.html']),
      ),
      notFound: 'gone.html',
      inline: { 'index.html': { scripts: ['sha256-abc'], styles: ['sha256-def'] } },
      addressPlaceholder: PLACEHOLDER,
      sampleContent,
    };
    await writeFile(join(folder, 'pages.json'), JSON.stringify(manifest));
    const words = { content: SAMPLE_CONTENT, business: toPublicBusiness(DEFAULT_BUSINESS) };
    await mkdir(join(folder, RENDERER_FOLDER));
    await writeFile(join(folder, RENDERER_FOLDER, RENDERER_FILE), RENDERER);
    await writeFile(
      join(folder, RENDERER_FOLDER, INPUTS_FILE),
      JSON.stringify({ words, built: Object.keys(manifest.pages) }),
    );
  });
  return { dist, remove: () => rm(dist, { recursive: true }) };
}
