// A carousel on top of a scrollable row: its position, navigation, and automatic advance.
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react';

import { useMedia } from '../ui/hooks/use-media.ts';

const CAROUSEL = { intervalMs: 4000, pauseMs: 10_000, breakpointPx: 1024 } as const;

const STILL = '(prefers-reduced-motion: reduce)';
const ARROWS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

export interface Carousel {
  readonly position: number;
  readonly count: number;
  readonly isWide: boolean;
  /** Whether it is advancing automatically at the moment. */
  readonly isRunning: boolean;
  /** Whether somebody has paused it with the button. */
  readonly isStopped: boolean;
  /** Whether the last move was manual, which a screen reader announces. */
  readonly wasMoved: boolean;
  readonly step: (steps: number) => void;
  readonly goTo: (position: number) => void;
  readonly toggle: () => void;
}

/**
 * `row` scrolls sideways and contains a list with one element per card. `frame` pauses the carousel
 * while the mouse is over it or keyboard focus is inside.
 */
export function useCarousel(
  frame: RefObject<HTMLElement | null>,
  row: RefObject<HTMLElement | null>,
  cards: number,
): Carousel {
  const isWide = useMedia(WIDE);
  const isStill = useMedia(STILL);
  const count = positionCount(cards, isWide);
  const [position, setPosition] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const [manualUses, setManualUses] = useState(0);
  const [wasMoved, setMoved] = useState(false);
  const isPaused = useIsPaused(frame);
  const isResting = useRest(manualUses);
  const isRunning = !isStill && !isStopped && !isPaused && !isResting;
  const current = Math.min(position, count - 1);
  /** The position the row is scrolling to; positions in between do not count. */
  const target = useRef<number | null>(null);

  const show = (next: number) => {
    target.current = next;
    setPosition(next);
    const element = row.current;
    const card = element?.firstElementChild?.children[next];
    if (!(element instanceof HTMLElement) || !(card instanceof HTMLElement)) return;
    // Scrolls only the row: scrollIntoView would scroll the page as well.
    element.scrollTo({ left: card.offsetLeft, behavior: isStill ? 'instant' : 'smooth' });
  };

  const moveTo = (next: number) => {
    setManualUses((uses) => uses + 1);
    setMoved(true);
    show(next);
  };

  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => {
      setMoved(false);
      show(wrap(current, 1, count));
    }, CAROUSEL.intervalMs);
    return () => clearInterval(timer);
    // `show` is new at every render and depends only on what is listed.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isRunning, current, count]);

  useScrolledRow(row, { target, setPosition, setManualUses });
  const step = (steps: number) => moveTo(wrap(current, steps, count));

  useArrowKeys(row, step);

  return {
    position: current,
    count,
    isWide,
    isRunning,
    isStopped,
    wasMoved,
    step,
    goTo: moveTo,
    toggle: () => setStopped(!isStopped),
  };
}

interface RowStates {
  readonly target: RefObject<number | null>;
  readonly setPosition: (position: number) => void;
  readonly setManualUses: Dispatch<SetStateAction<number>>;
}

/** Follows a finger or a trackpad, which scrolls the row directly. */
function useScrolledRow(
  row: RefObject<HTMLElement | null>,
  { target, setPosition, setManualUses }: RowStates,
): void {
  useEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    const takeOver = () => {
      target.current = null;
      setManualUses((uses) => uses + 1);
    };
    const follow = () => {
      const width = element.firstElementChild?.firstElementChild?.clientWidth ?? 0;
      if (width === 0) return;
      const nearest = Math.round(element.scrollLeft / width);
      if (target.current === null) setPosition(nearest);
      else if (target.current === nearest) target.current = null;
    };
    element.addEventListener('scroll', follow, { passive: true });
    element.addEventListener('touchstart', takeOver, { passive: true });
    element.addEventListener('wheel', takeOver, { passive: true });
    return () => {
      element.removeEventListener('scroll', follow);
      element.removeEventListener('touchstart', takeOver);
      element.removeEventListener('wheel', takeOver);
    };
  }, [row, target, setPosition, setManualUses]);
}

/** Moves a step by the arrow keys while the focus is in the row. */
function useArrowKeys(row: RefObject<HTMLElement | null>, step: (steps: number) => void): void {
  useEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    const moveByKey = (event: KeyboardEvent) => {
      const steps = ARROWS[event.key];
      if (steps === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      step(steps);
    };
    element.addEventListener('keydown', moveByKey);
    return () => element.removeEventListener('keydown', moveByKey);
  });
}

/** True for the pause after the last manual use; each use restarts it. */
function useRest(uses: number): boolean {
  const [restedFor, setRestedFor] = useState(0);
  useEffect(() => {
    if (uses === 0) return undefined;
    const timer = setTimeout(() => setRestedFor(uses), CAROUSEL.pauseMs);
    return () => clearTimeout(timer);
  }, [uses]);
  return restedFor !== uses;
}

/** True while the mouse is over the frame, keyboard focus is inside it, or the page is hidden. */
function useIsPaused(frame: RefObject<HTMLElement | null>): boolean {
  // A lifted finger leaves no pointer behind, but its `:hover` remains.
  const isHovered = useDocument(
    'pointerover pointerout',
    () => (frame.current?.matches(':hover') ?? false) && matchMedia('(hover: hover)').matches,
  );
  // A click also leaves the focus on its button; only keyboard focus means that somebody is reading
  // here.
  const isFocused = useDocument(
    'focusin focusout',
    () => (frame.current?.querySelector(':focus-visible') ?? null) !== null,
  );
  const isHidden = useDocument('visibilitychange', () => document.hidden);
  return isHovered || isFocused || isHidden;
}

/** Reads a boolean again at each of these document events; false while prerendering. */
function useDocument(events: string, read: () => boolean): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const types = events.split(' ');
      for (const type of types) document.addEventListener(type, changed);
      return () => {
        for (const type of types) document.removeEventListener(type, changed);
      };
    },
    [events],
  );
  return useSyncExternalStore(subscribe, read, () => false);
}

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
