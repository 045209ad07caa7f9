// What a device remembers beside the sessions: nothing depends on it.

/** Storage may be forbidden, full or missing; then nothing is remembered, and null is returned. */
export function tryStorage<T>(act: (storage: Storage) => T): T | null {
  try {
    return act(globalThis.localStorage);
  } catch {
    return null;
  }
}
