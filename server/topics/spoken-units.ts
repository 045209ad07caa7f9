// Marks the units after a number, so that screen readers say 'metres' and not 'm'.
import { bySymbol } from '../../domain/marking/unit-symbols.ts';
import { element, isElement, isNamed, type MathElement, type MathNode, textOf } from './mathml.ts';

/** The class by which https://www.w3.org/TR/mathml-units/ marks a unit. */
const UNIT = 'MathML-Unit';

/** Marks the units of a row that stand after a number, up to the first sign that is none. */
export function nameUnits(row: MathElement): MathElement {
  if (!isNamed(row, 'math', 'mrow', 'mstyle', 'mtd')) return row;
  let isAfterNumber = false;
  const children = joinLetters(joinDegrees(row.children)).map((child) => {
    const unit = isAfterNumber ? asUnit(child) : null;
    isAfterNumber = isNumber(child) || (isAfterNumber && (unit !== null || isBetween(child)));
    return unit ?? child;
  });
  return { ...row, children };
}

/** '°C' is one unit. */
function joinDegrees(row: readonly MathNode[]): readonly MathNode[] {
  const isDegree = (node: MathNode | undefined) =>
    isNamed(node, 'mi', 'mo') && textOf(node) === '°';
  const isCelsius = (node: MathNode | undefined) =>
    isNamed(node, 'mi', 'mtext') && /^C$/.test(textOf(node));
  return row.flatMap((node, index) => {
    if (isDegree(node) && isCelsius(row[index + 1])) return element('mi', ['°C']);
    return isCelsius(node) && isDegree(row[index - 1]) ? [] : node;
  });
}

/** The k and the g of `\mathrm{J\,kg^{-1}}`, since Temml takes only the g as base of the power. */
function joinLetters(row: readonly MathNode[]): readonly MathNode[] {
  const joined: MathNode[] = [];
  for (const node of row) {
    const [base, ...scripts] = isNamed(node, 'msup', 'msub') ? node.children : [node];
    const before = joined.at(-1);
    if (!isElement(node) || !isUpright(before) || !isUpright(base)) joined.push(node);
    else {
      const letters = element('mi', [textOf(before) + textOf(base)]);
      const hasScripts = scripts.length > 0;
      joined.splice(-1, 1, hasScripts ? { ...node, children: [letters, ...scripts] } : letters);
    }
  }
  return joined;
}

/** One upright letter, or several as one symbol. */
const isUpright = (node: MathNode | undefined): node is MathElement =>
  (isNamed(node, 'mtext') && /^[A-Za-zμΩ]$/.test(textOf(node))) ||
  (isNamed(node, 'mi') && /^[A-Za-zμΩ]{2,3}$/.test(textOf(node)));

/** 5, or the power of ten at the end of 1.6 × 10^-19. */
const isNumber = (node: MathNode): boolean =>
  isNamed(node, 'mn') || (isNamed(node, 'msup') && isNamed(node.children[0], 'mn'));

const isBetween = (node: MathNode): boolean =>
  isNamed(node, 'mspace') || (isElement(node) && /^(?:\s|\u00A0|[/⋅·])$/.test(textOf(node)));

/** The node with its units marked, or null for what is no unit. */
function asUnit(node: MathNode): MathElement | null {
  if (!isElement(node)) return null;
  if (isNamed(node, 'mi', 'mtext')) return asSymbol(node);
  if (isNamed(node, 'msup')) {
    const [base = '', power = ''] = node.children;
    const unit = /^[−\d]+$/.test(textOf(power)) ? asUnit(base) : null;
    return unit === null ? null : { ...node, children: [unit, power] };
  }
  if (!isNamed(node, 'mrow', 'mfrac', 'mstyle')) return null;
  const units = node.children.map((child) => (isBetween(child) ? child : asUnit(child)));
  const children = units.filter((unit) => unit !== null);
  const isWhole = children.length === units.length && children.length > 0;
  return isWhole ? { ...node, children } : null;
}

/**
 * speech-rule-engine 4.1.5 says of these 'Celsius', 'Fahrenheit', 'tons', 'decibytes'; and a d may
 * begin a derivative.
 */
const MISREAD: ReadonlySet<string> = new Set(['C', 'F', 'T', 'dB', 'dBA', 'd']);

function asSymbol(leaf: MathElement): MathElement | null {
  const symbol = textOf(leaf).replace('μ', 'µ');
  const standsUpright = leaf.name === 'mtext' || symbol.length > 1;
  if (!standsUpright || !bySymbol.has(symbol) || MISREAD.has(symbol)) return null;
  const upright = symbol.length === 1 ? { mathvariant: 'normal' } : {};
  return element('mi', leaf.children, { ...upright, class: UNIT });
}
