// The log: one line of JSON for each event, without the secrets in URLs.
import pino, { type DestinationStream, type Logger } from 'pino';

import type { DatabaseOptions } from '../engine/database.ts';
import { hideKey } from './keys.ts';

/**
 * Buffers the lines and writes them together: at this size, after this time, or when the process
 * exits.
 */
const TOGETHER = { minLength: 4096, periodicFlush: 200, sync: false } as const;

/** Writes to the standard output unless a destination is given. */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination(TOGETHER),
): Logger {
  const options = {
    level,
    serializers: {
      // Only the path: the query string can contain a secret.
      req: (request: { method: string; url: string; ip: string }) => ({
        method: request.method,
        path: hideKey(request.url),
        ip: request.ip,
      }),
      err: describeError,
    },
  };
  return pino(options, destination);
}

/** What PostgreSQL adds to its errors: the values of a row, such as an address or a link. */
const ROW_FIELDS = ['detail', 'where'];

/** The error and its causes, without the rows that they are about. */
function describeError(error: Error): unknown {
  if (!(error instanceof Error)) return error;
  const described = pino.stdSerializers.errWithCause(error);
  removeRows(described);
  return described;
}

/** Changes the serializer's own copies: an error of the program stays as it is. */
function removeRows(described: unknown): void {
  if (typeof described !== 'object' || described === null) return;
  for (const field of ROW_FIELDS) Reflect.deleteProperty(described, field);
  if ('cause' in described) removeRows(described.cause);
  if ('aggregateErrors' in described && Array.isArray(described.aggregateErrors))
    described.aggregateErrors.forEach(removeRows);
}

/** Logs the database's own repairs. */
export function databaseLog(
  log: Logger,
): Required<Pick<DatabaseOptions, 'onConnectionLost' | 'onCountsLost'>> {
  return {
    onConnectionLost: (error) =>
      log.warn({ err: error }, 'lost an idle connection to the database'),
    onCountsLost: (error) =>
      log.warn({ err: error }, 'the counts of the abuse limits were damaged and begin anew'),
  };
}
