// Which days of a week have their own column, and which runs of empty days share one.

/** The dates in order; adjacent ones that may be folded share a list. */
export function spansOf(dates: readonly string[], isFolded: (date: string) => boolean): string[][] {
  const spans: string[][] = [];
  for (const [index, date] of dates.entries()) {
    const before = index === 0 ? undefined : dates[index - 1];
    const last = spans.at(-1);
    if (last !== undefined && before !== undefined && isFolded(before) && isFolded(date))
      last.push(date);
    else spans.push([date]);
  }
  return spans;
}
