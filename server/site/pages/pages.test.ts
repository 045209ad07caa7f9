// The served pages: the site's own address, their policies, the 404 page and the warning about
// sample content.
import { brotliDecompressSync } from 'node:zlib';

import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';

import { DEFAULT_BUSINESS, toPublicBusiness } from '../../../domain/business.ts';
import { paths } from '../../../domain/paths.ts';
import type { PageWords } from '../../../domain/site/content.ts';
import { SAMPLE_CONTENT } from '../../../domain/testing/content.ts';
import { makeSite, type Site, UNRENDERED_HOURS } from '../../testing/servers/small-site.ts';
import { readBuild } from './built-pages.ts';
import { CHECK_EVERY_MS, servePages } from './pages.ts';

/** A few looks at the settings, on a busy machine. */
const SOON = { timeout: 10 * CHECK_EVERY_MS } as const;

const sites: Site[] = [];
const apps: FastifyInstance[] = [];

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
  for (const site of sites.splice(0)) await site.remove();
});

interface ServedApp {
  readonly app: FastifyInstance;
  readonly log: readonly { readonly level: number; readonly msg: string }[];
}

async function serve(
  appUrl: string,
  sampleContent = false,
  readWords: (() => Promise<PageWords>) | null = null,
): Promise<ServedApp> {
  const site = await makeSite(sampleContent);
  sites.push(site);

  const log: { level: number; msg: string }[] = [];
  const stream = {
    write: (line: string) => void log.push(JSON.parse(line) as (typeof log)[number]),
  };
  const app = Fastify({ logger: { level: 'info', stream } });
  apps.push(app);
  const pages = await servePages(app, await readBuild(site.dist, appUrl), appUrl, readWords);
  app.setNotFoundHandler(pages.answerUnknown);
  return { app, log };
}

test("inserts the site's address into a page, compressed or not", async () => {
  const { app } = await serve('https://lessons.example');
  const wanted = '<link rel="canonical" href="https://lessons.example/">';
  const plain = await app.inject(paths.home);
  expect(plain.body).toBe(wanted);
  const packed = await app.inject({ url: paths.home, headers: { 'accept-encoding': 'gzip, br' } });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(wanted);
  // A page without the address is served as compressed by the build.
  const shell = await app.inject({ url: paths.signIn, headers: { 'accept-encoding': 'br' } });
  expect(shell.body).toBe('br of the app');
  const again = await app.inject({
    url: paths.home,
    headers: { 'if-none-match': String(plain.headers['etag']) },
  });
  expect(again.statusCode).toBe(304);
});

test.for([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['BR', 'br'],
  ['br;q=0', undefined],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['identity', undefined],
  ['x-br', undefined],
] as const)('sends a page to a client that accepts %s as %s', async ([accepted, encoding]) => {
  const { app } = await serve('https://lessons.example');
  const { headers } = await app.inject({
    url: paths.home,
    headers: { 'accept-encoding': accepted },
  });
  expect(headers['content-encoding']).toBe(encoding);
});

test('sends no page that the client names by its tag, weak or in a list', async () => {
  const { app } = await serve('https://lessons.example');
  const etag = String((await app.inject(paths.home)).headers['etag']);
  const statusFor = async (url: string, tags: string) =>
    (await app.inject({ url, headers: { 'if-none-match': tags } })).statusCode;
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    expect([tags, await statusFor(paths.home, tags)]).toEqual([tags, 304]);
  expect(await statusFor(paths.home, '"other"')).toBe(200);
  expect(await statusFor('/no-such-page', '*')).toBe(404);
});

test('compresses a page once for all who ask at the same time', async () => {
  const site = await makeSite(false);
  sites.push(site);
  const { pageSet, release } = await readBuild(site.dist, 'https://lessons.example');
  const page = pageSet.pages.get(paths.home);
  const [first, ...others] = await Promise.all([page?.encode('br'), page?.encode('br')]);
  release();
  expect(first?.length).toBeGreaterThan(0);
  for (const other of others) expect(other).toBe(first);
});

test('allows only the inline scripts of the build, and only on their page', async () => {
  const { app } = await serve('https://lessons.example');
  expect((await app.inject(paths.home)).headers['content-security-policy']).toContain(
    "script-src 'self' 'sha256-abc'; style-src 'self' 'sha256-def';",
  );
  expect((await app.inject(paths.signIn)).headers['content-security-policy']).toContain(
    "script-src 'self';",
  );
});

