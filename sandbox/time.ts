// Lets time go by for whoever has forked this process: `{ minutes }` puts every clock in it ahead of the machine's.
import * as z from 'zod/mini';

const messageSchema = z.object({ minutes: z.number() });

/** Obeys from now on; what reads the time has to begin after this. */
export function obeyTime(): void {
  let aheadMs = 0;
  const readClock = Date.now;
  Date.now = () => readClock() + aheadMs;
  process.on('message', (message) => {
    aheadMs += z.parse(messageSchema, message).minutes * 60_000;
  });
}
