// <NoRoomView>: what stands where a room would: no such lesson, or one that is not booked.
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';

import {
  type FamilyLesson,
  hasSpot,
  hasStarted,
  lessonSpan,
} from '../../../domain/lessons/lesson.ts';
import { lessonPath, paths } from '../../../domain/paths.ts';
import type { Student } from '../../../domain/people/student.ts';
import { mondayOf, ukDate } from '../../../domain/time.ts';
import { lessonsAheadQuery } from '../../data/lessons.ts';
import { Card } from '../../ui/card.tsx';
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
      <PageHeader title="Lesson room" />
      <EmptyState
        title="This lesson no longer exists"
        text="It was deleted, or part of the link was lost on the way. Your next lessons are on your home page."
        action={<LinkButton href={paths.familyHome}>My lessons</LinkButton>}
      />
    </>
  );
}

/** Which lesson it is, and the way to its booking on the home page. */
function NotBooked({ lessonId }: { lessonId: string }) {
  const now = useNow();
  const { data, isPending } = useQuery(lessonsAheadQuery(ukDate(now)));
  const lesson = data?.find(({ id }) => id === lessonId);
  if (isPending) return <SkeletonList label="Loading the lesson" />;
  if (lesson === undefined)
    return (
      <>
        <PageHeader title="Lesson room" />
        <EmptyState
          title="Not booked"
          text="Only students who are booked into a lesson can open it. You can book it on your home page."
          action={<LinkButton href={paths.familyHome}>My lessons</LinkButton>}
        />
      </>
    );
  return (
    <>
      <PageHeader
        title={lesson.Lesson_Name}
        text={<span className="figures">{lessonSpan(lesson, now)} UK time</span>}
      />
      <Card className="grid justify-items-start gap-4 p-4 sm:p-7">
        <h2 className="text-heading">Not booked</h2>
        {hasStarted(lesson, now) ? (
          <>
            <p>This lesson has started, so it can no longer be booked.</p>
            <LinkButton href={paths.familyHome}>My lessons</LinkButton>
          </>
        ) : (
          <WayToBook lesson={lesson} />
        )}
      </Card>
    </>
  );
}

function WayToBook({ lesson }: { lesson: FamilyLesson }) {
  const isOpen = hasSpot(lesson);
  const facts = [
    ['Topic', lesson.topic?.name],
    ['Price', (lesson.free_spots_left ?? 0) > 0 ? 'Free, as your first lesson' : '1 credit'],
    [
      'Spots',
      lesson.reserved_until === null
        ? `${lesson.availableSpots || 'None'} left`
        : 'Reserved for you',
    ],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        {facts.map(
          ([label, value]) =>
            value !== undefined && (
              <Fragment key={label}>
                <dt className="text-pencil">{label}</dt>
                <dd className="figures m-0 font-bold wrap-anywhere">{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
      {!isOpen && <p>Join its waiting list, and you can book if a spot comes free.</p>}
      <LinkButton href={lessonPath(mondayOf(lesson.Date), lesson.id)}>
        {isOpen ? 'Book this lesson' : 'See the lesson'}
      </LinkButton>
    </>
  );
}
