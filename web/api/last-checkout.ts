// The payment page that this tab has left for: whoever comes back from it without paying ends that one and no newer one. Where
// nothing can be kept, the page ends by itself.
import { tryStorage } from './transport/try-storage.ts';

const KEY = 'checkout';

/** The id of the checkout session; null when this tab has left for none, or it is settled. */
export function readCheckout(): string | null {
  return tryStorage('tab', (storage) => storage.getItem(KEY));
}

export function rememberCheckout(sessionId: string): void {
  tryStorage('tab', (storage) => storage.setItem(KEY, sessionId));
}

export function forgetCheckout(): void {
  tryStorage('tab', (storage) => storage.removeItem(KEY));
}
