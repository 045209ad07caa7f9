// What a command leaves behind if a signal ends it half-way, and how to remove it.
const removals = new Set<() => void>();

/** Runs `work`, and then `remove`; a signal runs `remove` too. */
export async function withRemoval<T>(remove: () => void, work: () => Promise<T>): Promise<T> {
  removals.add(remove);
  try {
    return await work();
  } finally {
    remove();
    removals.delete(remove);
  }
}

/** Removes what is unfinished when a signal ends this process. For commands. */
export function removeOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      for (const remove of removals) remove();
      process.kill(process.pid, signal);
    });
}
