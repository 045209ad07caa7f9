// <WayIn>: the door of a booked lesson, and when it opens.
import { doorState } from '../../domain/door.ts';
import type { FamilyLesson } from '../../domain/lesson.ts';
import { DOOR_OPENS_MINUTES } from '../../domain/limits.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

interface WayInProps {
  readonly lesson: FamilyLesson;
  /** Epoch milliseconds. */
  readonly now: number;
}

export function WayIn({ lesson, now }: WayInProps) {
  return (
    <div className="grid gap-2 rounded-md border border-positive bg-positive-wash p-4">
      <JoinLink lesson={lesson} now={now} />
      {doorState(lesson, now) === 'early' && (
        <p className="text-sm leading-snug">Opens {DOOR_OPENS_MINUTES} minutes before the start.</p>
      )}
    </div>
  );
}

/** The one thing to do once the door is open; its address comes with the answer to a booking. */
export function JoinLink({ lesson, now }: WayInProps) {
  if (lesson.door === null) return <Skeleton className="h-11 w-40 max-w-full" />;
  return (
    <LinkButton
      variant={doorState(lesson, now) === 'open' ? 'primary' : 'secondary'}
      href={lesson.door}
      target="_blank"
      rel="noreferrer"
    >
      Join the lesson
    </LinkButton>
  );
}
