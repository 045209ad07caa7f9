// <NoRoomView>: what stands where a room would: no such lesson, or one that is not booked.
import { useQuery } from '@tanstack/react-query';

import { type FamilyLesson, hasSpot, hasStarted } from '../../../domain/lessons/lesson.ts';
import { lessonPath, paths } from '../../../domain/paths.ts';
import type { Student } from '../../../domain/people/student.ts';
import { formatUkInstant, mondayOf, ukDate } from '../../../domain/time.ts';
import { lessonsAheadQuery } from '../../data/lessons.ts';
import { useNow } from '../../ui/hooks/hooks.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { EmptyState, SkeletonList } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StudentLinks } from '../student-links.tsx';

interface NoRoomViewProps {
  reason: 'gone' | 'not booked';
  lessonId: string;
  /** The other students of the family, who may be booked instead. */
  others: readonly Student[];
  pathFor: (studentId: string) => string;
}

export function NoRoomView({ reason, lessonId, others, pathFor }: NoRoomViewProps) {
  if (reason === 'not booked')
    return (
      <>
        <NotBooked lessonId={lessonId} />
        {others.length > 0 && <StudentLinks students={others} pathFor={pathFor} />}
      </>
    );
  return (
    <>
      <PageHeader title="Lesson" />
      <EmptyState
        title="This lesson no longer exists"
        text="It was deleted, or part of the link was lost on the way. Your next lessons are on your home page."
        action={<LinkButton href={paths.familyHome}>My lessons</LinkButton>}
      />
    </>
  );
}

/** Which lesson it is, with the way to its booking on the home page. */
function NotBooked({ lessonId }: { lessonId: string }) {
  const now = useNow();
  const { data, isPending } = useQuery(lessonsAheadQuery(ukDate(now)));
  const lesson = data?.find(({ id }) => id === lessonId);
  if (isPending) return <SkeletonList label="Loading the lesson" />;
  return (
    <>
      <PageHeader
        title={lesson?.Lesson_Name ?? 'Lesson'}
        text={
          lesson && <span className="figures">{formatUkInstant(Date.parse(lesson.starts_at))}</span>
        }
      />
      <EmptyState title="Not booked" {...wayToBook(lesson, now)} />
    </>
  );
}

/** A lesson that is over, or too far ahead, is not among the ones to book. */
function wayToBook(lesson: FamilyLesson | undefined, now: number) {
  if (lesson === undefined || hasStarted(lesson, now))
    return {
      text:
        lesson === undefined
          ? 'Only students who are booked into a lesson can open it. You can book it on your home page.'
          : 'This lesson has started, so it can no longer be booked. Your next lessons are on your home page.',
      action: <LinkButton href={paths.familyHome}>My lessons</LinkButton>,
    };
  const path = lessonPath(mondayOf(lesson.Date), lesson.id);
  return hasSpot(lesson)
    ? {
        text: 'Only students who are booked into this lesson can open its room.',
        action: <LinkButton href={path}>Book this lesson</LinkButton>,
      }
    : {
        text: 'This lesson is full. Join its waiting list, and you can book if a spot comes free.',
        action: <LinkButton href={path}>See the lesson</LinkButton>,
      };
}
