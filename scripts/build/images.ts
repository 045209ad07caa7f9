// `npm run images`: draws the share image, the icons and favicon.ico into web/public/ from the
// site's texts, figure and fonts. Run this again after changing the name or the heading in
// web/content.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { chromium } from '@playwright/test';
import sharp from 'sharp';

import { allowTsx } from '../../server/tsx.ts';
import { SHARE_IMAGE } from '../../web/prerender/site-files.ts';
import { findBrowser } from '../test/find-browser.ts';

allowTsx();
const { renderShareImage } = await import('./share-image.tsx');

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'web', 'public');

const INK = '#16213a';
/** A wave on an ink background. Browsers show it directly; all other icons are made from it. */
const ICON = readFileSync(path.join(folder, 'icon.svg'), 'utf8');
/** Maskable icons may be cropped to a circle of 80 %; the symbol stays inside. */
const icons = [
  { file: 'apple-touch-icon.png', size: 180, inset: 0 },
  { file: 'icon-192.png', size: 192, inset: 0 },
  { file: 'icon-512.png', size: 512, inset: 0 },
  { file: 'icon-maskable-512.png', size: 512, inset: 0.14 },
] as const;

/** The sizes in favicon.ico. */
const FAVICON_SIZES = [16, 32, 48] as const;

/** An ICO file: a header, an entry for each picture, then the pictures as PNG. */
function icoOf(pictures: readonly { readonly size: number; readonly png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length + 16 * pictures.length;
  const entries = pictures.map(({ size, png }) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt8(size, 0);
    entry.writeUInt8(size, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures.map(({ png }) => png)]);
}

function fontFace(family: string, file: string, weight: string): string {
  const data = readFileSync(path.join(root, 'web', 'fonts', file)).toString('base64');
  return `@font-face{font-family:'${family}';font-weight:${weight};src:url(data:font/woff2;base64,${data})}`;
}

const STYLE_SHEET = `
${fontFace('Text', 'atkinson-next-basic.woff2', '400 700')}
${fontFace('Display', 'stix-two-semibold.woff2', '600')}
:root{--color-ink:${INK};--color-paper:#f8f4ea;--color-signal:#92240a;--grid:#16213a12}
body{margin:0;width:${SHARE_IMAGE.width}px;height:${SHARE_IMAGE.height}px;overflow:hidden;color:var(--color-ink);
font:27px/1.35 Text;display:grid;grid-template-columns:1fr 520px;gap:36px;align-items:center;padding:0 48px 0 68px;
box-sizing:border-box;background:linear-gradient(90deg,var(--color-paper) 49%,transparent 62%),linear-gradient(var(--grid) 1px,transparent 1px) -1px -1px/30px 30px,
linear-gradient(90deg,var(--grid) 1px,transparent 1px) -1px -1px/30px 30px,var(--color-paper)}
h1{font:600 78px/1.02 Display;letter-spacing:-.025em;margin:18px 0 26px;text-wrap:balance}
b{color:var(--color-signal)}p{margin:0}svg{width:100%;height:auto;overflow:visible}
text{font:italic 600 19px Display}
`;

const browserPath = findBrowser();
if (browserPath === null)
  throw new Error('Drawing the images needs Chromium or Chrome; set CHROMIUM_PATH to one.');
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: browserPath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const { width, height } = SHARE_IMAGE;
const page = await browser.newPage({ viewport: { width, height } });
await page.setContent(renderShareImage(STYLE_SHEET));
await page.evaluate(() => document.fonts.ready);
const picture = await page.screenshot();
await browser.close();
await sharp(picture)
  .png({ palette: true, colours: 64, effort: 10 })
  .toFile(path.join(folder, SHARE_IMAGE.path));

for (const { file, size, inset } of icons) {
  const margin = Math.round(size * inset);
  const sign = await sharp(Buffer.from(ICON.replace(' rx="5"', '')), { density: 72 * 16 })
    .resize(size - 2 * margin)
    .toBuffer();
  await sharp({ create: { width: size, height: size, channels: 4, background: INK } })
    .composite([{ input: sign }])
    .png({ palette: true, effort: 10 })
    .toFile(path.join(folder, file));
}
const small = await Promise.all(
  FAVICON_SIZES.map(async (size) => ({
    size,
    png: await sharp(Buffer.from(ICON), { density: 72 * 16 })
      .resize(size)
      .png({ effort: 10 })
      .toBuffer(),
  })),
);
writeFileSync(path.join(folder, 'favicon.ico'), icoOf(small));
console.log(`Drew ${icons.length + 2} images into ${path.relative(root, folder)}.`);
