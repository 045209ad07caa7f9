// The end of the process. Its last log lines are written first, unless nobody reads them: leaving
// the process would wait for them for ever.
import type { Logger } from 'pino';

/** How long the last lines may take. */
const LAST_LINES_MS = 500;

/** Exits with this code, or kills the process when its log is stuck for that long. */
export function exitAfterLog(
  log: Pick<Logger, 'flush'>,
  code: number,
  patienceMs = LAST_LINES_MS,
): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), patienceMs);
  // A pipe cannot be synchronised with a disk, which is no failure.
  log.flush(() => process.exit(code));
}
