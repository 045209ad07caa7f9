// Caches results that are requested over and over: everybody looks at the same few weeks.

const MAX_ENTRIES = 1000;

/** Caches the results of `find`, which must be a pure function. */
export function cacheResults<Key, Result>(find: (key: Key) => Result): (key: Key) => Result {
  const results = new Map<Key, Result>();
  return (key) => {
    const cached = results.get(key);
    if (cached !== undefined) return cached;
    const result = find(key);
    if (results.size === MAX_ENTRIES) results.clear();
    results.set(key, result);
    return result;
  };
}
