// Limits the memory that V8 and glibc trade for speed, however the server is started.
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

/**
 * V8 sizes its young generation by the machine's memory, up to twice 32 MB. An eighth of that takes
 * up to a tenth off the rate of lists, which nobody feels, and saves 8 MB against a quarter.
 */
const YOUNG_GENERATION = '--max-semi-space-size';
export const HEAP_FLAG = `${YOUNG_GENERATION}=4`;
/** Gives programs `gc`, which V8 has for tests and Node documents. */
const COLLECTOR = '--expose-gc';
/**
 * Without these, glibc gives each thread a pool of its own and keeps in it what compression and
 * password hashing once took: 30 MB after a sign-in.
 */
const POOLS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;

/** After the start, when the first answers have been given. */
const COLLECTED_AFTER_MS = 2000;

/** Lets the old generation grow by a fifth before a collection. */
export const limitGrowth = () => setFlagsFromString('--heap-growing-percent=20');

/**
 * Gives back what the start took, 12 MB, and limits what is taken from now on. Call it once the
 * server has started: a start would collect too often.
 */
export function endStart(): void {
  limitGrowth();
  setTimeout(() => {
    void globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
  }, COLLECTED_AFTER_MS).unref();
}

/**
 * Turns the process into one that runs `file`, a program in JavaScript, with these settings, which
 * are read only at the start, and with nothing in its memory of what runs here: what strips types
 * from TypeScript alone takes 20 MB. It keeps its id, arguments and options, and a size that was
 * chosen. Returns where a system cannot do that: the settings only save memory.
 */
export function becomeServer(file: string): void {
  if (process.execve === undefined) return;
  const chosen = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ');
  // V8 also accepts underscores in its flags.
  const flags = chosen.replaceAll('_', '-').includes(YOUNG_GENERATION) ? [] : [HEAP_FLAG];
  const options = [...flags, COLLECTOR, ...process.execArgv];
  const args = [process.execPath, ...options, file, ...process.argv.slice(2)];
  // A process writes what it has compiled as it ends, and this one does not end.
  flushCompileCache();
  try {
    process.execve(process.execPath, args, { ...POOLS, ...process.env });
  } catch (error) {
    process.emitWarning(`The server takes more memory than it needs: ${String(error)}`);
  }
}
