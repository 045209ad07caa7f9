// <RunningLessons>: the lesson that runs now, first on the page, with the way into it.
import { useQuery } from '@tanstack/react-query';

import type { AdminBooking } from '../../../domain/lessons/booking.ts';
import {
  type AdminLesson,
  hasEnded,
  hasStarted,
  lessonEndsAt,
} from '../../../domain/lessons/lesson.ts';
import { attendancePath } from '../../../domain/paths.ts';
import { ukTime } from '../../../domain/time.ts';
import { adminBookingsQuery, listNames } from '../../data/planned-lessons.ts';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/link-button.tsx';
import { LessonWays } from '../lesson-ways.tsx';
import { dayLessonsQuery } from './data.ts';

const isRunning = (lesson: AdminLesson, now: number): boolean =>
  hasStarted(lesson, now) && !hasEnded(lesson, now);

/** Undefined until it is known; no lesson runs as far as a failed call knows. */
export function useRunningLessons(now: number): readonly AdminLesson[] | undefined {
  const { data, failureCount, isFetched } = useQuery(dayLessonsQuery(now));
  // The other parts of the page try again as they appear, which sets `failureCount` to 0.
  if (data === undefined) return failureCount > 0 || isFetched ? [] : undefined;
  return data.filter((lesson) => isRunning(lesson, now));
}

export function RunningLessons({ lessons }: { lessons: readonly AdminLesson[] }) {
  if (lessons.length === 0) return null;
  return (
    <section aria-labelledby="running">
      <Card className="grid grid-cols-1 gap-x-6 gap-y-1 px-4 py-3 lg:grid-cols-[8.5rem_minmax(0,1fr)]">
        <h2 id="running" className="text-heading">
          Now
        </h2>
        <ul className="grid grid-cols-1 gap-4">
          {lessons.map((lesson, index) => (
            <RunningLesson key={lesson.id} lesson={lesson} isFirst={index === 0} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

interface RunningLessonProps {
  lesson: AdminLesson;
  /** Only one button of the page stands out. */
  isFirst: boolean;
}

function RunningLesson({ lesson, isFirst }: RunningLessonProps) {
  const { id, Lesson_Name: lessonName, Meeting_Link: meetingLink, Topic_ID: topicId } = lesson;
  const { data } = useQuery(adminBookingsQuery);
  const coming = data?.bookings.filter(({ Lesson_ID: lessonId }) => lessonId === id);
  return (
    <li className="grid grid-cols-1 items-center gap-x-6 gap-y-2 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0 leading-snug wrap-anywhere">
        {coming !== undefined && coming.length > 0 ? (
          <TextLink href={attendancePath(id)}>{lessonName}</TextLink>
        ) : (
          <b>{lessonName}</b>
        )}
        <ul className="figures flex flex-wrap gap-x-4 text-note text-pencil">
          <li>until {ukTime(lessonEndsAt(Date.parse(lesson.starts_at)))}</li>
          {coming !== undefined && <li>{joinedWords(coming)}</li>}
        </ul>
      </div>
      <LessonWays
        lesson={{ id, name: lessonName, link: meetingLink }}
        hasRoom={topicId !== null}
        isFirst={isFirst}
      />
    </li>
  );
}

/** '1 of 3 has joined: Tom'. */
function joinedWords(bookings: readonly AdminBooking[]): string {
  if (bookings.length === 0) return '0 booked';
  const here = bookings.filter(({ joined_at }) => joined_at !== null);
  const count = `${here.length} of ${bookings.length} ${here.length === 1 ? 'has' : 'have'} joined`;
  return here.length === 0 ? count : `${count}: ${listNames(here)}`;
}
