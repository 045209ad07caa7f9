// How many spots a lesson has left, in words.

/** '1 spot left', or that there is none. */
export function spokenSpots(spots: number): string {
  if (spots === 0) return 'Full, waiting list';
  return spots === 1 ? '1 spot left' : `${spots} spots left`;
}
