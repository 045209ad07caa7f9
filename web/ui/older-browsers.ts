// What the oldest supported browsers (docs/browsers.md) lack and the app or its packages use.
// scripts/floor/ finds what is used without being here.

/** Chrome 109 has no methods that copy an array. */
const copies = {
  toReversed<Item>(this: readonly Item[]) {
    const copy = [...this];
    copy.reverse();
    return copy;
  },
  toSorted<Item>(this: readonly Item[], compare?: (one: Item, other: Item) => number) {
    const copy = [...this];
    copy.sort(compare);
    return copy;
  },
  toSpliced<Item>(this: Item[], ...change: [number, number, ...Item[]]) {
    const copy = [...this];
    copy.splice(...change);
    return copy;
  },
  with<Item>(this: readonly Item[], index: number, value: Item) {
    const copy = [...this];
    copy.splice(index, 1, value);
    return copy;
  },
};

/** Before Safari 17 and Chrome 120. */
function canParse(address: string | URL, base?: string | URL): boolean {
  try {
    return new URL(address, base).href !== '';
  } catch {
    return false;
  }
}

/** Call it before anything else. */
export function addMissing(): void {
  for (const [name, value] of Object.entries(copies)) add(Array.prototype, name, value);
  add(URL, 'canParse', canParse);
}

function add(to: object, name: string, value: unknown): void {
  if (!(name in to)) Object.defineProperty(to, name, { value, writable: true, configurable: true });
}
