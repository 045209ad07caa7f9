// The positions of a carousel and the moves between them; it wraps around at both ends.
import { CAROUSEL } from '../../domain/limits.ts';

/** Cards side by side from the breakpoint up; below it there is one. */
const CARDS_SIDE_BY_SIDE = 3;

/** The media query above which cards stand side by side. */
export const WIDE = `(min-width: ${CAROUSEL.breakpointPx}px)`;

/** The number of positions: the last one shows the last cards. */
export function positionCount(cards: number, isWide: boolean): number {
  return Math.max(1, cards - (isWide ? CARDS_SIDE_BY_SIDE : 1) + 1);
}

/** The position this many steps further on. */
export function wrap(position: number, steps: number, count: number): number {
  return (((position + steps) % count) + count) % count;
}

/** 'Reviews 2 to 4 of 6', or 'Review 2 of 6'. */
export function describePosition(position: number, cards: number, isWide: boolean): string {
  const last = Math.min(cards, position + (isWide ? CARDS_SIDE_BY_SIDE : 1));
  return isWide
    ? `Reviews ${position + 1} to ${last} of ${cards}`
    : `Review ${position + 1} of ${cards}`;
}
