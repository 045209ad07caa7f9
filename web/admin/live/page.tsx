// /admin-live: the day's lessons one by one, for a phone beside the laptop: who comes in, the
// meeting, and afterwards who did not come.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type AdminBooking, proposeAbsent } from '../../../domain/lessons/booking.ts';
import { hasEnded, type AdminLesson } from '../../../domain/lessons/lesson.ts';
import { paths } from '../../../domain/paths.ts';
import { addDays, formatDate, ukDate, ukTime, shortTime } from '../../../domain/time.ts';
import { lessonsOfDay, lessonToOpen } from '../../../domain/tutor/today.ts';
import { LESSON_WINDOW_DAYS } from '../../../domain/window.ts';
import { watchedBookingsQuery, adminLessonsBetweenQuery } from '../../data/planned-lessons.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import { pages } from '../../pages.ts';
import { startQuery } from '../../transport/query-client.ts';
import { chipClass } from '../../ui/forms/segments.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded, EmptyState } from '../../ui/loaded.tsx';
import { LiveLesson } from './live-lesson.tsx';

/** From yesterday on, because a lesson may run past midnight. */
const lessonsQuery = (today: string) =>
  adminLessonsBetweenQuery(addDays(today, -1), addDays(today, LESSON_WINDOW_DAYS.ahead));

export function start(): void {
  startQuery(lessonsQuery(ukDate(Date.now())));
  startQuery(watchedBookingsQuery);
}

export default function AdminLive() {
  const now = useNow(5000);
  const today = ukDate(now);
  const lessons = useQuery(lessonsQuery(today));
  const bookings = useQuery(watchedBookingsQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const coming = bookings.data?.bookings ?? [];
  const bookingsOf = (lesson: AdminLesson) =>
    coming.filter(({ Lesson_ID: lessonId }) => lessonId === lesson.id);
  // The bookings are polled; the lessons, with their counts, are not.
  const ofDay = lessonsOfDay(lessons.data ?? [], now).map((lesson) =>
    bookings.data === undefined ? lesson : { ...lesson, bookedCount: bookingsOf(lesson).length },
  );
  const current = ofDay.find(({ id }) => id === chosen) ?? lessonToOpen(ofDay, now);
  const isToday = current === undefined || current.Date <= today;
  return (
    <AdminFrame title={pages[paths.adminLive].title}>
      <div className="mx-auto grid w-full max-w-[44rem] grid-cols-1 gap-4">
        <header className="flex flex-wrap items-baseline gap-x-3">
          <h1 className="text-title">{isToday ? 'Live today' : 'Live next'}</h1>
          <p className="figures text-pencil">
            {formatDate(isToday ? today : current.Date, 'long')}
          </p>
        </header>
        <Loaded query={lessons} noun="lessons" rows={2} rowClassName="h-40 w-full">
          {() =>
            current === undefined ? (
              <EmptyState
                title="No lessons planned"
                text="On the day of a lesson you see here who comes in."
                action={<LinkButton href={paths.adminPlanner}>Open the planner</LinkButton>}
              />
            ) : (
              <>
                {ofDay.length > 1 && (
                  <LessonChips
                    lessons={ofDay}
                    bookings={coming}
                    shownId={current.id}
                    now={now}
                    onChoose={setChosen}
                  />
                )}
                {/* A lost line keeps what is known. */}
                {bookings.isError && (
                  <output className="block border-l-4 border-caution pl-3 leading-snug">
                    {bookings.data === undefined
                      ? 'The bookings could not be loaded. This page will try again by itself.'
                      : `No connection: shown as of ${ukTime(bookings.dataUpdatedAt)}. This page will reconnect by itself.`}
                  </output>
                )}
                <LiveLesson
                  key={current.id}
                  lesson={current}
                  bookings={bookings.data && bookingsOf(current)}
                  next={ofDay[ofDay.indexOf(current) + 1]}
                  now={now}
                  onNext={setChosen}
                />
              </>
            )
          }
        </Loaded>
      </div>
    </AdminFrame>
  );
}

interface LessonChipsProps {
  lessons: readonly AdminLesson[];
  bookings: readonly AdminBooking[];
  /** The id of the lesson that is shown. */
  shownId: string;
  now: number;
  onChoose: (id: string) => void;
}

/** <LessonChips>: the lessons of a day by time, with how many are booked; a tap shows one. */
function LessonChips({ lessons, bookings, shownId, now, onChoose }: LessonChipsProps) {
  return (
    <ul aria-label="Lessons of the day" className="flex flex-wrap gap-2">
      {lessons.map((lesson) => {
        const { id, Time: time, Lesson_Name: lessonName, bookedCount } = lesson;
        const missing = proposeAbsent(
          bookings.filter(({ Lesson_ID: lessonId }) => lessonId === id),
          now,
        ).length;
        return (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === shownId}
              className={`${chipClass} py-1.5 text-left`}
              onClick={() => onChoose(id)}
            >
              <span>
                <span className={hasEnded(lesson, now) && missing === 0 ? 'opacity-75' : ''}>
                  {shortTime(time)}
                </span>{' '}
                <span className="block text-sm font-normal">{bookedCount} booked</span>
              </span>
              <span className="sr-only">{lessonName}</span>
              {missing > 0 && (
                <span className="rounded-sm bg-caution-wash px-1.5 text-sm text-caution">
                  {missing}
                  <span className="sr-only"> did not join</span>
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
