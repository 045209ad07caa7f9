// Reads a request's body, up to a bound.
import type { IncomingMessage } from 'node:http';

import { StripeFailure } from './failure.ts';

const MOST_BYTES = 1024 * 1024;

/** The whole body as text. Throws a StripeFailure (413) for one over 1 MiB. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new StripeFailure(413, 'Request body too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
