// Renders the texts of topics: Markdown with formulas becomes HTML with MathML, once, when a text
// is saved. Browsers need no formula library.
import { micromark } from 'micromark';
import sanitizeHtml from 'sanitize-html';
import temml from 'temml';

import { shieldAll, shieldEscape, shieldMarks, unshield } from './marks.ts';
import { findUnshown } from './notices.ts';
import { spellTex } from './tex-spelling.ts';

/** Everything that Markdown could become besides paragraphs, lists, emphasis and code. */
const NO_MARKUP = {
  disable: {
    null: [
      'autolink',
      'blockQuote',
      'definition',
      'headingAtx',
      'htmlFlow',
      'htmlText',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
      'setextUnderline',
      'thematicBreak',
    ],
  },
};

/** Presentation by `style`, which the content security policy forbids. */
const STYLED =
  'bbox|boxed|cancelto|colorbox|(?:define|text)?color|fbox|fcolorbox|longdiv|phase|textcircled';
/** A short text with macros can become megabytes. */
const MACROS = '[egx]?def|futurelet|let|newcommand|providecommand|renewcommand';
/** Temml builds what they contain several times, and so do two arrows of `\ce`. */
const DOUBLED = 'equilibriumLeft|equilibriumRight|mathllap';
const UNAVAILABLE = new RegExp(`\\\\(?:${STYLED}|${MACROS}|${DOUBLED})(?![a-zA-Z])|<=>>|<<=>`);

const MATH_ELEMENTS = [
  'math',
  'menclose',
  'mfrac',
  'mi',
  'mn',
  'mo',
  'mover',
  'mpadded',
  'mphantom',
  'mroot',
  'mrow',
  'ms',
  'mspace',
  'msqrt',
  'mstyle',
  'msub',
  'msubsup',
  'msup',
  'mtable',
  'mtd',
  'mtext',
  'mtr',
  'munder',
  'munderover',
];
const MATH_ATTRIBUTES = [
  'accent',
  'class',
  'columnalign',
  'columnspacing',
  'depth',
  'display',
  'displaystyle',
  'fence',
  'form',
  'height',
  'largeop',
  'linebreak',
  'linethickness',
  'lspace',
  'mathvariant',
  'maxsize',
  'minsize',
  'movablelimits',
  'notation',
  'rowspacing',
  'rspace',
  'scriptlevel',
  'separator',
  'stretchy',
  'symmetric',
  'voffset',
  'width',
];
const SAFE: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    'code',
    'pre',
    'br',
    'span',
    ...MATH_ELEMENTS,
  ],
  allowedAttributes: {
    ol: ['start'],
    span: [{ name: 'class', values: ['whole'] }],
    ...Object.fromEntries(MATH_ELEMENTS.map((element) => [element, MATH_ATTRIBUTES])),
  },
  allowedSchemes: [],
};

/**
 * A pair of dollar signs stands around a formula, two pairs around one in a line of its own. As in
 * pandoc, none opens before a space, and none closes after a space or before a digit: '$5 and $10'
 * is no formula. Code and escaped characters are matched first, so that their dollar signs stay.
 */
const PARTS =
  /\\[^]|(`+)[^]*?\1|\$\$([^]+?)\$\$|\$(?!\s)((?:\\[^]|[^$\\\s]|\s+(?![\s$]))+)\$(?!\d)/g;

/**
 * Stands for a formula in the Markdown; typed private characters are removed. Punctuation
 * after it would begin a line if the two were not kept together.
 */
const PLACEHOLDER = /\uE000(\d+)\uE001([.,;:!?)\]]*)/g;
const PRIVATE = /[\uE000-\uE00F]/g;

/** The HTML of a text, or what is wrong with one of its formulas. */
type RenderedText =
  | {
      readonly html: string;
      /** Names typed characters that the HTML does not show; null when it shows all. */
      readonly notice: string | null;
    }
  | { readonly fault: string };

/** Renders one text. Counts the characters of a fault from 1, from the start of the text. */
export function renderText(source: string): RenderedText {
  const formulas: string[] = [];
  const faults: string[] = [];
  const takeFormula = (part: string, ...groups: unknown[]) => {
    const [, block, inline] = groups as (string | undefined)[];
    const tex = block ?? inline;
    if (tex === undefined) return part;
    const start = groups.find((group) => typeof group === 'number') ?? 0;
    const rendered = renderFormula(tex, block !== undefined);
    if ('fault' in rendered) {
      const dollars = block === undefined ? 1 : 2;
      faults.push(`Formula, character ${start + dollars + rendered.at + 1}: ${rendered.fault}`);
      return '';
    }
    formulas.push(rendered.html);
    return `\uE000${formulas.length - 1}\uE001`;
  };
  const typed = source.replace(PRIVATE, '').replace(PARTS, takeFormula);
  const [fault] = faults;
  if (fault !== undefined) return { fault };
  const markdown = shieldMarks(
    typed.replace(CODE_OR_ESCAPE, (part) =>
      part.startsWith('`') ? shieldAll(part) : shieldEscape(part),
    ),
  );
  const html = unshield(micromark(markdown, { extensions: [NO_MARKUP] }));
  const notice = findUnshown(typed, html);
  const insertFormula = (_: string, index: string, punctuation: string) => {
    // Each formula is inserted once. An entity can stand for a private character, and many of them
    // would otherwise repeat a formula.
    const [formula = ''] = formulas.splice(Number(index), 1, '');
    return punctuation === '' ? formula : `<span class="whole">${formula}${punctuation}</span>`;
  };
  return { html: sanitizeHtml(html.replace(PLACEHOLDER, insertFormula), SAFE).trim(), notice };
}

const CODE_OR_ESCAPE = /\\[^]|(`+)[^]*?\1/g;

/** MathML, or what is wrong at which character, counted from 0. */
function renderFormula(
  tex: string,
  displayMode: boolean,
): { readonly html: string } | { readonly fault: string; readonly at: number } {
  const found = UNAVAILABLE.exec(tex);
  const { tex: spelt, placeOf } = spellTex(tex);
  if (found !== null) return { fault: `${found[0]} is not available.`, at: found.index };
  try {
    return {
      html: temml.renderToString(spelt, {
        displayMode,
        strict: true,
        trust: false,
        throwOnError: true,
        maxExpand: 1000,
        maxSize: [20, 20],
      }),
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { fault: faultOf(error), at: placeOf(positionOf(error)) };
  }
}

/**
 * Temml repeats the formula after the place; the first part says what is wrong. Other errors of it
 * come from formulas that it did not foresee.
 */
function faultOf({ name, message }: Error): string {
  if (name !== 'ParseError') return 'This cannot be read as a formula.';
  const [what = message] = message.trim().split(/ at (?:position|end of input)/, 1);
  return what.endsWith('.') ? what : `${what}.`;
}

const positionOf = (error: Error): number =>
  'position' in error && typeof error.position === 'number' ? error.position : 0;
