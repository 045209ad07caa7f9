// Which days of a week stand by themselves, and which stretches of empty ones are folded into one.

/** The dates in their order; those next to each other that may be folded share a list. */
export function spansOf(dates: readonly string[], isFolded: (date: string) => boolean): string[][] {
  const spans: string[][] = [];
  for (const [place, date] of dates.entries()) {
    const before = place === 0 ? undefined : dates[place - 1];
    const last = spans.at(-1);
    if (last !== undefined && before !== undefined && isFolded(before) && isFolded(date))
      last.push(date);
    else spans.push([date]);
  }
  return spans;
}
