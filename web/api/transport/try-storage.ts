// What a device, or one tab of it, remembers beside the sessions: nothing depends on it.

/** Storage may be forbidden, full or missing; then nothing is remembered, and null is returned. */
export function tryStorage<T>(of: 'device' | 'tab', act: (storage: Storage) => T): T | null {
  try {
    return act(of === 'device' ? globalThis.localStorage : globalThis.sessionStorage);
  } catch {
    return null;
  }
}
