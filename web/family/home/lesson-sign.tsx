// <LessonSign>: the icon for a lesson's state, always next to words that say the same.
import type { LessonState } from '../../../domain/lessons/lesson.ts';

/** Spots that are left need no sign. */
type SignedState = Exclude<LessonState, 'available'>;

const paths: Record<SignedState, string> = {
  now: 'M4.5 3v10L13 8Z',
  booked: 'm3 8.5 3.5 3.5L13 4.5',
  full: 'M4 4l8 8M12 4l-8 8',
  past: 'M8 4.5V8l2.5 2M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Z',
};

interface LessonSignProps {
  readonly state: SignedState;
  readonly className: string;
}

export function LessonSign({ state, className }: LessonSignProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[state]} />
    </svg>
  );
}
