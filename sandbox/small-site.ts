// A small build of the web app in its own folder, for tests of how pages and files are served.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DEFAULT_BUSINESS, toPublicBusiness } from '../domain/business.ts';
import { paths } from '../domain/paths.ts';
import { publishBuild } from '../scripts/build/publish.ts';
import { INPUTS_FILE, RENDERER_FILE, RENDERER_FOLDER } from '../server/http/renderer.ts';

/** Stands for the site's address in the pages. */
export const PLACEHOLDER = 'https://address.invalid';

/** The number of hours that the site's renderer fails with. */
export const UNRENDERED_HOURS = 13;
const RENDERER = `
export async function renderSite({ business: { response_hours: hours } }, paths) {
  if (hours === ${UNRENDERED_HOURS}) throw new Error('thirteen');
  const html = hours + ' hours at ${PLACEHOLDER}';
  return { pages: Object.fromEntries(paths.map((path) => [path, { html }])), notFound: { html } };
}
`;

export interface Site {
  readonly dist: string;
  remove(): Promise<void>;
}

/** Publishes a landing page, an app, a 404 page and one script, with made-up compressed copies. */
export async function makeSite(sampleContent = false): Promise<Site> {
  const dist = await mkdtemp(join(tmpdir(), 'site-test-'));
  const files = {
    'index.html': `<link rel="canonical" href="${PLACEHOLDER}/">`,
    'app.html': 'the app',
    'gone.html': 'not here',
    'assets/app.js': 'a script',
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
      business: { name: 'Sample Physics', tutor: 'Dr Ada Sample', email: 'hello@example.com' },
      seller: { name: 'Sample Physics', address: ['1 Sample Street', 'ZZ99 9ZZ'], tax: null },
    };
    await writeFile(join(folder, 'pages.json'), JSON.stringify(manifest));
    const words = { content: {}, business: toPublicBusiness(DEFAULT_BUSINESS) };
    await mkdir(join(folder, RENDERER_FOLDER));
    await writeFile(join(folder, RENDERER_FOLDER, RENDERER_FILE), RENDERER);
    await writeFile(
      join(folder, RENDERER_FOLDER, INPUTS_FILE),
      JSON.stringify({ words, built: Object.keys(manifest.pages) }),
    );
  });
  return { dist, remove: () => rm(dist, { recursive: true }) };
}
