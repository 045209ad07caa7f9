// The remaining time in the words of a countdown.
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
const pair = (first: string, rest: number, noun: string) =>
  rest === 0 ? first : `${first}, ${count(rest, noun)}`;

/**
 * '2 days, 3 hours', '3 hours, 5 minutes' or, within the last hour, '14:05'; never below '0:00'.
 * `ms` are milliseconds.
 */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= DAY)
    return pair(
      count(Math.floor(seconds / DAY), 'day'),
      Math.floor((seconds % DAY) / HOUR),
      'hour',
    );
  if (seconds >= HOUR)
    return pair(
      count(Math.floor(seconds / HOUR), 'hour'),
      Math.floor((seconds % HOUR) / MINUTE),
      'minute',
    );
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`;
}
