// Calls with a file as their body.
import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Endpoint } from '../../domain/endpoint.ts';
import { Refusal } from '../../domain/errors.ts';
import { sendRefusal, toRefusal } from './errors.ts';

const MEGABYTE = 1024 * 1024;

/** Runs `register` with an app whose routes take files of this kind, and nothing else. */
export function takeFiles(
  app: FastifyInstance,
  { types, maxBytes }: NonNullable<Endpoint['file']>,
  register: (app: FastifyInstance) => void,
  /** What to do with a file of another type. */
  advise?: (request: FastifyRequest) => string,
): void {
  const sentences = {
    unsupported_media_type: `The file must be sent as ${types.join(' or ')}.`,
    payload_too_large: `The file is larger than ${maxBytes / MEGABYTE} MB.`,
  };
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      [...types],
      { parseAs: 'buffer', bodyLimit: maxBytes },
      (_request, body, parsed) => parsed(null, body),
    );
    scope.setErrorHandler((error, request, reply) => {
      const refusal = toRefusal(error, request);
      const { code } = refusal;
      if (code !== 'unsupported_media_type' && code !== 'payload_too_large')
        return sendRefusal(reply, refusal);
      const own = code === 'unsupported_media_type' ? advise?.(request) : undefined;
      return sendRefusal(reply, new Refusal(code, { message: own ?? sentences[code] }));
    });
    register(scope);
    done();
  });
}

/** The file that was sent; empty if there was none. */
export function fileOf({ body }: Pick<FastifyRequest, 'body'>): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** Identifies the content of the file. */
export const digestOf = (request: Pick<FastifyRequest, 'body'>): string =>
  createHash('sha256').update(fileOf(request)).digest('base64url');
