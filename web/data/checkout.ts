// The checkout that this tab left for: someone who returns without paying cancels that one and no
// newer one. Without storage, the checkout expires by itself.
import { tryStorage } from '../transport/storage.ts';

const KEY = 'checkout';

/** The id of the checkout session; null if this tab left for none, or it is settled. */
export function readCheckout(): string | null {
  return tryStorage('tab', (storage) => storage.getItem(KEY));
}

export function rememberCheckout(sessionId: string): void {
  tryStorage('tab', (storage) => storage.setItem(KEY, sessionId));
}

export function forgetCheckout(): void {
  tryStorage('tab', (storage) => storage.removeItem(KEY));
}
