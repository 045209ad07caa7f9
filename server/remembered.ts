// What is asked for over and over is worked out once: everybody looks at the same few weeks.

const MOST = 1000;

/** `find`, which always finds the same, with what it has found kept. */
export function remembered<Asked, Found>(find: (asked: Asked) => Found): (asked: Asked) => Found {
  const known = new Map<Asked, Found>();
  return (asked) => {
    const before = known.get(asked);
    if (before !== undefined) return before;
    const found = find(asked);
    if (known.size === MOST) known.clear();
    known.set(asked, found);
    return found;
  };
}
