// The numbers that LaTeX gives to equations by itself. A question has none, so that their columns
// are left out; a number of \tag stays.
import { isElement, isNamed, type MathElement, type MathNode, textOf } from './mathml.ts';

/** Leaves out the columns for numbers, unless one of them holds a \tag. */
export function dropNumbers(table: MathElement): MathElement {
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
