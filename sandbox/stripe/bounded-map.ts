// A map that forgets its oldest entries, so that a sandbox left running does not grow for ever.

export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: Key, value: Value): this {
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#most) break;
      this.delete(oldest);
    }
    return this;
  }

  newestFirst(): Value[] {
    return Array.from(this.values()).toReversed();
  }
}
