// The plain reading of a rendered text, for where neither HTML nor formulas can stand.
import { isElement, isNamed, type MathElement, type MathNode, readMathml } from './mathml.ts';

/** The text of rendered HTML in one line, cut at a word to at most `max` characters. */
export function plainReading(html: string, max: number): string {
  const root = readMathml(`<p>${html.replaceAll('<br />', ' ')}</p>`);
  const line = readAll(root.children).replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= max) return line;
  const cut = characters.slice(0, max - 1).join('');
  const whole = cut.replace(/\s+\S*$/u, '');
  return `${whole === '' ? cut : whole}…`;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

const readAll = (nodes: readonly MathNode[]): string =>
  nodes
    .map((node, at) =>
      isFraction(node) ? readFraction(node, nodes[at - 1], nodes[at + 1]) : read(node),
    )
    .join('');

/** A fraction with its line, also within what says how large it is drawn. */
function isFraction(node: MathNode): boolean {
  if (isNamed(node, 'mfrac')) return node.attributes['linethickness'] === undefined;
  const [only, ...others] = isNamed(node, 'mstyle', 'mrow') ? node.children : [];
  return only !== undefined && others.length === 0 && isFraction(only);
}

const HALVES: Readonly<Record<string, string>> = {
  '1/2': '½',
  '1/3': '⅓',
  '2/3': '⅔',
  '1/4': '¼',
  '3/4': '¾',
};

/** In brackets beside a factor: '1/2mv²' could be 1/(2mv²), and '21/2' two and a half. */
function readFraction(node: MathNode, before?: MathNode, after?: MathNode): string {
  const text = read(node);
  const isBesideFactor =
    (before !== undefined && /[\d/]$/.test(read(before))) ||
    (after !== undefined && isElement(after) && !BETWEEN_FACTORS.test(read(after)));
  return isBesideFactor ? (HALVES[text] ?? `(${text})`) : text;
}
/** How what is no factor begins: a space, a sign between terms, a closing bracket. */
const BETWEEN_FACTORS = /^(?:$|[\s=+−±∓×⋅·*≪≫,;.:!?…)\]|}-])/;

