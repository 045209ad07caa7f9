// The moved clock. The product takes its time from a function, but its limits of calls and the
// provider's SDK read the Date of the process.

export interface MovedClock {
  /** Epoch milliseconds. */
  now: number;
  /** Gives the process its own time back. */
  release(): void;
}

/** Moves the time of this process to `now`. */
export function moveClock(now: number): MovedClock {
  const RealDate = globalThis.Date;
  const clock: MovedClock = {
    now,
    release() {
      globalThis.Date = RealDate;
    },
  };
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: unknown[]) =>
      Reflect.construct(target, args.length === 0 ? [clock.now] : args) as Date,
    get: (target, key): unknown => (key === 'now' ? () => clock.now : Reflect.get(target, key)),
  });
  return clock;
}
