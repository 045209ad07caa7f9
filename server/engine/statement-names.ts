// Names of the statements that PostgreSQL keeps prepared, of which each connection holds all until
// it ends.

/**
 * Of statements that differ only in how many values or rows they list, so many are kept prepared.
 */
export const MAX_LENGTHS = 4;

/** What statements have in common that differ only in the length of a list. */
const shapeOf = (text: string) => text.replaceAll(/[\s(),]*\$\d+[\s(),]*/g, '$');

/**
 * Returns the name of a statement by its text; none for one whose other lengths have used up the
 * names.
 */
export function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const lengths = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const shape = shapeOf(text).replaceAll(/\$+/g, '$');
    const count = lengths.get(shape) ?? 0;
    if (count === MAX_LENGTHS) return undefined;
    lengths.set(shape, count + 1);
    const name = `statement-${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
