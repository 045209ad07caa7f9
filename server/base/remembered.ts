// Caches results that are requested over and over: everybody looks at the same few weeks.

const MAX_ENTRIES = 1000;

/** Caches the results of `find`, which must be a pure function. */
export function remembered<Asked, Found>(find: (asked: Asked) => Found): (asked: Asked) => Found {
  const known = new Map<Asked, Found>();
  return (asked) => {
    const before = known.get(asked);
    if (before !== undefined) return before;
    const found = find(asked);
    if (known.size === MAX_ENTRIES) known.clear();
    known.set(asked, found);
    return found;
  };
}
