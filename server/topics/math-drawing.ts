// Turns Temml's MathML into what three engines draw alike and screen readers say right: Chromium
// knows no `menclose`, and the others draw it by themselves.
import { Undrawable, classStyles } from './math-styles.ts';
import {
  classesOf,
  element,
  isElement,
  isEmpty,
  isNamed,
  mapMathml,
  type MathElement,
  type MathNode,
  readMathml,
  textOf,
  withClasses,
  writeMathml,
} from './mathml.ts';
import { joinScripts } from './nuclides.ts';
import { joinDigits } from './spoken-numbers.ts';
import { nameUnits } from './spoken-units.ts';

export const MATH_ELEMENTS = [
  'math',
  'mfrac',
  'mi',
  'mmultiscripts',
  'mn',
  'mo',
  'mover',
  'mpadded',
  'mphantom',
  'mprescripts',
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
  'none',
];

/** Markup of Temml as it is stored. Throws Undrawable. */
export function drawMathml(markup: string): string {
  const steps = [
    drawLines,
    classStyles,
    writeUpright,
    chooseAccent,
    dropLine,
    joinDigits,
    nameUnits,
  ];
  const joined = mapMathml(readMathml(markup), (node) => dropNumbers(joinScripts(node)));
  const drawn = mapMathml(joined, (node) => {
    const result = steps.reduce((before, step) => step(before), node);
    if (!MATH_ELEMENTS.includes(result.name)) throw new Undrawable();
    return result;
  });
  return writeMathml(drawn);
}

/** Lines across letters, by their class in Temml. */
const STRIKES: Readonly<Record<string, string>> = {
  upstrike: 'struck-up',
  downstrike: 'struck-down',
  sout: 'struck-through',
  'tml-xcancel': 'struck-up struck-down',
};

/**
 * No `menclose`: only the stylesheet draws, and once. Screen readers get the line in words or as a
 * sign: Orca 43 in Firefox takes every `menclose` for a long division.
 */
function drawLines(node: MathElement): MathElement {
  if (node.name !== 'menclose') return node;
  const [drawn = ''] = classesOf(node);
  const [body = '', strike] = node.children;
  if (drawn === 'tml-overline') {
    const line = element('mo', ['¯'], { stretchy: 'false', class: 'unseen' });
    return element('mover', [element('mrow', [body], { class: drawn }), line]);
  }
  const struck = isElement(strike) ? STRIKES[classesOf(strike).at(-1) ?? ''] : undefined;
  const isUnderlined = drawn === 'tml-underline';
  if (struck === undefined && !isUnderlined) throw new Undrawable();
  const words = element('mtext', [isUnderlined ? 'underlined' : 'crossed out'], {
    class: 'unseen',
  });
  return element('mrow', [words, element('mrow', [body], { class: struck ?? drawn })]);
}

/** Letters that engines slant when they stand alone. */
const SLANTED = /^[A-Za-z\u0370-\u03FF\u0131\u0237\u2202\u2207]$/u;

/**
 * One upright letter as `mtext`: speech-rule-engine 4.1.5 says 'normal m' of an `mi` with
 * `mathvariant="normal"`, and Firefox puts a space beside it, which Temml hides in an `mrow`.
 */
function writeUpright(node: MathElement): MathElement {
  const [only, filler] = node.children;
  if (node.name === 'mi' && node.attributes['mathvariant'] === 'normal') {
    const { mathvariant: _, ...attributes } = node.attributes;
    return { ...node, name: SLANTED.test(textOf(node)) ? 'mtext' : 'mi', attributes };
  }
  const isPlain = Object.keys(node.attributes).length === 0;
  if (node.name === 'mrow' && isPlain && isNamed(only, 'mtext') && isFiller(filler)) return only;
  // \mathrm{kg} is one `mi` already, which engines do not slant.
  if (node.name === 'mpadded' && node.children.length === 1 && isNamed(only, 'mi'))
    return node.attributes['lspace'] === '0' ? only : node;
  return node;
}

const isFiller = (node: MathNode | undefined): boolean =>
  isNamed(node, 'mspace') && Object.keys(node.attributes).length === 0;

/**
 * Accents as screen readers know them, 'x hat' and 'v bar', and wide ones as the font stretches
 * them. WebKit draws ~ through the letter.
 */
const ACCENTS: Readonly<Record<string, string>> = { ˆ: '^', '\u203E': '¯', '~': '\u02DC' };

const WIDE_ACCENTS: Readonly<Record<string, string>> = {
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
};

/** They have their room within them. */
const COMBINING = /^[\u0300-\u036F\u20D0-\u20FF]/;

function chooseAccent(node: MathElement): MathElement {
  const [base = '', accent] = node.children;
  if (node.name !== 'mover' || !isNamed(accent, 'mo') || isEmpty(base)) return node;
  const isWide = accent.attributes['stretchy'] === 'true';
  const accentName = (isWide ? WIDE_ACCENTS : ACCENTS)[textOf(accent)] ?? textOf(accent);
  const classes = accentName === '^' ? ['hat'] : COMBINING.test(accentName) ? ['combining'] : [];
  const chosen = { ...accent, children: [accentName] };
  return {
    ...node,
    children: [base, classes.length === 0 ? chosen : withClasses(chosen, classes)],
  };
}

/** A binomial has no line: mathml2omml 0.5 draws one for '0px', and none for '0'. */
function dropLine(node: MathElement): MathElement {
  if (node.name !== 'mfrac' || node.attributes['linethickness'] !== '0px') return node;
  return { ...node, attributes: { ...node.attributes, linethickness: '0' } };
}

/** Leaves out the columns for numbers, unless one of them holds a \tag. */
function dropNumbers(table: MathElement): MathElement {
  if (table.name !== 'mtable') return table;
  const rows = table.children.filter(isElement).map(withoutCounters);
  const hasTag = rows.some((row) =>
    row.children.some((cell) => isGlue(cell) && textOf(cell) !== ''),
  );
  return {
    ...table,
    children: hasTag
      ? rows
      : rows.map((row) => ({ ...row, children: row.children.filter((cell) => !isGlue(cell)) })),
  };
}

/** A cell that Temml puts beside an equation, to centre it, or for its number. */
const isGlue = (cell: MathNode): boolean =>
  isNamed(cell, 'mtd') && /width:(?:50|7\.5)%/.test(cell.attributes['style'] ?? '');

/** Temml counts by a `span` and a rule for it. */
const withoutCounters = (node: MathElement): MathElement => ({
  ...node,
  children: node.children
    .filter((child) => !isElement(child) || child.name !== 'span')
    .map((child) => (isElement(child) ? withoutCounters(child) : child)),
});
