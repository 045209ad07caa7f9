// The plain reading of a rendered text, for where neither HTML nor formulas can stand.
import { isElement, isNamed, type MathElement, type MathNode, readMathml } from './mathml.ts';

/** The text of rendered HTML in one line, cut at a word to at most `max` characters. */
export function plainReading(html: string, max: number): string {
  const root = readMathml(`<p>${html.replaceAll('<br />', ' ')}</p>`);
  const line = settle(readAll(root.children)).replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= max) return line;
  const cut = characters.slice(0, max - 1).join('');
  const whole = cut.replace(/\s+\S*$/u, '');
  return `${whole === '' ? cut : whole}…`;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** Marks around a fraction or a root while it is not known what stands beside it. */
const [FRACTION, ROOT, END] = ['\uFDD0', '\uFDD1', '\uFDD2'];
const MARKED = /([\uFDD0\uFDD1])([^\uFDD2]*)\uFDD2/g;

const FRACTION_SIGNS: Readonly<Record<string, string>> = {
  '1/2': '½',
  '1/3': '⅓',
  '2/3': '⅔',
  '1/4': '¼',
  '3/4': '¾',
};

/** How a factor begins. Without brackets, '1/2mv²' could be 1/(2mv²). */
const FACTOR_BEGINS = /^[\uFDD0\uFDD1]?[\p{L}\p{N}√∂∇∞∫∑∏([{⟨/]/u;
/** How a factor ends that is no number: '2π1/T' needs brackets, and '2π/T' none. */
const FACTOR_ENDS = /[\p{L}\p{M}\p{No}′″°)\]}⟩\uFDD2]$/u;
const SCRIPT_BEGINS = /^[⁰¹²³⁴-⁹⁺⁻₀-₉₊₋^_′″°]/;

/** The text without marks. What they enclose is in brackets as a base, or beside a factor. */
const settle = (text: string): string =>
  text.replaceAll(MARKED, (marked, kind: string, inner: string, at: number) => {
    const before = text.slice(0, at);
    const after = text.slice(at + marked.length);
    if (SCRIPT_BEGINS.test(after)) return `(${inner})`;
    const isAfterFactor = FACTOR_ENDS.test(before);
    const isBesideFactor =
      FACTOR_BEGINS.test(after) || /[\d/]$/.test(before) || (isAfterFactor && /^\d/.test(inner));
    if (kind === ROOT || !isBesideFactor) return inner;
    // 'x²½' and '√2½' would have the half raised, or below the root.
    return (isAfterFactor ? undefined : FRACTION_SIGNS[inner]) ?? `(${inner})`;
  });

const read = (node: MathNode): string => settle(readMarked(node));
const readAll = (nodes: readonly MathNode[]): string => nodes.map(readMarked).join('');

