// <LessonMark>: a lesson's state as an icon with words, so that nobody has to interpret colour or
// icon alone.
import {
  hasEnded,
  lessonState,
  type LessonState,
  type FamilyLesson,
  spotsLeftWords,
} from '../../../domain/lessons/lesson.ts';
import { type Booker, mayBook, namesOfBooked } from './booker.ts';

const tones: Record<LessonState, string> = {
  available: 'text-pencil',
  now: 'text-signal',
  booked: 'text-positive',
  full: 'text-ink',
  past: 'text-pencil',
};

/** So many spots left, or fewer, deserve the signal colour. */
const FEW_SPOTS = 3;

interface LessonMarkProps {
  lesson: FamilyLesson;
  now: number;
  /** Undefined while loading. */
  user: Booker['user'] | undefined;
  /** Whether the way to the waiting list is beside it. */
  isShort?: boolean;
}

export function LessonMark({ lesson, now, user, isShort = false }: LessonMarkProps) {
  const state = lessonState(lesson, now);
  const isScarce =
    state === 'available' && (lesson.availableSpots <= FEW_SPOTS || lesson.reserved_until !== null);
  const tone = isScarce ? 'text-signal' : tones[state];
  return (
    <span className={`flex items-start gap-1.5 text-sm leading-snug font-bold ${tone}`}>
      {state !== 'available' && <LessonSign state={state} className="mt-0.5 size-4 shrink-0" />}
      <span className="min-w-0 wrap-anywhere">{markWords(lesson, { now, user, isShort })}</span>
    </span>
  );
}

/** The state in words; a list that nobody here may join is not mentioned. */
export function markWords(
  lesson: FamilyLesson,
  { now, user, isShort }: Pick<LessonMarkProps, 'now' | 'user' | 'isShort'>,
): string {
  const state = lessonState(lesson, now);
  if (state === 'booked') return `Booked${forWhom(lesson, user)}`;
  if (state === 'now') return `Now, booked${forWhom(lesson, user)}`;
  if (state === 'full') {
    if (lesson.waiting !== null)
      return `Fully booked, number ${lesson.waiting.position} on the waiting list`;
    return isShort || (user !== undefined && !mayBook(user)) ? 'Full' : 'Full, waiting list';
  }
  if (state === 'available')
    return lesson.reserved_until === null
      ? spotsLeftWords(lesson.availableSpots)
      : 'Kept for you while you pay';
  if (!hasEnded(lesson, now)) return 'Started';
  return lesson.isBooked ? `Past, booked${forWhom(lesson, user)}` : 'Past';
}

/** Words say whose booking it is, never a colour; empty while that is loading. */
function forWhom(lesson: FamilyLesson, user: Booker['user'] | undefined): string {
  if (user?.role === 'student') return ' for you';
  const names = namesOfBooked(lesson, user);
  return names === null ? '' : ` for ${names}`;
}

/** Spots that are left need no sign. */
type SignedState = Exclude<LessonState, 'available'>;

const paths: Record<SignedState, string> = {
  now: 'M4.5 3v10L13 8Z',
  booked: 'm3 8.5 3.5 3.5L13 4.5',
  full: 'M4 4l8 8M12 4l-8 8',
  past: 'M8 4.5V8l2.5 2M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Z',
};

/** <LessonSign>: the icon for a lesson's state, always next to words that say the same. */
export function LessonSign({ state, className }: { state: SignedState; className: string }) {
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
