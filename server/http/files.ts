// Calls with a file as their body.
import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { type Endpoint, fileTooLarge } from '../../domain/endpoint.ts';
import { Refusal } from '../../domain/errors.ts';
import { toRefusal } from './errors.ts';

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
    payload_too_large: fileTooLarge(maxBytes),
  };
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser([...types], { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    // Says it in the words of this kind of file; the app answers.
    scope.setErrorHandler((error, request) => {
      const refusal = toRefusal(error, request);
      const { code } = refusal;
      if (code !== 'unsupported_media_type' && code !== 'payload_too_large') throw refusal;
      const own = code === 'unsupported_media_type' ? advise?.(request) : undefined;
      throw new Refusal(code, { message: own ?? sentences[code] });
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
