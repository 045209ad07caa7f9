// Runs calls one after the other, in the order in which they come.

/** Runs each call once those before it have ended, whatever their outcome. */
export function createTurns(): <T>(call: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (call) => {
    const turn = last.then(call);
    // The next call does not depend on the outcome of this one, which its own caller gets.
    last = Promise.allSettled([turn]);
    return turn;
  };
}
