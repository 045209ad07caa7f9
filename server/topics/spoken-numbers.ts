// Joins numbers whose digits stand in groups: screen readers say '12 times 000' of two numbers with
// a space between them.
import { element, isNamed, type MathElement, type MathNode, textOf } from './mathml.ts';

const THIN_SPACE = '\u2009';
/** 12 000, 1 234.5 and 0.000 05, as the SI groups digits. */
const GROUPED =
  /^(?:\d{1,3}(?:\u2009\d{3})+(?:\.\d*)?|\d{1,3}(?:\u2009\d{3})*\.\d{3}(?:\u2009\d{3})*\u2009\d{1,3})$/;

/** Makes one number of `12\,000` in a row. */
export function joinDigits(row: MathElement): MathElement {
  if (!isNamed(row, 'math', 'mrow', 'mstyle', 'mtd')) return row;
  const joined: MathNode[] = [];
  for (const node of row.children) {
    const [start, space] = joined.slice(-2);
    const digits =
      isNamed(start, 'mn') && isThinSpace(space) && isNamed(node, 'mn')
        ? textOf(start) + THIN_SPACE + textOf(node)
        : '';
    if (GROUPED.test(digits)) joined.splice(-2, 2, element('mn', [digits]));
    else joined.push(node);
  }
  return { ...row, children: joined };
}

/** `\,` in Temml. */
const isThinSpace = (node: MathNode | undefined): boolean =>
  isNamed(node, 'mspace') && node.attributes['width'] === '0.1667em';
