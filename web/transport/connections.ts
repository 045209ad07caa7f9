// The connections of calls and streams: which of them new requests use, and when the server
// answers.

/**
 * Browsers keep requests with and without credentials on separate connections. Over HTTP/2 a new
 * request would wait in the connection that a hole in the network has stalled, so this mode changes
 * then. The site sets no cookies; at most a proxy's are sent with the second mode.
 */
let credentials: RequestCredentials = 'omit';
const listeners = new Set<() => void>();

/** The mode of the next request. The bearer token alone identifies a caller. */
export const requestCredentials = (): RequestCredentials => credentials;

/** Makes the next requests use another connection. */
export function leaveConnection(): void {
  credentials = credentials === 'omit' ? 'same-origin' : 'omit';
}

/** A call was answered: the server can be reached. */
export function reportAnswer(): void {
  for (const listener of listeners) listener();
}

/** Calls this after each answered call, until the returned function is called. */
export function onAnswer(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
