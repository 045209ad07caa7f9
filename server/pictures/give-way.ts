// What each process for pictures does first: yields the processor and memory to the server.
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Gives way to the server for the processor, and offers itself to the kernel when memory is short:
 * otherwise that ends the largest process, which is the server.
 */
export function giveWay(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // A container can forbid it; the picture is read nevertheless.
  }
}
