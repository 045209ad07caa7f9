// drawImages(content): the share image and the icons as SVG without any text or style, which a
// server without fonts and a browser can make pictures of.
import { prerender } from 'react-dom/static';

import { accents } from '../../domain/site/accent.ts';
import type { Content } from '../../domain/site/content.ts';
import { lightColour } from '../landing/fringes.ts';
import { InterferenceFigure } from '../landing/interference-figure.tsx';
import outlines from './outlines.json' with { type: 'json' };
import { SHARE_IMAGE } from './site-files.ts';

export interface DrawnImages {
  readonly share: string;
  readonly icon: string;
}

const INK = '#16213a';
const PAPER = '#f8f4ea';

/**
 * The slits as the landing page first shows them, in drawing units, and the light in nanometres.
 */
const SLITS = { wavelength: 22, separation: 88 };
const WAVELENGTH_NM = 600;

/** Where the words stand. */
const WORDS = { left: 68, width: 510, maxLines: 4, maxHeading: 78, minHeading: 36 } as const;
const LEADING = 1.05;

export async function drawImages({ hero, site }: Content): Promise<DrawnImages> {
  const colours = accents[site.accent];
  return {
    share: await drawShare({ hero, site }, colours.light),
    icon: drawIcon(site.name, colours.dark),
  };
}

async function drawShare(
  { hero, site }: Pick<Content, 'hero' | 'site'>,
  signal: string,
): Promise<string> {
  const { width, height } = SHARE_IMAGE;
  const { size, lines } = fitHeading(hero.heading);
  const small = { family: 'text', size: 27 } as const;
  const labels = wrap(hero.label, WORDS.width, small).slice(0, 2);
  const names = wrap(site.name, WORDS.width, small).slice(0, 2);
  const step = size * LEADING;
  const all = labels.length * 34 + 18 + lines.length * step + 26 + names.length * 34;
  let y = (height - all) / 2;
  const put = (text: string, style: Parameters<typeof drawText>[3], leading: number) => {
    y += leading;
    return drawText(text, WORDS.left, Math.round(y - leading * 0.25), style);
  };
  const drawn = [
    `<g fill="${signal}">${labels.map((line) => put(line, small, 34)).join('')}</g>`,
    `<g fill="${INK}">${lines
      .map((line, at) => {
        if (at === 0) y += 18;
        return put(line, { family: 'display', size, spacing: -0.02 }, step);
      })
      .join('')}`,
    names
      .map((line, at) => {
        if (at === 0) y += 26;
        return put(line, small, 34);
      })
      .join(''),
    '</g>',
  ];
  const figure = hero.figure ? await drawFigure(signal) : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs><pattern id="squares" width="30" height="30" patternUnits="userSpaceOnUse"><path d="M0 .5H30M.5 0V30" stroke="${INK}" stroke-opacity=".07"/></pattern><linearGradient id="fade"><stop offset=".49" stop-color="${PAPER}"/><stop offset=".62" stop-color="${PAPER}" stop-opacity="0"/></linearGradient></defs><path d="M0 0H${width}V${height}H0Z" fill="${PAPER}"/><path d="M0 0H${width}V${height}H0Z" fill="url(#squares)"/><path d="M0 0H${width}V${height}H0Z" fill="url(#fade)"/>${drawn.join('')}${figure}</svg>`;
}

/** The heading as large as fits into a few lines. */
function fitHeading(heading: string): { readonly size: number; readonly lines: string[] } {
  for (let size: number = WORDS.maxHeading; ; size -= 6) {
    const style = { family: 'display', size, spacing: -0.02 } as const;
    const lines = wrap(heading, WORDS.width, style);
    const isFitting =
      lines.length <= WORDS.maxLines && lines.every((line) => widthOf(line, style) <= WORDS.width);
    if (isFitting || size <= WORDS.minHeading)
      return { size, lines: balanced(heading, style, lines) };
  }
}

/** The heading in as many lines, each of about the same width. */
function balanced(
  heading: string,
  style: Parameters<typeof widthOf>[1],
  lines: string[],
): string[] {
  let best = [...lines];
  for (let width = WORDS.width; width > 0; width -= 10) {
    const narrower = wrap(heading, width, style);
    if (narrower.length > lines.length) break;
    best = narrower;
  }
  return best;
}

/** The figure of the landing page, without its letters. */
async function drawFigure(signal: string): Promise<string> {
  const { prelude } = await prerender(
    <InterferenceFigure label="" slits={SLITS} colour={lightColour(WAVELENGTH_NM)} />,
  );
  const html = await new Response(prelude).text();
  const start = html.indexOf('<svg');
  const letters = html.lastIndexOf('<g class="font-display');
  return `${html.slice(start, letters)}</svg>`
    .replace('<svg ', '<svg x="640" y="90" width="530" height="450" ')
    .replaceAll(/ (?:class|role|aria-label|data-part)="[^"]*"/g, '')
    .replaceAll('var(--color-ink)', INK)
    .replaceAll('var(--color-signal)', signal);
}

/** The first letter of the name above a wave, on a ground that may be cropped to a circle. */
function drawIcon(name: string, signal: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0] ?? '';
  const style = { family: 'text', size: 19 } as const;
  const first = letter.toUpperCase();
  const x = 16 - widthOf(first, style) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M0 0H32V32H0Z" fill="${INK}"/><g fill="${PAPER}">${drawText(first, x, 19, style)}</g><path d="M7 24.500c1.500-4 4.500-4 6 0s4.500 4 6 0 4.500-4 6 0" fill="none" stroke="${signal}" stroke-width="2.250" stroke-linecap="round"/></svg>`;
}

