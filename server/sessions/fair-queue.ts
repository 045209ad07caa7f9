// A queue that is fair to callers: one who adds many items does not keep the others waiting.

/** How many items may wait, and how many of one caller. */
interface QueueLimits {
  max: number;
  maxOfCaller: number;
}

/** A queue that gives every caller a turn before anybody has a second one. */
export interface FairQueue<T> {
  /** Adds an item of this caller; false if the queue, or the caller's share of it, is full. */
  add(caller: string, item: T): boolean;
  /** Removes the next item: the oldest of the caller who has waited longest for a turn. */
  take(): T | undefined;
}

export function createFairQueue<T>({ max, maxOfCaller }: QueueLimits): FairQueue<T> {
  // In the order of the callers' next turns.
  const waiting = new Map<string, T[]>();
  let count = 0;
  return {
    add(caller, item) {
      const own = waiting.get(caller) ?? [];
      if (count === max || own.length === maxOfCaller) return false;
      own.push(item);
      waiting.set(caller, own);
      count += 1;
      return true;
    },
    take() {
      const [next] = waiting;
      if (next === undefined) return undefined;
      const [caller, own] = next;
      const item = own.shift();
      waiting.delete(caller);
      if (own.length > 0) waiting.set(caller, own);
      count -= 1;
      return item;
    },
  };
}
