// Names the statements that PostgreSQL keeps prepared. Each connection keeps all of them until it
// closes.

/** How many statements are prepared that differ only in the length of a list of values or rows. */
export const MAX_LENGTHS = 4;

/** The part shared by statements that differ only in the length of a list. */
const shapeOf = (text: string) => text.replaceAll(/[\s(),]*\$\d+[\s(),]*/g, '$');

/**
 * Returns a function that names a statement by its text, or returns undefined when its shape has
 * used up the names.
 */
export function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const lengths = new Map<string, number>();
  return (text) => {
    const cached = names.get(text);
    if (cached !== undefined) return cached;
    const shape = shapeOf(text).replaceAll(/\$+/g, '$');
    const count = lengths.get(shape) ?? 0;
    if (count === MAX_LENGTHS) return undefined;
    lengths.set(shape, count + 1);
    const name = `statement-${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