type Glyphs = Readonly<Record<string, readonly [number, string]>>;
type Typeface = keyof typeof outlines;

/** Units of the outlines in one em. */
const EM = 1000;

const families: Readonly<Record<Typeface, Glyphs>> = outlines as never;

/** Letters that do not consist of another one and an accent. */
const PLAIN: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  Œ: 'OE',
  œ: 'oe',
};

/** The letters' own outlines, those of the other family, or those without an accent. */
function glyphsOf(text: string, family: Typeface): (readonly [number, string])[] {
  const glyphOf = (letter: string) => families[family][letter] ?? families.text[letter] ?? null;
  return Array.from(text.normalize('NFC')).flatMap((letter) => {
    const bare = PLAIN[letter] ?? letter.normalize('NFD')[0] ?? '';
    const glyph = glyphOf(letter);
    if (glyph !== null) return [glyph];
    return Array.from(bare, glyphOf).filter((one) => one !== null);
  });
}

interface Style {
  family: Typeface;
  /** In units of the image. */
  size: number;
  /** Between letters, in em. */
  spacing?: number;
}

/**
 * Text as outlines of letters, for images: so they look the same on every machine, whatever fonts
 * it has. outlines.json is made by web/fonts/outline.py.
 */
function widthOf(text: string, { family, size, spacing = 0 }: Style): number {
  const glyphs = glyphsOf(text, family);
  return glyphs.reduce((sum, [advance]) => sum + advance + spacing * EM, 0) * (size / EM);
}

/** SVG of one line of text from x, on the baseline y. Letters without an outline are left out. */
function drawText(text: string, x: number, y: number, style: Style): string {
  const { family, size, spacing = 0 } = style;
  let at = 0;
  const letters = glyphsOf(text, family).map(([advance, outline]) => {
    const letter = outline === '' ? '' : `<path transform="translate(${at} 0)" d="${outline}"/>`;
    at += advance + spacing * EM;
    return letter;
  });
  const scale = size / EM;
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${letters.join('')}</g>`;
}

/** The words in lines that are no wider than this; a long word has a line of its own. */
function wrap(text: string, width: number, style: Style): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, style) <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}
