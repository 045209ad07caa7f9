// Reads and drops the rest of a body that is too large. If the connection closes while a proxy is
// still writing, the proxy answers with a page of its own instead of the refusal.
import type { FastifyRequest } from 'fastify';

/** How much more than it takes a route reads, and drops. */
const MORE_BYTES = 2 * 1024 * 1024;
/** How long to wait for a slow client; its connection then closes without the refusal. */
const PATIENCE_MS = 5000;

/** Resolves once the body has been read, or is so long that the refusal cannot wait for it. */
export async function dropBody({ raw, headers, routeOptions }: FastifyRequest): Promise<void> {
  const { bodyLimit } = routeOptions;
  const declared = headers['content-length'];
  // Nothing of a body with a declared length has been read yet; of any other, as much as is
  // allowed.
  let left = declared === undefined ? MORE_BYTES : bodyLimit + MORE_BYTES;
  if (Number(declared) > left || raw.readableEnded || raw.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const drop = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) resolve();
  };
  raw.on('data', drop);
  for (const over of ['end', 'close', 'error']) raw.once(over, resolve);
  const timer = setTimeout(resolve, PATIENCE_MS);
  raw.resume();
  await promise;
  clearTimeout(timer);
  raw.off('data', drop);
  for (const over of ['end', 'close', 'error']) raw.off(over, resolve);
  if (!raw.readableEnded) raw.pause();
}
