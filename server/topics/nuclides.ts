// Numbers before a symbol, as in nuclides: they become prescripts, which browsers put flush right
// before it and screen readers say with it. Temml builds them from invisible letters and styles.
import {
  element,
  isElement,
  isEmpty,
  isNamed,
  type MathElement,
  type MathNode,
  textOf,
} from './mathml.ts';

/** Elements that hold a row. */
const ROWS = ['math', 'mrow', 'mstyle', 'mtd', 'mpadded', 'mphantom', 'msqrt', 'menclose'];
const SCRIPTS = ['msub', 'msup', 'msubsup'];

/** Joins scripts of a row that stand beside their symbol with it: `{}^{14}C`, `\ce{^{14}C}`. */
export function joinScripts(row: MathElement): MathElement {
  if (!ROWS.includes(row.name)) return row;
  const joined: MathNode[] = [];
  const rest = row.children.filter((child) => !isStrut(child)).flatMap(partSpace);
  for (let node = rest.shift(); node !== undefined; node = rest.shift()) {
    const isDegree = isRing(node) && isLetter(rest[0]);
    const loose = isDegree ? null : looseScripts(node);
    const before = joined.at(-1);
    if (loose === null) joined.push(isDegree ? DEGREE : node);
    else if (loose.isBefore || !isSymbol(before)) {
      const base = loose.isBefore || isLetter(rest[0]) ? rest.shift() : undefined;
      joined.push(base === undefined && !loose.isBefore ? node : prescribe(base, loose));
    } else joined.splice(-1, 1, postscribe(before, loose));
  }
  return { ...row, children: joined };
}

/** `\,^{14}C`: TeX gives the script to the space. */
function partSpace(node: MathNode): readonly MathNode[] {
  if (!isNamed(node, ...SCRIPTS)) return [node];
  const [base, ...scripts] = node.children;
  return isNamed(base, 'mspace')
    ? [base, { ...node, children: [element('mrow', []), ...scripts] }]
    : [node];
}

interface Scripts {
  readonly sub: MathNode;
  readonly sup: MathNode;
}
const DEGREE = element('mi', ['°']);
/** The start of `{}^{\circ}C`, as \pu writes degrees Celsius. */
const isRing = (node: MathNode): boolean =>
  isNamed(node, 'msup') && isEmpty(node.children[0]) && textOf(node) === '∘';

const NONE = element('none', []);

/**
 * What \ce puts before a symbol, twice: first out of sight, for the space that the numbers need.
 */
function isStrut(node: MathNode): boolean {
  const [base, sub] = isNamed(node, 'msubsup') ? node.children : [];
  return isInvisible(base) && isNamed(sub, 'mpadded') && sub.attributes['height'] === '0px';
}

/** `\vphantom{X}`. */
const isInvisible = (node: MathNode | undefined): boolean =>
  isNamed(node, 'mpadded') &&
  node.attributes['width'] === '0.1px' &&
  isNamed(node.children[0], 'mphantom') &&
  node.children.length === 1;

/** Scripts whose symbol is not with them, or null. `\ce` marks those that stand before it. */
function looseScripts(node: MathNode): (Scripts & { readonly isBefore: boolean }) | null {
  if (!isNamed(node, ...SCRIPTS)) return null;
  const [base, ...scripts] = node.children;
  if (!isEmpty(base) && !isInvisible(base)) return null;
  const drawn = scripts.map((script) => overlapIn(script) ?? script);
  const sub = node.name === 'msup' ? NONE : (drawn[0] ?? NONE);
  const sup = node.name === 'msub' ? NONE : (drawn.at(-1) ?? NONE);
  return {
    sub: isEmpty(sub) ? NONE : sub,
    sup: isEmpty(sup) ? NONE : sup,
    isBefore: scripts.some((script) => overlapIn(script) !== null),
  };
}

