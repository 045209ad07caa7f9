// Limits the memory that V8 trades for speed, however the server is started.
import { setFlagsFromString } from 'node:v8';

/**
 * V8 sizes its young generation by the machine's memory, up to twice 32 MB. A quarter of that costs
 * no measurable speed; docs/performance.md has the figures.
 */
const YOUNG_GENERATION = '--max-semi-space-size';
export const HEAP_FLAG = `${YOUNG_GENERATION}=8`;
/**
 * How far the old generation may grow before a collection, in percent. V8 accepts it at any time.
 */
export const GROWTH_FLAG = '--heap-growing-percent=20';

/**
 * Restarts the process with the flag, under the same id, because V8 reads it only at start. Call
 * this before anything is loaded or opened. Returns without restarting if a size is already set or
 * the restart fails: the flag only saves memory.
 */
export function beginWithHeapFlag(): void {
  setFlagsFromString(GROWTH_FLAG);
  const chosen = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ');
  // V8 also accepts underscores in its flags.
  if (process.execve === undefined || chosen.replaceAll('_', '-').includes(YOUNG_GENERATION))
    return;
  const args = [process.execPath, HEAP_FLAG, ...process.execArgv, ...process.argv.slice(1)];
  try {
    process.execve(process.execPath, args, process.env);
  } catch (error) {
    process.emitWarning(`The server runs without ${HEAP_FLAG}: ${String(error)}`);
  }
}
