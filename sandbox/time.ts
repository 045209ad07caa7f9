// Lets a parent process control the time in this one: `{ minutes }` moves its clocks forward,
// 'hurry' runs everything that repeats every few seconds at once, and 'settle' settles all moves of
// lessons.
import * as z from 'zod/mini';

import { MINUTE_MS } from '../domain/time.ts';
import { putClockAhead, readAhead } from './clock-ahead.ts';

const messageSchema = z.union([z.object({ minutes: z.number() }), z.enum(['hurry', 'settle'])]);
const FEW_SECONDS_MS = 10_000;

/** Starts obeying. Code that reads the time or starts intervals must run after this. */
export function obeyTime(settle: () => Promise<void>): void {
  putClockAhead(readAhead());
  let aheadMs = 0;
  const readClock = Date.now;
  Date.now = () => readClock() + aheadMs;
  const hurry = gatherRepeated();
  process.on('message', (message) => {
    const command = z.parse(messageSchema, message);
    if (command === 'settle') void settle().then(() => process.send?.('settled'));
    else if (command === 'hurry') hurry();
    else aheadMs += command.minutes * MINUTE_MS;
  });
}

/** Returns a function that runs everything repeated every few seconds at once. */
function gatherRepeated(): () => void {
  const repeated = new Map<NodeJS.Timeout, () => void>();
  const { setInterval: begin, clearInterval: end } = globalThis;
  globalThis.setInterval = Object.assign(
    <Args extends unknown[]>(work: (...args: Args) => void, everyMs = 0, ...args: Args) => {
      const timer = begin(work, everyMs, ...args);
      if (everyMs <= FEW_SECONDS_MS) repeated.set(timer, () => work(...args));
      return timer;
    },
    begin,
  );
  globalThis.clearInterval = (timer) => {
    if (typeof timer === 'object') repeated.delete(timer);
    end(timer);
  };
  return () => {
    for (const work of repeated.values()) work();
  };
}