function readMarked(node: MathNode): string {
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
      return readAll(node.children).replace(SPACED, ' $& ');
    case 'mfrac':
      if (node.attributes['linethickness'] !== undefined)
        return `${read(first)} choose ${read(second)}`;
      return FRACTION + readFraction(first, second) + END;
    case 'msqrt':
      return `${ROOT}√${group({ ...node, name: 'mrow' }, FACTOR)}${END}`;
    case 'mroot':
      return ROOT + readRoot(first, second) + END;
    case 'msup':
      return readMarked(first) + power(second);
    case 'munder':
    case 'mover':
      if (isBraced(first)) return `${readMarked(first)} (${read(second).trim()})`;
      return node.name === 'mover'
        ? accented(first, read(second))
        : readMarked(first) + (isBraced(node) ? '' : scripts(second, SUBSCRIPTS, '_'));
    case 'msub':
    case 'msubsup':
    case 'munderover':
      return readMarked(first) + scripts(second, SUBSCRIPTS, '_') + power(third);
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

/** With a brace above or below, to which a word may be added. */
const isBraced = (node: MathNode): boolean =>
  isNamed(node, 'munder', 'mover') && /^[⏞⏟]$/.test(read(node.children[1] ?? ''));

/** Signs over a letter as Unicode combines them, the mean and derivatives among them. */
const ACCENTS: Readonly<Record<string, string>> = {
  '¯': '\u0304',
  '˙': '\u0307',
  '¨': '\u0308',
  '^': '\u0302',
  '˜': '\u0303',
};

/**
 * What is written above is read in brackets, and the mean of a square as ⟨v²⟩. A sign over a letter
 * with an index is the letter's. Without an arrow, which few fonts put in its place, or a line over
 * several letters.
 */
function accented(under: MathNode, sign: string): string {
  const node = unwrap(under);
  const letters = readMarked(node);
  if (/[\p{L}\d]/u.test(sign)) return `${letters.trimEnd()}(${sign.trim()})`;
  if (sign === '¯' && /[¹²³⁴-⁹^]/.test(letters)) return `⟨${letters}⟩`;
  if (isNamed(node, 'msub', 'msup', 'msubsup')) {
    const [base = '', ...others] = node.children;
    return readMarked({ ...node, children: [accented(base, sign), ...others] });
  }
  return Array.from(letters).length === 1
    ? `${letters}${ACCENTS[sign] ?? ''}`.normalize('NFC')
    : letters;
}

/** The node within rows that have nothing else. */
function unwrap(node: MathNode): MathNode {
  if (!isNamed(node, 'mrow', 'mstyle')) return node;
  const [only, ...others] = node.children.filter((child) => read(child).trim() !== '');
  return only === undefined || others.length > 0 ? node : unwrap(only);
}

const isSpoken = (node: MathNode): boolean =>
  isNamed(node, 'mtext') && node.attributes['class'] === 'unseen';

const SPACED = /^[=≈≠<>≤≥≡∝→⇌⇒⇔∴]$/;

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
  return pairs(before) + readMarked(children[0] ?? '') + pairs(after);
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
  whole = PRODUCT,
): string {
  const text = read(node).trim();
  if (text === '') return '';
  const signs = Array.from(text, (sign) => signsOf.get(sign));
  return signs.every((sign) => sign !== undefined)
    ? signs.join('')
    : `${mark}${group(node, whole)}`;
}

/** What is raised. TeX raises \circ for a degree, and primes are raised as they are. */
function power(node: MathNode): string {
  const text = read(node).trim();
  if (text === '∘') return '°';
  return /^[′″‴]+$/.test(text) ? text : scripts(node, SUPERSCRIPTS, '^', FACTOR);
}

/** A denominator's d is a change only below another, as in 'dv/dt'. */
function readFraction(above: MathNode, below: MathNode): string {
  const numerator = group(above, PRODUCT);
  return `${numerator}/${group(below, numerator.startsWith('d') ? CHANGE : FACTOR)}`;
}

/** '³√8', or 'x^(1/n)' with an index that has no small sign. */
function readRoot(base: MathNode, index: MathNode): string {
  const raised = scripts(index, SUPERSCRIPTS, '^');
  return raised.startsWith('^')
    ? `${group(base, FACTOR)}^(1/${group(index, FACTOR)})`
    : `${raised}√${group(base, FACTOR)}`;
}

/** In brackets, unless it is `whole`, one sign or word, or has them. */
function group(node: MathNode, whole: RegExp): string {
  const text = read(node).trim();
  return whole.test(text) || IN_BRACKETS.test(text) || isOne(node) ? text : `(${text})`;
}
const IN_BRACKETS = /^(?:\([^()]*\)|⟨[^⟨⟩]*⟩)$/;
const PRODUCT = /^[\p{L}\p{M}\d.,√∂∞°′″⁰¹²³⁴-⁹⁻₀-₉]*$/u;

/**
 * One number or letter, also as a change, 'Δt': of '√2gh', '1/2π' or 'e^kt' only the first factor
 * would belong to the sign before it.
 */
const factor = (change: string): RegExp =>
  new RegExp(`^(?:[\\d.,]+°?|∞|[${change}]?\\p{L}\\p{M}*[₀-₉⁰¹²³⁴-⁹⁻′″]*)?$`, 'u');
const FACTOR = factor('δ∂Δ');
const CHANGE = factor('dδ∂Δ');

/** A root, a letter with its index, and letters that stand together as one element: 'kg', 'max'. */
function isOne(node: MathNode): boolean {
  const one = unwrap(node);
  const text = read(one).trim();
  if (!isElement(one) || text.includes('^')) return false;
  const [base = ''] = one.children;
  if (isNamed(one, 'msub', 'msubsup')) return isOne(base);
  return isNamed(one, 'msqrt', 'mroot') || (!isElement(base) && PRODUCT.test(text));
}
