// Marks of Markdown that mean something in physics. '- 3 V' is a voltage and no list, '2*3*4' a
// product and no emphasis. Such characters are shielded: private characters stand for them while
// Markdown is read, so that they show as typed.

const SHIELDED = '*_-+.)\\';
const FIRST_SHIELD = 0xe002;

const shieldOf = (sign: string): string =>
  String.fromCodePoint(FIRST_SHIELD + SHIELDED.indexOf(sign));

/** Shields every sign that could be a mark, as in code. */
export const shieldAll = (text: string): string => text.replace(/[*_\-+.)\\]/g, shieldOf);

/** Writes the shielded characters again. */
export const unshield = (text: string): string =>
  text.replace(/[\uE002-\uE008]/g, (shield) =>
    SHIELDED.charAt((shield.codePointAt(0) ?? 0) - FIRST_SHIELD),
  );

/** What a backslash can be typed before, so that it is no mark. */
export const ESCAPABLE = '\\`*_$-+.#>';

/** A backslash before anything else is TeX or a path, and shows. */
export function shieldEscape(part: string): string {
  const sign = part.slice(1);
  if (!ESCAPABLE.includes(sign)) return shieldOf('\\') + sign;
  return sign === '`' ? part : shieldAll(sign);
}

/**
 * Shields the marks that are none, in a text whose formulas, code and escapes are out of the way.
 */
export const shieldMarks = (text: string): string => shieldStars(shieldLists(text));

const OPERAND_END = /(?:[\p{L}\p{N})\]}\uE001°′]|\p{L}')$/u;
const OPERAND_START = /^[\p{L}\p{N}([{\uE000√−+-]/u;

/** A star between two factors multiplies. Two stars within a word can end what is bold. */
function shieldStars(text: string): string {
  let open = 0;
  return text.replaceAll('_', shieldOf).replace(/\*+/g, (stars, index: number) => {
    const before = text.slice(Math.max(0, index - 2), index);
    const after = text.slice(index + stars.length, index + stars.length + 2);
    if (!OPERAND_END.test(before)) {
      if (/^\S/.test(after)) open = stars.length;
      return stars;
    }
    const isInWord = /\p{L}$/u.test(before) && /^\p{L}/u.test(after);
    const ends = !OPERAND_START.test(after) || (isInWord && stars.length > 1 && open > 0);
    if (!ends) return shieldAll(stars);
    open = 0;
    return stars;
  });
}

const LIST_LINE = /^(?<indent>\s*)(?<mark>[-+*]|\d{1,9}[.)])(?=[ \t]|$)(?<content>.*)$/;
const NUMBER = /^(?:[-+−–±~≈] ?)?[£€$]?[.,]?[\d½¼¾]/;

interface ListItem {
  readonly line: number;
  readonly mark: string;
  readonly content: string;
}

/** Shields the marks at the start of lines that make no list, and keeps those lines apart. */
function shieldLists(text: string): string {
  const lines = text.split('\n');
  for (const items of groupItems(lines)) {
    const isList = isWrittenList(items);
    for (const { line, mark, content } of items) {
      if (isList && content !== '') continue;
      const typed = lines[line] ?? '';
      lines[line] = typed.replace(mark, shieldAll(mark));
      breakBefore(lines, line);
    }
  }
  for (const [line, typed] of lines.entries())
    if (typed.startsWith('|') && lines[line - 1]?.startsWith('|')) breakBefore(lines, line);
  return lines.join('\n');
}

/** Two spaces at the end of a line break it. */
function breakBefore(lines: string[], line: number): void {
  const before = lines[line - 1];
  if (before !== undefined && before.trim() !== '') lines[line - 1] = `${before.trimEnd()}  `;
}

/** Lines with list marks that belong together: blank lines and continued items do not part them. */
function groupItems(lines: string[]): readonly (readonly ListItem[])[] {
  const groups: ListItem[][] = [];
  let kind: string | null = null;
  let [isAfterBlank, isAfterText] = [true, false];
  for (const [line, typed] of lines.entries()) {
    const { indent = '', mark = '', content = '' } = LIST_LINE.exec(typed)?.groups ?? {};
    const isBlank = typed.trim() === '';
    // Within a paragraph only the number 1 can begin a list.
    const isMark = mark !== '' && !(isAfterText && kind === null && /^(?!1\D)\d/.test(mark));
    if (isMark) {
      const item = { line, mark, content: content.trim() };
      if (kind === mark.slice(-1) || (kind !== null && indent !== '')) groups.at(-1)?.push(item);
      else {
        groups.push([item]);
        kind = mark.slice(-1);
      }
    } else if (!isBlank && isAfterBlank && !/^\s/.test(typed)) kind = null;
    isAfterText = !isBlank && !isMark;
    isAfterBlank = isBlank;
  }
  return groups;
}

function isWrittenList(items: readonly ListItem[]): boolean {
  const written = items.filter(({ content }) => content !== '');
  if (written.some(({ mark, content }) => mark.endsWith(')') || NUMBER.test(content))) return false;
  const numbers = written.map(({ mark }) => Number.parseInt(mark, 10));
  const [first = Number.NaN] = numbers;
  if (Number.isNaN(first)) return written.length > 1;
  const isNested = numbers.some(Number.isNaN);
  return first < 100 && (isNested || numbers.every((number, index) => number === first + index));
}
