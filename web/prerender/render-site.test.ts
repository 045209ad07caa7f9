// Every page says the business settings that it is rendered with, and none of the defaults.
import { expect, test } from 'vitest';

import { DEFAULT_BUSINESS, toPublicBusiness } from '../../domain/business.ts';
import { paths } from '../../domain/paths.ts';
import { type Content, contentSchema } from '../../domain/site/content.ts';
import * as content from '../content/tutor.ts';
import type { BuiltFiles } from './render-page.tsx';
import { previewPage, renderSite } from './render-site.ts';
import { ADDRESS_PLACEHOLDER } from './site-files.ts';

const BUILT: BuiltFiles = {
  landing: { style: '', earlyScript: '', scripts: ['/landing.js'], fonts: [] },
  app: { scripts: ['/app.js'], styles: [], fonts: [], earlyScript: '', own: {} },
};
const OTHER = {
  packages: [
    { credits: 1, price_pence: 4150, name: '</script><b>' },
    { credits: 3, price_pence: 12_000, name: 'Three' },
  ],
  usual_times: [{ weekday: 3, time: '17:35:00' }],
  default_max_students: 7,
  response_hours: 53,
};
/** A Monday. */
const NOW = Date.parse('2026-11-30T12:00:00Z');
const OF_DEFAULTS =
  /£30|£28|£27|"30\.00"|9:00am|10:00am|Saturday|Sunday|Every weekend|up to 10 students|24 ?h(?:ou)?r/;

/** The HTML by path. */
async function render(business = toPublicBusiness(DEFAULT_BUSINESS)): Promise<Map<string, string>> {
  const { pages, notFound } = await renderSite({ content, business, pictures: [] }, BUILT);
  const all = Object.entries({ ...pages, notFound });
  return new Map(all.map(([path, { html }]) => [path, html]));
}

test('says each setting on the landing page, in its words and its data', async () => {
  const home = (await render(OTHER)).get(paths.home);
  for (const words of [
    '£41.50 a lesson, the first one free',
    '£40 each for 3 lessons',
    '"price":"41.50"',
    'on Wednesday mornings',
    'Wednesdays, 5:35pm',
    'Every week<',
    'up to 7 students',
    '53hr response time',
  ])
    expect(home).toContain(words);
});

test('keeps no default on any page', async () => {
  expect((await render()).get(paths.home)).toMatch(OF_DEFAULTS);
  for (const [path, html] of await render(OTHER))
    expect([path, OF_DEFAULTS.exec(html)?.[0]]).toEqual([path, undefined]);
});

test("gives each page's script the settings, as data that cannot end its block", async () => {
  for (const path of [paths.home, paths.familyHome, paths.signUp]) {
    const html = (await render(OTHER)).get(path) ?? '';
    const block = /<script type="application\/json" id="business">(.*?)<\/script>/.exec(html)?.[1];
    expect(JSON.parse(block ?? '')).toEqual(OTHER);
  }
});

test('rejects where a part of a page throws, which React reports apart', async () => {
  const pictures = new Proxy([], {
    get: () => {
      throw new RangeError('no pictures');
    },
  });
  const words = { content, business: toPublicBusiness(DEFAULT_BUSINESS), pictures };
  await expect(previewPage(paths.home, words, BUILT, { lessons: [], at: NOW })).rejects.toThrow(
    'no pictures',
  );
});

