// The life of the server's process: the check of Node, listening, and the end at a signal.
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

import { StartupError } from '../base/startup-error.ts';

const OLDEST_NODE = 26;

/** From the first signal until the process exits, even if work remains. */
export const SHUTDOWN_MS = 9000;

/** Throws a StartupError for an old Node. */
export function requireNode(): void {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE)
    throw new StartupError(
      `Node.js ${OLDEST_NODE} or newer is needed, this is ${process.versions.node}; use "npm start".`,
    );
}

/** Returns the address. Closes the app and throws a StartupError if it cannot listen there. */
export async function listen(
  app: FastifyInstance,
  { port, host }: { port: number; host: string },
): Promise<string> {
  try {
    return await app.listen({ port, host });
  } catch (cause) {
    await app.close();
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    if (code === 'EADDRINUSE')
      throw new StartupError(`PORT: ${port} is already in use on ${host}.`, { cause });
    if (code === 'EACCES')
      throw new StartupError(`PORT: this user may not listen on ${port}.`, { cause });
    throw new StartupError(`HOST: cannot listen on ${host}:${port} (${String(cause)}).`, { cause });
  }
}

export interface RunningServer {
  readonly url: string;
  readonly log: Logger;
  /** Finishes the requests in flight, then releases all resources. */
  close(): Promise<void>;
}

/** Runs until a signal stops it; a failed start is reported in one sentence. */
export async function runUntilSignal(start: () => Promise<RunningServer>): Promise<void> {
  try {
    const server = await start();
    let isStopping = false;
    // A service manager may signal every process, and the runner forwards its own signal: the
    // second signal has no effect.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (isStopping) return;
        isStopping = true;
        setTimeout(() => exitAfterLog(server.log, 1), SHUTDOWN_MS).unref();
        void server.close().then(() => exitAfterLog(server.log, 0));
      });
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`Cannot start. ${error.message}\n`);
    process.exitCode = 1;
  }
}

/** How long the last lines may take. */
const LAST_LINES_MS = 500;

/** Exits with this code, or kills the process when its log is stuck for that long. */
export function exitAfterLog(log: Pick<Logger, 'flush'>, code: number, patienceMs = LAST_LINES_MS) {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), patienceMs);
  // A pipe cannot be synchronised with a disk, which is no failure.
  log.flush(() => process.exit(code));
}