/** The visible part of `\mathllap`, with which \ce moves a number to the left; null if none. */
function overlapIn(script: MathNode): MathNode | null {
  const overlap = isNamed(script, 'mrow') ? script.children.at(-1) : undefined;
  if (!isNamed(overlap, 'mpadded') || overlap.attributes['lspace'] !== '-1width') return null;
  const number = overlap.children.at(-1);
  return isElement(number) ? { ...number, attributes: {} } : null;
}

const isLetter = (node: MathNode | undefined): boolean =>
  isNamed(node, 'mi', 'mtext', 'mpadded', 'mover', 'mstyle') ||
  (isNamed(node, 'mrow', ...SCRIPTS) && isLetter(node.children[0]));

/** What scripts after it can belong to. */
const isSymbol = (node: MathNode | undefined): node is MathElement =>
  isLetter(node) ||
  isNamed(node, 'mmultiscripts') ||
  (isNamed(node, 'mrow') && isSymbol(node.children.at(-1))) ||
  (isNamed(node, ...SCRIPTS) && isSymbol(node.children[0])) ||
  (isNamed(node, 'mo') && node.attributes['form'] === 'postfix');

function prescribe(base: MathNode | undefined, { sub, sup }: Scripts): MathElement {
  const symbol = base ?? element('mrow', []);
  const numbers = [element('mprescripts', []), leafOf(sub), leafOf(sup)];
  if (!isNamed(symbol, ...SCRIPTS)) return element('mmultiscripts', [symbol, ...numbers]);
  const [inner = '', ...scripts] = symbol.children;
  const after = symbol.name === 'msup' ? [NONE, ...scripts] : [...scripts, NONE].slice(0, 2);
  return element('mmultiscripts', [inner, ...after.map(leafOf), ...numbers]);
}

function postscribe(base: MathElement, { sub, sup }: Scripts): MathElement {
  if (base.name === 'mmultiscripts') {
    const at = base.children.findIndex((child) => isNamed(child, 'mprescripts'));
    const after = [leafOf(sub), leafOf(sup)];
    return { ...base, children: base.children.toSpliced(at, 0, ...after) };
  }
  if (sub === NONE) return element('msup', [base, sup]);
  return sup === NONE ? element('msub', [base, sub]) : element('msubsup', [base, sub, sup]);
}

/**
 * A script as one element, if it is a row of letters, digits and signs: speech-rule-engine 4.1.5
 * says of a row in `mmultiscripts` only its sign, so 'minus' of -1 and of A-4.
 */
function leafOf(script: MathNode): MathNode {
  if (!isNamed(script, 'mrow', 'mstyle', 'mpadded')) return script;
  const leaves = leavesIn(script);
  if (leaves === null || leaves.length === 0) return script;
  const plain = leaves.map(textOf).join('');
  // 99m is a mass number, and its m stands for metastable.
  const text = /^\d+[a-z]\d?$/.test(plain) ? plain : leaves.map(writtenText).join('');
  return element(/^[−\d.]+$/.test(text) ? 'mn' : 'mtext', [text]);
}

function leavesIn(node: MathElement): readonly MathElement[] | null {
  if (isNamed(node, 'mi', 'mn', 'mo', 'mtext')) return [node];
  if (isNamed(node, 'mspace')) return [];
  if (!isNamed(node, 'mrow', 'mstyle', 'mpadded')) return null;
  const parts = node.children.filter(isElement).map(leavesIn);
  return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);
}

/** A letter of `mi` is italic, and keeps that in `mtext`. */
function writtenText(leaf: MathElement): string {
  const text = textOf(leaf);
  const isItalic = leaf.name === 'mi' && leaf.attributes['mathvariant'] === undefined;
  return isItalic && /^[A-Za-z]$/.test(text) ? italicOf(text) : text;
}

/** U+1D455 is not assigned: the italic h is the Planck constant, U+210E. */
const italicOf = (letter: string): string => {
  if (letter === 'h') return '\u210E';
  const [start, first] = letter < 'a' ? [0x1_d4_34, 'A'] : [0x1_d4_4e, 'a'];
  return String.fromCodePoint(start + letter.charCodeAt(0) - first.charCodeAt(0));
};
