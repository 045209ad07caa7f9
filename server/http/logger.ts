// The log: one line of JSON for each event, without what is secret in the address of a request.
import pino, { type DestinationStream, type Logger } from 'pino';

import type { DatabaseOptions } from '../engine/database.ts';
import { hideKey } from './keys.ts';

/**
 * The lines of a moment are written together: at so many bytes, after so many milliseconds, or when
 * the process ends.
 */
const TOGETHER = { minLength: 4096, periodicFlush: 200, sync: false } as const;

/** Writes to the standard output, unless there is a destination. */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination(TOGETHER),
): Logger {
  const options = {
    level,
    serializers: {
      // The path alone: what stands behind the question mark can be a secret.
      req: (request: { method: string; url: string; ip: string }) => ({
        method: request.method,
        path: hideKey(request.url),
        ip: request.ip,
      }),
      err: pino.stdSerializers.errWithCause,
    },
  };
  return pino(options, destination);
}

/** What is logged of a database that repairs itself. */
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
