// Maps every thrown error to its answer.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';

import {
  type ErrorCode,
  errorCatalogue,
  type FailureBody,
  type FieldFault,
  Refusal,
} from '../../domain/errors.ts';
import { codeOf } from '../engine/away.ts';
import { isDatabaseAway } from '../engine/database.ts';

/** Fastify's own refusals, by their codes. */
const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** The errors of reading a body whose client disconnects. */
const HUNG_UP = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Whether the client disconnected during its request, before anything was done about it. */
const hasHungUp = (error: unknown, { raw }: FastifyRequest) =>
  !raw.complete && raw.destroyed && HUNG_UP.has(codeOf(error));

/**
 * Converts anything thrown to a Refusal. An unexpected error is logged and becomes `internal`,
 * without any of its text.
 */
export function toRefusal(error: unknown, request: FastifyRequest): Refusal {
  const { log } = request;
  if (error instanceof Refusal) return error;
  const code = FRAMEWORK_CODES[codeOf(error)];
  if (code !== undefined) return new Refusal(code);
  if (isDatabaseAway(error)) {
    log.error({ err: error }, 'the database is away');
    return new Refusal('service_unavailable');
  }
  if (hasHungUp(error, request)) {
    log.info('the client went away in the middle of its request');
    return new Refusal('bad_json');
  }
  log.error({ err: error }, 'unexpected error');
  return new Refusal('internal');
}

export function failureBody(refusal: Refusal): FailureBody {
  return {
    success: false,
    error: refusal.message,
    code: refusal.code,
    ...(refusal.details === undefined ? {} : { details: refusal.details }),
  };
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply.code(refusal.status).headers(refusal.headers).send(failureBody(refusal));
}

/** Lists every issue of a parse; if there is only one, its message is also the `error`. */
export function validationRefusal(issues: Pick<z.core.$ZodIssue, 'path' | 'message'>[]): Refusal {
  const details: FieldFault[] = issues.map(({ path, message }) => ({
    field: path.join('.'),
    message,
  }));
  const only = details.length === 1 ? details[0] : undefined;
  return new Refusal('validation_failed', {
    message: only?.message ?? errorCatalogue.validation_failed.text,
    details,
  });
}