test('serves the 404 page for unknown paths, and hides signed-in pages from search engines', async () => {
  const { app } = await serve('https://lessons.example');
  const unknown = await app.inject('/no-such-page');
  expect([unknown.statusCode, unknown.body]).toEqual([404, 'not here']);
  expect((await app.inject(paths.familyHome)).headers['x-robots-tag']).toBe('noindex');
  expect((await app.inject(paths.signUp)).headers['x-robots-tag']).toBeUndefined();
});

test('redirects a trailing slash to the page, with its query', async () => {
  const { app } = await serve('https://lessons.example');
  for (const [wanted, location] of [
    ['/sign-in/', '/sign-in'],
    ['/sign-in/?from=%2Fa&x=1', '/sign-in?from=%2Fa&x=1'],
    ['/user-home/', '/user-home'],
    ['/join/abc-_1/', '/join/abc-_1'],
    ['/join/%2F%2Felsewhere.example/?a=1', '/join/%2F%2Felsewhere.example?a=1'],
  ] as const)
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await app.inject({ method, url: wanted });
      expect([wanted, statusCode, headers['location']]).toEqual([wanted, 308, location]);
    }
  for (const wanted of ['/no-such-page/', '/sign-in//'])
    expect([wanted, (await app.inject(wanted)).statusCode]).toEqual([wanted, 404]);
});

test('renders the pages again when the words change', async () => {
  let business = toPublicBusiness(DEFAULT_BUSINESS);
  let content = SAMPLE_CONTENT;
  const readWords = async () => ({ content, business, pictures: [] });
  const { app, log } = await serve('https://lessons.example', false, readWords);
  const home = (headers = {}) => app.inject({ url: paths.home, headers });
  const promise = (response_hours: number) => {
    business = { ...business, response_hours };
  };
  const built = await home();
  promise(48);
  await expect
    .poll(async () => (await home()).body, SOON)
    .toBe('Physics that adds up. 48 hours at https://lessons.example');
  const { headers } = await home();
  expect(headers['content-security-policy']).toBe(built.headers['content-security-policy']);
  expect(headers['etag']).not.toBe(built.headers['etag']);
  const packed = await home({ 'accept-encoding': 'br' });
  expect(brotliDecompressSync(packed.rawPayload).toString()).toContain('48 hours');
  expect((await app.inject('/no-such-page')).body).toContain('48 hours');
  // Pages that cannot be rendered stay as they are.
  promise(UNRENDERED_HOURS);
  await expect.poll(() => log.filter(({ level }) => level === 50).length, SOON).toBe(1);
  expect((await home()).body).toContain('48 hours');
  promise(DEFAULT_BUSINESS.response_hours);
  content = { ...content };
  await expect.poll(async () => (await home()).headers['etag'], SOON).toBe(built.headers['etag']);
});

test("serves the web app's manifest with the words of now, to be revalidated", async () => {
  let content = SAMPLE_CONTENT;
  const business = toPublicBusiness(DEFAULT_BUSINESS);
  const readWords = async () => ({ content, business, pictures: [] });
  const { app } = await serve('https://lessons.example', false, readWords);
  const manifest = () => app.inject('/site.webmanifest');
  expect((await manifest()).body).toContain('Sample Physics');
  content = { ...content, site: { ...content.site, name: 'Other Physics' } };
  await expect.poll(async () => (await manifest()).body, SOON).toContain('Other Physics');
  const { headers } = await manifest();
  expect([headers['content-type'], headers['cache-control']]).toEqual([
    'application/manifest+json',
    'no-cache',
  ]);
});

test('lists the public pages for search engines', async () => {
  const { app } = await serve('https://lessons.example');
  expect((await app.inject('/robots.txt')).body).toBe(
    'User-agent: *\nDisallow: /api/\nDisallow: /join/\n\nSitemap: https://lessons.example/sitemap.xml\n',
  );
  const sitemap = await app.inject('/sitemap.xml');
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(sitemap.body.match(/<loc>[^<]*/g)).toEqual(
    ['/', '/sign-up', '/sign-in', '/privacy', '/terms'].map(
      (path) => `<loc>https://lessons.example${path}`,
    ),
  );
});

test.each([
  ['https://lessons.example', true, 40],
  ['http://localhost:3000', true, 30],
  ['https://lessons.example', false, null],
] as const)('at %s with sample content (%s) logs at level %s', async (appUrl, sample, level) => {
  const { log } = await serve(appUrl, sample);
  const notice = log.find(({ msg }) => msg.includes('sample content'));
  expect(notice?.level ?? null).toBe(level);
});
