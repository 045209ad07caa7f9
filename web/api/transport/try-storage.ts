// Optional state of a device or of one tab beyond the sessions: nothing depends on it.

/** Storage may be forbidden, full or missing. Then nothing is stored, and the result is null. */
export function tryStorage<T>(of: 'device' | 'tab', act: (storage: Storage) => T): T | null {
  try {
    return act(of === 'device' ? globalThis.localStorage : globalThis.sessionStorage);
  } catch {
    return null;
  }
}
