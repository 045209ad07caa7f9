// The log: one line of JSON for each event, without what is secret in the address of a request.
import pino, { type DestinationStream, type Logger } from 'pino';

import { hideKey } from './keys.ts';

/** Writes to the standard output, unless there is a destination. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
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
  return destination === undefined ? pino(options) : pino(options, destination);
}
