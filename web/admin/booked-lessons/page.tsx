// /booked-lessons: the booked lessons with their students; attendance and printable lists.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';

import { groupBy } from '../../../domain/group-by.ts';
import type { BookingStats } from '../../../domain/lessons/booking.ts';
import { paths, attendanceAnchor } from '../../../domain/paths.ts';
import { formatDate, shortTime } from '../../../domain/time.ts';
import { BOOKING_WINDOW_DAYS_BACK } from '../../../domain/window.ts';
import { adminBookingsQuery } from '../../data/planned-lessons.ts';
import { AdminFrame, Logout } from '../../frames/admin-frame.tsx';
import { pages } from '../../pages.ts';
import { startQuery } from '../../transport/query-client.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded, EmptyState } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { joinedWords } from '../presence-mark.tsx';
import {
  BookedLessonCard,
  type BookedLesson,
  groupByLesson,
  isRunning,
} from './booked-lesson-card.tsx';

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
  const days = (lessons: BookedLesson[], openFirst: boolean) => (
    <Days
      lessons={lessons}
      isOpen={(lesson) =>
        isAsked(lesson) || isRunning(lesson, now) || (openFirst && lesson === lessons[0])
      }
      now={now}
      onPrint={print}
    />
  );

  return (
    <AdminFrame title={pages[paths.bookedLessons].title}>
      <div className="grid grid-cols-1 gap-8 print:hidden">
        <Head stats={query.isError ? undefined : query.data?.stats} />
        <Loaded query={query} noun="bookings" reportsStale>
          {() => (
            <>
              <section aria-labelledby="ahead" className="grid grid-cols-1 gap-4">
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
                  days(ahead, !ahead.some(isAsked))
                )}
              </section>
              <section aria-labelledby="past" className="grid grid-cols-1 gap-4">
                <h2 id="past" className="text-heading">
                  Past lessons
                </h2>
                <PastSwitch count={past.length} isShown={isPastShown} onChange={setShowsPast} />
                {isPastShown && days(past, false)}
              </section>
            </>
          )}
        </Loaded>
      </div>
      {printedLesson !== undefined && <AttendanceSheet lesson={printedLesson} />}
    </AdminFrame>
  );
}

function Head({ stats }: { stats: BookingStats | undefined }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <BackLink href={paths.adminDashboard}>Back to Dashboard</BackLink>
      <PageHeader
        title={pages[paths.bookedLessons].title}
        actions={<Logout className={buttonClass('quiet', 'flush', 'text-sm')} />}
      />
      <div className="flex flex-wrap gap-x-5 gap-y-1 text-pencil">
        <Stat label="Total Booked Lessons" value={stats?.totalBookedLessons} />
        <Stat label="Total Students" value={stats?.totalUsers} />
        <p className="basis-full">In the last {BOOKING_WINDOW_DAYS_BACK} days and ahead</p>
      </div>
    </div>
  );
}

interface PastSwitchProps {
  /** How many lessons are past. */
  count: number;
  isShown: boolean;
  onChange: (isShown: boolean) => void;
}

/** <PastSwitch>: shows and hides the past lessons. */
function PastSwitch({ count, isShown, onChange }: PastSwitchProps) {
  if (count === 0)
    return (
      <p className="text-pencil">None with bookings in the last {BOOKING_WINDOW_DAYS_BACK} days.</p>
    );
  return (
    <div>
      <Button variant="secondary" aria-expanded={isShown} onClick={() => onChange(!isShown)}>
        {isShown ? 'Hide past lessons' : `Show past lessons (${count})`}
      </Button>
    </div>
  );
}

interface DaysProps {
  lessons: BookedLesson[];
  isOpen: (lesson: BookedLesson) => boolean;
  now: number;
  onPrint: (lesson: BookedLesson) => void;
}

/** <Days>: the lessons under their days, in the given order. */
function Days({ lessons, isOpen, now, onPrint }: DaysProps) {
  return [...groupBy(lessons, ({ date }) => date)].map(([date, ofDay]) => (
    <section key={date} className="grid grid-cols-1 gap-2">
      <h3 className="font-sans text-base font-bold">{formatDate(date, 'long')}</h3>
      <Card>
        <ul className="[&>li]:border-line [&>li]:not-first:border-t">
          {ofDay.map((lesson) => (
            <li key={lesson.id} id={attendanceAnchor(lesson.id)}>
              <BookedLessonCard
                lesson={lesson}
                open={isOpen(lesson)}
                now={now}
                onPrint={() => onPrint(lesson)}
              />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  ));
}

interface StatProps {
  label: string;
  /** Undefined while it is unknown. */
  value: number | undefined;
}

function Stat({ label, value }: StatProps) {
  return (
    <dl className="flex gap-x-1.5">
      <dt>{label}</dt>
      <dd className="figures m-0 min-w-4 font-bold text-ink">{value ?? '–'}</dd>
    </dl>
  );
}

/**
 * <AttendanceSheet>: the printed list of a lesson's students, to tick off by hand. Hidden on
 * screens.
 */
function AttendanceSheet({ lesson }: { lesson: BookedLesson }) {
  const { name, date, time, link, notes, bookings } = lesson;
  const cell = 'border border-[#000] px-3 py-2.5 text-left align-top';
  return (
    <section aria-label="Attendance list" className="hidden bg-[#fff] text-[#000] print:block">
      <h1 className="text-title">{name}</h1>
      <p className="mt-1">
        {formatDate(date, 'long')}, {shortTime(time)} UK time
      </p>
      <p>{link}</p>
      {notes !== '' && <p className="mt-2 whitespace-pre-line">{notes}</p>}
      <table className="mt-5 w-full border-collapse">
        <thead>
          <tr>
            <th className={`${cell} w-10`}>No.</th>
            <th className={cell}>Student</th>
            <th className={`${cell} w-24`}>Present</th>
            <th className={`${cell} w-1/3`}>Remarks</th>
          </tr>
        </thead>
        <tbody>
          {bookings.map(({ id, Student_Name: studentName, absent, excused, joined_at }, index) => (
            <tr key={id}>
              <td className={cell}>{index + 1}</td>
              <td className={cell}>{studentName}</td>
              <td className={cell}>
                {absent ? 'Absent' : joined_at !== null && joinedWords(joined_at)}
              </td>
              <td className={cell}>{excused ? "Can't come" : '\u00a0'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
