// Text as outlines of letters, for images: so they look the same on every machine, whatever fonts
// it has. outlines.json is made by web/fonts/outline.py.
import outlines from './outlines.json' with { type: 'json' };

type Glyphs = Readonly<Record<string, readonly [number, string]>>;
type Family = keyof typeof outlines;

/** Units of the outlines in one em. */
const EM = 1000;

const families: Readonly<Record<Family, Glyphs>> = outlines as never;

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
function glyphsOf(text: string, family: Family): (readonly [number, string])[] {
  const known = (letter: string) => families[family][letter] ?? families.text[letter] ?? null;
  return Array.from(text.normalize('NFC')).flatMap((letter) => {
    const bare = PLAIN[letter] ?? letter.normalize('NFD')[0] ?? '';
    const found = known(letter);
    if (found !== null) return [found];
    return Array.from(bare, known).filter((one) => one !== null);
  });
}

interface Style {
  readonly family: Family;
  /** In units of the image. */
  readonly size: number;
  /** Between letters, in em. */
  readonly spacing?: number;
}

export function widthOf(text: string, { family, size, spacing = 0 }: Style): number {
  const glyphs = glyphsOf(text, family);
  return glyphs.reduce((sum, [advance]) => sum + advance + spacing * EM, 0) * (size / EM);
}

/** SVG of one line of text from x, on the baseline y. Letters without an outline are left out. */
export function drawText(text: string, x: number, y: number, style: Style): string {
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
export function wrap(text: string, width: number, style: Style): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, style) <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}