test.each([paths.home, paths.terms, paths.privacy])('previews %s without script', async (page) => {
  const hostile = '<script>alert(1)</script>';
  const { hero, faq, terms, privacy } = content;
  const words = {
    ...content,
    hero: { ...hero, heading: hostile },
    faq: { ...faq, heading: hostile },
    terms: { ...terms, sections: [{ title: hostile, text: hostile }] },
    privacy: { ...privacy, sections: [{ title: hostile, text: hostile }] },
  };
  const html = await previewPage(
    page,
    { content: words, business: toPublicBusiness(DEFAULT_BUSINESS), pictures: [] },
    BUILT,
    { lessons: [], at: NOW },
  );
  expect(html).toContain('&lt;script&gt;alert(1)');
  expect(html).not.toMatch(/<script|modulepreload|\son[a-z]+="/i);
});

test('previews the landing page with the next lessons and its sliders', async () => {
  const words = { content, business: toPublicBusiness(DEFAULT_BUSINESS), pictures: [] };
  const lesson = {
    id: 'waves',
    Lesson_Name: 'GCSE: <Waves>',
    starts_at: '2026-12-05T09:00:00.000Z',
    availableSpots: 1,
    years: [],
  };
  const html = await previewPage(paths.home, words, BUILT, { lessons: [lesson], at: NOW });
  for (const text of ['This weekend', 'Sat 5 Dec, 9:00am', 'GCSE: &lt;Waves&gt;', '1 spot left'])
    expect(html).toContain(text);
  expect(html).toContain('type="range"');
  const empty = await previewPage(paths.home, words, BUILT, { lessons: [], at: NOW });
  expect(empty).toContain('Every weekend');
});

test('gives pages the words of the site, as data that cannot end its block', async () => {
  const words = { ...content, site: { ...content.site, name: '</script><b>' } };
  const business = toPublicBusiness(DEFAULT_BUSINESS);
  const { pages } = await renderSite({ content: words, business, pictures: [] }, BUILT);
  for (const path of [paths.home, paths.familyHome, paths.signUp]) {
    const html = pages[path]?.html ?? '';
    const block = /<script type="application\/json" id="site">(.*?)<\/script>/.exec(html)?.[1];
    expect(JSON.parse(block ?? '')).toMatchObject({ site: { name: '</script><b>' } });
  }
});

const ID = 'abcdef0123456789abcdef0123456789';

test('shows the pictures, the colour and no figure, as the words say', async () => {
  const used = { id: ID, alt: 'Ada "at" a whiteboard' };
  const words = {
    ...content,
    site: { ...content.site, accent: 'teal', logo: used, share: used },
    hero: { ...content.hero, figure: false },
    profile: { ...content.profile, portrait: used },
  } as const;
  const pictures = [{ id: ID, width: 800, height: 1000 }];
  const business = toPublicBusiness(DEFAULT_BUSINESS);
  const { pages } = await renderSite({ content: words, business, pictures }, BUILT);
  const html = pages[paths.home]?.html ?? '';
  expect(html).toContain('<html lang="en-GB" data-accent="teal">');
  expect(html).not.toContain('hero-figure');
  expect(html).not.toContain('drawn in place of a portrait');
  for (const file of [`${ID}-320.avif 320w`, `${ID}-640.webp 640w`, `${ID}-800.jpg 800w`])
    expect(html).toContain(`/pictures/${file}`);
  expect(html.match(/<img [^>]*width="800" height="1000"/g)).toHaveLength(3);
  expect(html.match(/loading="lazy"/g)).toHaveLength(1);
  expect(html).toContain('alt="Ada &quot;at&quot; a whiteboard"');
  const share = `${ADDRESS_PLACEHOLDER}/pictures/${ID}-800.jpg`;
  expect(html).toContain(`<meta property="og:image" content="${share}"/>`);
  expect(html).toContain(`"logo":"${share}"`);
  const app = pages[paths.familyHome]?.html ?? '';
  expect(app).toContain('data-accent="teal"');
  expect(app).toContain(`"pictures":[{"id":"${ID}","width":800,"height":1000}]`);
});

test('shows what is drawn in place of pictures that are not stored', async () => {
  const used = { id: ID, alt: 'Gone' };
  const words = { ...content, profile: { ...content.profile, portrait: used } };
  const business = toPublicBusiness(DEFAULT_BUSINESS);
  const { pages } = await renderSite({ content: words, business, pictures: [] }, BUILT);
  const html = pages[paths.home]?.html ?? '';
  expect(html).toContain('drawn in place of a portrait');
  expect(html).not.toContain('/pictures/');
  expect(html).not.toContain('data-accent');
});

/** Copies of the value, each with the placeholder at the end of another text in it. */
function withPlaceholder(value: unknown): unknown[] {
  if (typeof value === 'string') return [value + ADDRESS_PLACEHOLDER];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    withPlaceholder(part).map((changed) =>
      Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
    ),
  );
}

test('inserts the address where no text of the tutor can be', async () => {
  const { site, hero } = content;
  // What stood for the address before is a text like any other.
  const words = { ...content, hero: { ...hero, heading: 'https://address.invalid' } };
  const business = toPublicBusiness(DEFAULT_BUSINESS);
  const { pages } = await renderSite({ content: words, business, pictures: [] }, BUILT);
  const html = pages[paths.home]?.html ?? '';
  expect(html).toContain('https://address.invalid</');
  expect(html).toContain(`<link rel="canonical" href="${ADDRESS_PLACEHOLDER}/"/>`);
  expect(html).toContain(`"url":"${ADDRESS_PLACEHOLDER}/"`);
  const published = JSON.parse(JSON.stringify({ ...content, site, hero })) as Content;
  expect(contentSchema.safeParse(published).success).toBe(true);
  const all = withPlaceholder(published);
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter((one) => contentSchema.safeParse(one).success)).toEqual([]);
});