function read(node: MathNode): string {
  if (!isElement(node))
    return (
      node
        .replaceAll(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
        .replaceAll('&#39;', "'")
        // What mathematicians write without a sign.
        .replaceAll(/[\u2061-\u2064]/g, '')
    );
  const [first = '', second = '', third = ''] = node.children;
  switch (node.name) {
    case 'p':
    case 'li':
    case 'pre':
    case 'mspace':
    case 'mtd':
      return ` ${readAll(node.children)} `;
    case 'mo':
      return SPACED.test(readAll(node.children))
        ? ` ${readAll(node.children)} `
        : readAll(node.children);
    case 'mfrac':
      if (node.attributes['linethickness'] !== undefined)
        return `${read(first)} choose ${read(second)}`;
      return `${group(first)}/${groupFactors(second)}`;
    case 'msqrt':
      return `√${groupFactors({ ...node, name: 'mrow' })}`;
    case 'mroot':
      return readRoot(first, second);
    case 'msup':
      return read(first) + power(second);
    case 'munder':
    case 'msub':
      return read(first) + (read(second) === BRACE ? '' : scripts(second, SUBSCRIPTS, '_'));
    case 'msubsup':
    case 'munderover':
      return read(first) + scripts(second, SUBSCRIPTS, '_') + power(third);
    case 'mover':
      return accented(read(first), read(second));
    case 'mrow':
      // What a listener is told, 'crossed out' or 'underlined', and what it is about.
      return isSpoken(first)
        ? `(${read(first)} ${readAll(node.children.slice(1))})`
        : readAll(node.children);
    case 'mmultiscripts':
      return readNuclide(node);
    default:
      return readAll(node.children);
  }
}

/** Beneath what a word explains. */
const BRACE = '⏟';

/** Signs over a letter as Unicode combines them, the mean and derivatives among them. */
const ACCENTS: Readonly<Record<string, string>> = {
  '¯': '\u0304',
  '˙': '\u0307',
  '¨': '\u0308',
  '^': '\u0302',
  '˜': '\u0303',
};

/**
 * What is written above is read in brackets, and the mean of a square as ⟨v²⟩. Without an arrow,
 * which few fonts put in its place, a brace, or a line over several letters.
 */
function accented(letters: string, sign: string): string {
  if (/[\p{L}\d]/u.test(sign)) return `${letters.trimEnd()}(${sign.trim()})`;
  if (sign === '¯' && /[⁰¹²³⁴-⁹^]/.test(letters)) return `⟨${letters}⟩`;
  return Array.from(letters).length === 1
    ? `${letters}${ACCENTS[sign] ?? ''}`.normalize('NFC')
    : letters;
}

const isSpoken = (node: MathNode): boolean =>
  isNamed(node, 'mtext') && node.attributes['class'] === 'unseen';

const SPACED = /^[=≈≠<>≤≥≡∝→⇌]$/;

/** The base, then pairs of a script below and one above; after `mprescripts`, those before it. */
function readNuclide({ children }: MathElement): string {
  const at = children.findIndex((child) => isNamed(child, 'mprescripts'));
  const after = at === -1 ? children.slice(1) : children.slice(1, at);
  const before = at === -1 ? [] : children.slice(at + 1);
  const pairs = (parts: readonly MathNode[]) =>
    parts
      .map((part, position) =>
        position % 2 === 0 ? scripts(part, SUBSCRIPTS, '_') : scripts(part, SUPERSCRIPTS, '^'),
      )
      .join('');
  return pairs(before) + read(children[0] ?? '') + pairs(after);
}

const small = (signs: string): ReadonlyMap<string, string> =>
  new Map(Array.from('0123456789+−-', (sign, index) => [sign, signs.charAt(index)]));
const SUPERSCRIPTS = small('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻');
const SUBSCRIPTS = small('₀₁₂₃₄₅₆₇₈₉₊₋₋');

/** Small signs where Unicode has them all, otherwise the text behind a mark. */
function scripts(
  node: MathNode,
  signsOf: ReadonlyMap<string, string>,
  mark: string,
  groupRest = group,
): string {
  const text = read(node).trim();
  if (text === '') return '';
  const signs = Array.from(text, (sign) => signsOf.get(sign));
  return signs.every((sign) => sign !== undefined) ? signs.join('') : `${mark}${groupRest(node)}`;
}

/** What is raised. TeX raises \circ for a degree, and primes are raised as they are. */
function power(node: MathNode): string {
  const text = read(node).trim();
  if (text === '∘') return '°';
  return /^[′″‴]+$/.test(text) ? text : scripts(node, SUPERSCRIPTS, '^', groupFactors);
}

/** '³√8', or 'x^(1/n)' with an index that has no small sign. */
function readRoot(base: MathNode, index: MathNode): string {
  const raised = scripts(index, SUPERSCRIPTS, '^');
  return raised.startsWith('^')
    ? `${groupFactors(base)}^(1/${groupFactors(index)})`
    : `${raised}√${groupFactors(base)}`;
}

/** In brackets, unless it is a product of numbers and letters, or has them. */
function group(node: MathNode): string {
  const text = read(node).trim();
  return PRODUCT.test(text) || IN_BRACKETS.test(text) ? text : `(${text})`;
}
const PRODUCT = /^[\p{L}\p{M}\d.,⁰¹²³⁴-⁹⁻₀-₉]*$/u;
const IN_BRACKETS = /^(?:\([^()]*\)|⟨[^⟨⟩]*⟩)$/;

/**
 * In brackets, unless it is one number, letter or word, or has them: without them only the first
 * factor of '√2gh', '1/2π' or 'e^kt' would belong to the sign before it.
 */
function groupFactors(node: MathNode): string {
  const text = read(node).trim();
  return isWord(node) || ONE_FACTOR.test(text) || IN_BRACKETS.test(text) ? text : `(${text})`;
}
/** A change, 'Δt' or 'dt', is one. */
const ONE_FACTOR = /^(?:[\d.,]+|[dδ∂Δ]?\p{L}\p{M}*[₀-₉]*[⁰¹²³⁴-⁹⁻]*)?$/u;

/** Letters that stand together as one element: 'kg', 'max'. */
function isWord(node: MathNode): boolean {
  if (!isElement(node)) return PRODUCT.test(read(node).trim());
  const [only = '', ...others] = node.children;
  return others.length === 0 && isWord(only);
}
