// Which item of a calendar an arrow key moves to.

/**
 * `days` contains the day of each item in order; `here` is the focused item. Up and down move
 * through a day's items and on to the next day; left and right move to the first item of the
 * nearest day that has any. Undefined if a key leads nowhere.
 */
export function itemAfterKey(
  key: string,
  days: readonly number[],
  here: number,
): number | undefined {
  const found = (index: number) => (index >= 0 && index < days.length ? index : undefined);
  switch (key) {
    case 'ArrowDown':
      return found(here + 1);
    case 'ArrowUp':
      return found(here - 1);
    case 'ArrowRight':
      return found(days.findIndex((day, index) => index > here && day !== days[here]));
    case 'ArrowLeft': {
      const earlier = days.slice(0, here).findLast((day) => day !== days[here]);
      return earlier === undefined ? undefined : days.indexOf(earlier);
    }
    case 'Home':
      return found(0);
    case 'End':
      return found(days.length - 1);
    default:
      return undefined;
  }
}
