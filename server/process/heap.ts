// Limits the memory that V8 and glibc trade for speed, however the server is started.
import { setFlagsFromString } from 'node:v8';

/**
 * V8 sizes its young generation by the machine's memory, up to twice 32 MB. An eighth of that takes
 * up to a tenth off the rate of lists, which nobody feels, and saves 8 MB against a quarter.
 */
const YOUNG_GENERATION = '--max-semi-space-size';
export const HEAP_FLAG = `${YOUNG_GENERATION}=4`;
/**
 * Without these, glibc gives each thread a pool of its own and keeps in it what compression and
 * password hashing once took: 30 MB after a sign-in.
 */
const POOLS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;

/**
 * Lets the old generation grow by a fifth before a collection. Call it once the server has started:
 * a start would collect too often.
 */
export const limitGrowth = () => setFlagsFromString('--heap-growing-percent=20');

/**
 * Restarts the process with these settings, under the same id, because they are read only at start.
 * Call this before anything is loaded or opened. Returns without restarting if a size is already
 * set or the restart fails: the settings only save memory.
 */
export function restartWithLessMemory(): void {
  const chosen = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ');
  // V8 also accepts underscores in its flags.
  if (process.execve === undefined || chosen.replaceAll('_', '-').includes(YOUNG_GENERATION))
    return;
  const args = [process.execPath, HEAP_FLAG, ...process.execArgv, ...process.argv.slice(1)];
  try {
    process.execve(process.execPath, args, { ...POOLS, ...process.env });
  } catch (error) {
    process.emitWarning(`The server runs without ${HEAP_FLAG}: ${String(error)}`);
  }
}
