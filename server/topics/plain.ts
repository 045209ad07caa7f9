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

const readAll = (nodes: readonly MathNode[]): string => nodes.map(read).join('');

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
      return `${group(first)}/${groupFactors(second)}`;
    case 'msqrt':
      return `√${groupFactors({ ...node, name: 'mrow' })}`;
    case 'mroot':
      return `${scripts(second, SUPERSCRIPTS, '')}√${groupFactors(first)}`;
    case 'msup':
      return read(first) + power(second);
    case 'msub':
    case 'munder':
      return read(first) + scripts(second, SUBSCRIPTS, '_');
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

/** Signs over a letter as Unicode combines them, the mean and derivatives among them. */
const ACCENTS: Readonly<Record<string, string>> = {
  '¯': '\u0304',
  '˙': '\u0307',
  '¨': '\u0308',
  '^': '\u0302',
  '˜': '\u0303',
};

/** Without its arrow, which few fonts put in its place, or a line over several letters. */
const accented = (letters: string, sign: string): string =>
  Array.from(letters).length === 1 ? `${letters}${ACCENTS[sign] ?? ''}`.normalize('NFC') : letters;

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

/** In brackets, unless it is a product of numbers and letters, or has them. */
function group(node: MathNode): string {
  const text = read(node).trim();
  return PRODUCT.test(text) || IN_BRACKETS.test(text) ? text : `(${text})`;
}
const PRODUCT = /^[\p{L}\p{M}\d.,]*$/u;
const IN_BRACKETS = /^\([^()]*\)$/;

/**
 * In brackets, unless it is one number, letter or word, or has them: without them only the first
 * factor of '√2gh', '1/2π' or 'e^kt' would belong to the sign before it.
 */
function groupFactors(node: MathNode): string {
  const text = read(node).trim();
  return isWord(node) || ONE_FACTOR.test(text) || IN_BRACKETS.test(text) ? text : `(${text})`;
}
/** A change, 'Δt' or 'dt', is one. */
const ONE_FACTOR = /^(?:[\d.,]+|[dδ∂Δ]?\p{L}\p{M}*)?$/u;

/** Letters that stand together as one element: 'kg', 'max'. */
function isWord(node: MathNode): boolean {
  if (!isElement(node)) return PRODUCT.test(read(node).trim());
  const [only = '', ...others] = node.children;
  return others.length === 0 && isWord(only);
}
