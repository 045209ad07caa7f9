// Renders the texts of topics: Markdown with formulas becomes HTML with MathML, once, when a text
// is saved. Browsers need no formula library.
import { micromark } from 'micromark';
import sanitizeHtml from 'sanitize-html';
import temml from 'temml';

import { shieldAll, shieldEscape, shieldMarks, unshield, ESCAPABLE } from './marks.ts';
import { drawMathml, MATH_ELEMENTS } from './math-drawing.ts';
import { MATH_ATTRIBUTES, Undrawable } from './math-styles.ts';
import { texMacros } from './tex-macros.ts';
import { UnreadableTex } from './tex-quantities.ts';
import { DOLLARS_WITHIN, spellTex } from './tex-spelling.ts';

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
 * is no formula, and text within a formula may hold others. Code and escaped characters are matched
 * first, so that their dollar signs stay. Only one alternative fits at each place: with two, the
 * time for a formula without an end would double with each text in it.
 */
const PARTS = new RegExp(
  '\\\\[^]|(`+)[^]*?\\1|\\$\\$([^]+?)\\$\\$' +
    `|\\$(?!\\s)((?:${DOLLARS_WITHIN}|(?!${DOLLARS_WITHIN})\\\\[^]|[^$\\\\\\s]|\\s+(?![\\s$]))+)\\$(?!\\d)`,
  'g',
);

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
  const notice = findHiddenSign(typed, html);
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
function renderFormula(tex: string, displayMode: boolean) {
  const refused = findRefusedCommand(tex);
  if (refused !== null) return refused;
  const { tex: spelt, placeOf } = spellTex(tex);
  try {
    const markup = temml.renderToString(spelt, {
      displayMode,
      strict: true,
      trust: false,
      throwOnError: true,
      macros: texMacros(),
      maxExpand: 1000,
      maxSize: [20, 20],
    });
    return { html: drawMathml(markup) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const at = positionOf(error);
    // Within what a command becomes, Temml counts from the start of that.
    return { fault: faultOf(error), at: at <= spelt.length ? placeOf(at) : placeOfPackage(tex) };
  }
}

/**
 * Temml repeats the formula after the place; the first part says what is wrong. Other errors of it
 * come from formulas that it did not foresee.
 */
function faultOf(error: Error): string {
  const { name, message } = error;
  if (error instanceof UnreadableTex) return message;
  if (error instanceof Undrawable) return 'A part of this formula cannot be drawn.';
  if (name !== 'ParseError') return 'This cannot be read as a formula.';
  const [what = message] = message.trim().split(/ at (?:position|end of input)/, 1);
  const advice = what.endsWith('used in math mode') ? '. Write it as \\text{...}' : '';
  return what.endsWith('.') ? what : `${what}${advice}.`;
}

const placeOfPackage = (tex: string): number =>
  Math.max(0, tex.search(/\\(?:ce|pu|qty|SI|unit|si|num|ang)(?![a-zA-Z])/));

const positionOf = (error: Error): number =>
  'position' in error && typeof error.position === 'number' ? error.position : 0;

const MAX_QUOTED = 20;

/**
 * Compares a typed text with its HTML, both with placeholders for formulas. Marks of emphasis, code
 * and lists may be missing. Null when everything else shows as typed.
 */
function findHiddenSign(typed: string, html: string): string | null {
  const typedSigns = [...typed.matchAll(/\S/gu)];
  const signs = [...readText(html).matchAll(/\S/gu)].map(([sign]) => sign);
  let next = 0;
  for (const [index, { 0: sign, index: place }] of typedSigns.entries()) {
    const isBullet = signs[next] === BULLET && /[-+*]/.test(sign);
    if (signs[next] === sign || isBullet) {
      next += 1;
      continue;
    }
    const follower = typedSigns[index + 1]?.[0] ?? ' ';
    const isMark = /[*`]/.test(sign) || (sign === '\\' && ESCAPABLE.includes(follower));
    if (isMark) continue;
    const [quoted = sign] = /^\S+/.exec(typed.slice(place)) ?? [];
    return `"${quoted.slice(0, MAX_QUOTED)}" is not shown as you typed it. Look at the preview.`;
  }
  return null;
}

const BULLET = '\uE00F';

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
};

/** The text of the HTML, with the numbers and bullets of its lists. */
function readText(html: string): string {
  const lists: (number | null)[] = [];
  const text = html.replace(/<(\/?[a-z]+)(?: start="(\d+)")?[^>]*>/g, (_, tag: string, start) => {
    if (tag === 'ol') lists.push(Number(start ?? 1));
    if (tag === 'ul') lists.push(null);
    if (tag === '/ol' || tag === '/ul') lists.pop();
    if (tag !== 'li') return '';
    const number = lists.at(-1) ?? null;
    if (number === null) return BULLET;
    lists[lists.length - 1] = number + 1;
    return `${number}.`;
  });
  return text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}

const REFUSED: readonly (readonly [string, string])[] = [
  // The content security policy forbids what Temml draws them with.
  ['(?:define|text)?color|colorbox|fcolorbox', 'Write it without colour.'],
  ['bbox|boxed|fbox', 'Write it without a box.'],
  ['cancelto', 'Write \\cancel instead.'],
  ['longdiv', 'Write \\frac instead.'],
  ['phase|angln?', 'Write \\angle instead.'],
  ['textcircled', 'Write it in brackets.'],
  ['bordermatrix', 'Write \\begin{matrix} instead.'],
  ['reflectbox|leftmodels', 'Write it without a mirror.'],
  // A short text with macros can become megabytes.
  ['[egx]?def|futurelet|let|newcommand|providecommand|renewcommand', 'Write the formula out.'],
  // Temml builds what they contain several times, and so do two arrows of `\ce`.
  ['equilibriumLeft|equilibriumRight', 'Write \\rightleftharpoons instead.'],
  ['isotope|nuclide', 'Write \\ce{^{235}_{92}U} instead.'],
  ['mathllap', 'Write it without an overlap.'],
  // Nothing, or something else, would be shown.
  ['label|(?:eq)?ref', 'Write the number of the equation in the text.'],
  ['textsc', 'Write \\text instead.'],
  ['TextOrMath|mathchoice', 'Write only what shows.'],
];

const TWO_ARROWS = /<=>>|<<=>/;

/** The first command that is refused, or null. */
function findRefusedCommand(tex: string): { readonly fault: string; readonly at: number } | null {
  const arrows = TWO_ARROWS.exec(tex);
  const places = REFUSED.map(([names, advice]) => ({
    found: new RegExp(`\\\\(?:${names})(?![a-zA-Z])`).exec(tex),
    advice,
  })).concat({ found: arrows, advice: 'Write <=> instead.' });
  const refused = places.flatMap(({ found, advice }) =>
    found === null ? [] : { fault: `${found[0]} is not available. ${advice}`, at: found.index },
  );
  return refused.toSorted((one, other) => one.at - other.at)[0] ?? null;
}
