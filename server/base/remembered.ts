// Caches results that are requested over and over: everybody looks at the same few weeks.

const MAX_ENTRIES = 1000;

/** Caches the results of `find`, which must be a pure function. */
export function remembered<Key, Result>(find: (key: Key) => Result): (key: Key) => Result {
  const results = new Map<Key, Result>();
  return (key) => {
    const before = results.get(key);
    if (before !== undefined) return before;
    const result = find(key);
    if (results.size === MAX_ENTRIES) results.clear();
    results.set(key, result);
    return result;
  };
}
