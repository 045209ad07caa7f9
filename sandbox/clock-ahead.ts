// Runs journeys at another moment: `AT=2026-12-05T08:50Z npx playwright test`. The clocks of the
// tests, of their demos and of the pages are all ahead by the same time.

/** Set by `AT` in the first process, and inherited by all others. */
const AHEAD = 'JOURNEYS_AHEAD_MS';

/** In milliseconds; 0 unless `AT` is set. Throws for an `AT` that is no moment. */
export function readAhead(): number {
  const at = process.env['AT'];
  if (at !== undefined && process.env[AHEAD] === undefined) {
    const moment = Date.parse(at);
    if (Number.isNaN(moment)) throw new Error(`AT is no moment like 2026-12-05T08:50Z: ${at}`);
    process.env[AHEAD] = String(moment - Date.now());
  }
  return Number(process.env[AHEAD] ?? 0);
}

/** Puts the clock of this process or page ahead. Pages get its text, so it uses nothing else. */
export function putClockAhead(aheadMs: number): void {
  if (aheadMs === 0) return;
  const RealDate = globalThis.Date;
  const readClock = RealDate.now;
  RealDate.now = () => readClock() + aheadMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: unknown[], made) =>
      Reflect.construct(target, args.length === 0 ? [RealDate.now()] : args, made) as Date,
  });
}
