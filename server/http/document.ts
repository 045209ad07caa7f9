// The OpenAPI document over HTTP: made and compressed once, for the first request, and not sent
// again to a client that has it.
import { createHash } from 'node:crypto';

import type { FastifyInstance } from 'fastify';

import { chooseEncoding, compress, type Encoding } from './compression.ts';
import { namesTag } from './headers.ts';

/** Higher than for the API's answers, because this one is compressed only once. */
const QUALITY = { br: 9, gzip: 9 } as const;

/** `describe` is called once, by the first request: it takes longer than the rest of a start. */
export function serveDocument(app: FastifyInstance, path: string, describe: () => object): void {
  let prepared: ReturnType<typeof prepareDocument> | null = null;

  app.get(path, ({ headers }, reply) => {
    prepared ??= prepareDocument(describe());
    const { plain, etag, pack } = prepared;
    void reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' });
    if (namesTag(headers['if-none-match'] ?? '', etag)) return reply.code(304).send();
    const encoding = chooseEncoding(headers);
    if (encoding !== null) void reply.header('content-encoding', encoding);
    return reply
      .type('application/json; charset=utf-8')
      .send(encoding === null ? plain : pack(encoding));
  });
}

function prepareDocument(document: object) {
  const text = JSON.stringify(document);
  const plain = Buffer.from(text);
  // Weak, because it is the same for each encoding.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  const packed = new Map<Encoding, Buffer>();

  function pack(encoding: Encoding): Buffer {
    const cached = packed.get(encoding) ?? compress(text, encoding, QUALITY[encoding]);
    packed.set(encoding, cached);
    return cached;
  }
  return { plain, etag, pack };
}
