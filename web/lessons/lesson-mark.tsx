// <LessonMark>: a lesson's state as an icon with words, so that nobody has to interpret colour or
// icon alone.
import { hasEnded, lessonState, type LessonState, type FamilyLesson } from '../../domain/lesson.ts';
import { type Booker, namesOfBooked } from './booker.ts';
import { LessonSign } from './lesson-sign.tsx';

const tones: Record<LessonState, string> = {
  available: 'text-signal',
  booked: 'text-positive',
  full: 'text-ink',
  past: 'text-pencil',
};

interface LessonMarkProps {
  readonly lesson: FamilyLesson;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Undefined while loading. */
  readonly user: Booker['user'] | undefined;
}

export function LessonMark({ lesson, now, user }: LessonMarkProps) {
  const state = lessonState(lesson, now);
  return (
    <span className={`flex items-start gap-1.5 text-sm leading-snug font-bold ${tones[state]}`}>
      <LessonSign state={state} className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {wordsFor(lesson, state, { now, user })}
      </span>
    </span>
  );
}

function wordsFor(
  lesson: FamilyLesson,
  state: LessonState,
  { now, user }: Pick<LessonMarkProps, 'now' | 'user'>,
): string {
  if (state === 'booked') return `Booked ${forWhom(lesson, user)}`;
  if (state === 'full')
    return lesson.waiting === null
      ? 'Fully booked'
      : `Fully booked, number ${lesson.waiting.position} on the waiting list`;
  if (state === 'available')
    return lesson.reserved_until === null
      ? spotsLeftWords(lesson.availableSpots)
      : 'Kept for you while you pay';
  const past = hasEnded(lesson, now) ? 'Past' : 'Started';
  return lesson.isBooked ? `${past}, booked ${forWhom(lesson, user)}` : past;
}

/** With several students, words say whose booking it is, never a colour. */
function forWhom(lesson: FamilyLesson, user: Booker['user'] | undefined): string {
  if (user?.role === 'student') return 'for you';
  const names = namesOfBooked(lesson, user);
  return names === null ? 'by you' : `for ${names}`;
}

/** '1 spot left', '8 spots left'. */
export function spotsLeftWords(spots: number): string {
  return `${spots} ${spots === 1 ? 'spot' : 'spots'} left`;
}
