// Calls that the inline script of a page sends while the app's scripts are still on their way.
// send() takes their responses over in place of requests of its own. All of this is in the inline
// script, so that the other pages load none of it.

declare global {
  interface Window {
    /**
     * The response to a GET request that was sent early, once; null if there is none of this
     * session. It may be a refusal, or fail like any other.
     */
    takeEarly?: (address: string, token: string | null) => Promise<Response> | null;
  }
}

/**
 * An older response is not taken: the app then calls again. In between, the live stream of changes
 * is not open yet.
 */
const TAKEN_WITHIN_MS = 5_000;

/** Sends GET requests for the session with this token. */
export function sendEarly(addresses: string[], token: string): void {
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
  const sentAt = Date.now();
  const responses = new Map(
    addresses.map((address) => {
      const response = fetch(address, { headers, credentials: 'omit', cache: 'no-store' });
      // A response that nobody takes is no error of the page.
      response.catch(() => {});
      return [address, response];
    }),
  );
  window.takeEarly = (address, current) => {
    const response = responses.get(address) ?? null;
    responses.delete(address);
    // Another token means that the session was renewed, or that somebody else has signed in.
    return current === token && Date.now() - sentAt < TAKEN_WITHIN_MS ? response : null;
  };
}
