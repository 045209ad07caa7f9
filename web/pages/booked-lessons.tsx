// /booked-lessons: the booked lessons with their students; attendance and printable lists.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';

import { BOOKING_WINDOW_DAYS_BACK } from '../../domain/limits.ts';
import { paths, attendanceAnchor } from '../../domain/paths.ts';
import { BookedLessonCard } from '../admin/planner/booked-lesson-card.tsx';
import { type BookedLesson, groupByLesson } from '../admin/planner/booked-lesson.ts';
import { AttendanceSheet } from '../admin/planner/attendance.tsx';
import { adminBookingsQuery } from '../api/attendance.ts';
import { startQuery } from '../api/transport/query-client.ts';
import { Button } from '../ui/button.tsx';
import { StatCard } from '../ui/stat-card.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useNow } from '../ui/use-now.ts';
import { AdminFrame } from './admin-frame.tsx';
import { pages } from './pages.ts';

export function start(): void {
  startQuery(adminBookingsQuery);
}

export default function BookedLessons() {
  const query = useQuery(adminBookingsQuery);
  const now = useNow();
  const { hash } = useLocation();
  /** Whether the address names this lesson. */
  const isAsked = ({ id }: BookedLesson) => hash === `#${attendanceAnchor(id)}`;
  const [showsPast, setShowsPast] = useState<boolean | null>(null);
  const [printed, setPrinted] = useState<string | null>(null);
  const { ahead, past } = groupByLesson(query.data?.bookings ?? [], now);
  const isPastShown = showsPast ?? past.some(isAsked);
  const printedLesson = [...ahead, ...past].find(({ id }) => id === printed);

  const isLoaded = query.data !== undefined;
  // The app scrolls to the anchor when it opens a page, but the anchor does not exist while the
  // lessons load.
  useEffect(() => {
    if (isLoaded) document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: 'instant' });
  }, [hash, isLoaded]);

  const print = ({ id }: BookedLesson) => {
    // The printed list must be in the page before the browser captures it.
    flushSync(() => setPrinted(id));
    window.print();
  };
  const cards = (lessons: readonly BookedLesson[], openFirst: boolean) => (
    <ul className="grid gap-3">
      {lessons.map((lesson, index) => (
        <li key={lesson.id} id={attendanceAnchor(lesson.id)}>
          <BookedLessonCard
            lesson={lesson}
            open={isAsked(lesson) || (openFirst && index === 0)}
            now={now}
            onPrint={() => print(lesson)}
          />
        </li>
      ))}
    </ul>
  );

  return (
    <AdminFrame title={pages[paths.bookedLessons].title}>
      <div className="grid gap-8 print:hidden">
        <PageHeader
          title="Booked lessons"
          actions={
            <LinkButton variant="secondary" href={paths.adminDashboard}>
              Back to Dashboard
            </LinkButton>
          }
        />
        <div className="grid grid-cols-2 gap-3 sm:gap-4">
          <StatCard
            label="Total Booked Lessons"
            value={query.isError ? '–' : query.data?.stats.totalBookedLessons}
            hint={`In the last ${BOOKING_WINDOW_DAYS_BACK} days and ahead`}
          />
          <StatCard
            label="Total Students"
            value={query.isError ? '–' : query.data?.stats.totalUsers}
            hint="Holding at least one of these bookings"
          />
        </div>
        <Loaded
          query={query}
          label="Loading bookings"
          failure="Failed to load bookings"
          reportsStale
        >
          {() => (
            <>
              <section aria-labelledby="ahead" className="grid gap-4">
                <h2 id="ahead" className="text-heading">
                  Upcoming lessons
                </h2>
                {ahead.length === 0 ? (
                  <EmptyState
                    title="No bookings ahead"
                    text="Lessons appear here as soon as a student books one."
                    action={<LinkButton href={paths.adminPlanner}>Open the planner</LinkButton>}
                  />
                ) : (
                  cards(ahead, !ahead.some(isAsked))
                )}
              </section>
              <section aria-labelledby="past" className="grid gap-4">
                <h2 id="past" className="text-heading">
                  Past lessons
                </h2>
                {past.length === 0 && (
                  <p className="text-pencil">
                    None with bookings in the last {BOOKING_WINDOW_DAYS_BACK} days.
                  </p>
                )}
                {past.length > 0 && (
                  <div>
                    <Button
                      variant="secondary"
                      aria-expanded={isPastShown}
                      onClick={() => setShowsPast(!isPastShown)}
                    >
                      {isPastShown ? 'Hide past lessons' : `Show past lessons (${past.length})`}
                    </Button>
                  </div>
                )}
                {isPastShown && cards(past, false)}
              </section>
            </>
          )}
        </Loaded>
      </div>
      {printedLesson !== undefined && <AttendanceSheet lesson={printedLesson} />}
    </AdminFrame>
  );
}
