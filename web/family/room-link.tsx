// <PrepareLink>: for those who booked a lesson the way to its room. <LessonTopic>: its topic.
import type { FamilyLesson } from '../../domain/lessons/lesson.ts';
import { roomPath } from '../../domain/paths.ts';
import { roomState } from '../../domain/rooms/room.ts';
import { LinkButton } from '../ui/link-button.tsx';

interface PrepareLinkProps {
  lesson: FamilyLesson;
  now: number;
  className?: string;
}

export function LessonTopic({ lesson: { topic } }: Pick<PrepareLinkProps, 'lesson'>) {
  if (topic === null) return null;
  return (
    <dl>
      <dt className="text-sm font-bold text-pencil">Topic</dt>
      <dd className="wrap-anywhere">
        {topic.name}
        {topic.reference !== '' && <span className="text-pencil"> ({topic.reference})</span>}
      </dd>
    </dl>
  );
}

export function PrepareLink({ lesson, now, className = '' }: PrepareLinkProps) {
  const { id, topic, isBooked, bookings } = lesson;
  if (topic === null || !isBooked) return null;
  return (
    <LinkButton
      variant="secondary"
      className={`justify-self-start ${className}`}
      href={roomPath(id, bookings[0]?.Student_ID ?? null)}
    >
      {describeRoom(lesson, now)}
    </LinkButton>
  );
}

/**
 * What the room is for at `now` (epoch milliseconds). A lesson does not say what its room has apart
 * from the preparation: it may be slides, questions or neither.
 */
export function describeRoom(
  lesson: Pick<FamilyLesson, 'starts_at' | 'prepared'>,
  now: number,
): string {
  const state = roomState(lesson, now);
  if (state === 'after') return 'Look back on the lesson';
  const { done, all } = lesson.prepared ?? { done: 0, all: 0 };
  return state === 'live' || all === 0 ? 'Lesson room' : `Prepare: ${done} of ${all} done`;
}
