// A transaction that a test keeps open, to observe who waits for its locks.
import { transact, type Work } from '../engine/context.ts';
import { type Locks, withLocks } from '../lessons/locks.ts';
import type { TestApp } from './app.ts';

export interface Begun {
  readonly work: Work;
  /** Commits it. */
  end(): Promise<void>;
}

/** Locks these lessons and families until the end of the transaction. */
export const lock = (
  work: Work,
  wanted: { readonly lessons?: readonly string[]; readonly families?: readonly string[] },
): Promise<Locks> => withLocks(work, wanted, (locks) => Promise.resolve(locks));

/** Begins a transaction and runs `lock` in it; it stays open until its `end` is called. */
export async function begin(api: TestApp, lock: (work: Work) => Promise<unknown>): Promise<Begun> {
  const begun = Promise.withResolvers<Work>();
  const ending = Promise.withResolvers<void>();
  const done = transact(api.context(null), async (work) => {
    await lock(work);
    begun.resolve(work);
    await ending.promise;
  });
  const work = await begun.promise;
  return {
    work,
    end: () => {
      ending.resolve();
      return done;
    },
  };
}
