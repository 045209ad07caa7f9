// How much memory V8 may take for speed, however the server is started.
import { setFlagsFromString } from 'node:v8';

/**
 * V8 sizes its young generation by the machine's memory, up to 32 MB twice. A quarter of it costs
 * no speed that could be measured; docs/performance.md has the figures, also of the flags that are
 * not here.
 */
export const YOUNG_GENERATION = '--max-semi-space-size';
export const HEAP_FLAG = `${YOUNG_GENERATION}=8`;
/**
 * By how much of itself the old generation may grow before it is tidied up. V8 takes it at any
 * time.
 */
export const GROWTH_FLAG = '--heap-growing-percent=20';

/**
 * Begins the process again with the flag, under its own id, for V8 takes it at its start alone; to
 * be called before anything is loaded or opened. Returns where somebody has chosen a size already,
 * and where it cannot be done: the flag saves memory, no more.
 */
export function beginWithHeapFlag(): void {
  setFlagsFromString(GROWTH_FLAG);
  const chosen = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ');
  // V8 takes underscores in its flags as well.
  if (process.execve === undefined || chosen.replaceAll('_', '-').includes(YOUNG_GENERATION))
    return;
  const args = [process.execPath, HEAP_FLAG, ...process.execArgv, ...process.argv.slice(1)];
  try {
    process.execve(process.execPath, args, process.env);
  } catch (error) {
    process.emitWarning(`The server runs without ${HEAP_FLAG}: ${String(error)}`);
  }
}
