// The payment page that this tab has left for: whoever comes back from it without paying ends that one and no newer one.
const KEY = 'checkout';

/** The id of the checkout session; null when this tab has left for none, or it is settled. */
export function readCheckout(): string | null {
  return tryStorage((storage) => storage.getItem(KEY));
}

export function rememberCheckout(sessionId: string): void {
  tryStorage((storage) => storage.setItem(KEY, sessionId));
}

export function forgetCheckout(): void {
  tryStorage((storage) => storage.removeItem(KEY));
}

/** Storage may be forbidden, full or missing; then nothing is remembered, and the page ends by itself. */
function tryStorage<T>(act: (storage: Storage) => T): T | null {
  try {
    return act(globalThis.sessionStorage);
  } catch {
    return null;
  }
}
