// <Today>: the tutor's day at a glance: the lessons that are next, with their students, absences to
// confirm, and open tasks.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { AdminBooking } from '../../../domain/lessons/booking.ts';
import { type AdminLesson, hasStarted } from '../../../domain/lessons/lesson.ts';
import { slotWords } from '../../../domain/lessons/term.ts';
import { attendancePath, paths, tutorRoomPath, weekPath } from '../../../domain/paths.ts';
import { formatDate, mondayOf, shortTime, ukDate } from '../../../domain/time.ts';
import { absencesToConfirm, lessonsNext, lessonsWaitedFor } from '../../../domain/tutor/today.ts';
import { undeliveredWords } from '../../../domain/tutor/undelivered-email.ts';
import { adminBookingsQuery, listNames } from '../../data/planned-lessons.ts';
import { undeliveredEmailsQuery } from '../../data/tutor.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SiteLink, type SiteLinkProps } from '../../ui/link-button.tsx';
import { Skeleton } from '../../ui/loaded.tsx';
import { firstNames } from '../first-names.ts';
import { dayLessonsQuery } from './data.ts';

/** The maximum number of rows in a part; a last row counts the rest. */
const MAX_LINES = 2;

export function Today({ now }: { now: number }) {
  const today = ukDate(now);
  const lessons = useQuery(dayLessonsQuery(now));
  const bookings = useQuery(adminBookingsQuery);
  const { data: emails } = useQuery(undeliveredEmailsQuery);
  const failed = [lessons, bookings].filter(({ data, isError }) => data === undefined && isError);
  // Those that run stand above.
  const ahead = lessons.data?.filter((lesson) => !hasStarted(lesson, now));
  const next = ahead && lessonsNext(ahead, now);
  const day = next?.[0]?.Date ?? today;
  return (
    <Card className="grid grid-cols-2 gap-x-4 gap-y-3 px-4 py-3 lg:min-h-22 xl:py-2 lg:grid-cols-[8.5rem_minmax(0,1fr)_fit-content(14rem)_fit-content(14rem)] lg:gap-x-6">
      <div className="col-span-2 flex flex-wrap items-baseline gap-x-3 lg:col-span-1 lg:block">
        <h2 className="text-heading">
          {day === today ? 'Today' : 'Next'}
          <span className="sr-only">,</span>{' '}
          <span className="figures font-sans text-sm font-normal whitespace-nowrap text-pencil lg:block">
            {formatDate(day, 'short')}
          </span>
        </h2>
        <p className="text-sm max-lg:ml-auto">
          <LineLink href={paths.adminLive}>Who&apos;s here</LineLink>
        </p>
      </div>
      {failed.length > 0 ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-lg:col-span-2 lg:col-span-3">
          <p>Lessons and bookings could not be loaded.</p>
          <Button
            variant="secondary"
            busy={failed.some(({ isFetching }) => isFetching)}
            onClick={() => failed.forEach(({ refetch }) => void refetch())}
          >
            Try again
          </Button>
        </div>
      ) : (
        <>
          <NextLessons lessons={next} bookings={bookings.data?.bookings} />
          <Absences bookings={bookings.data?.bookings} now={now} />
          <WaitingTasks
            lessons={lessons.data}
            emails={emails && undeliveredWords(emails)}
            now={now}
          />
        </>
      )}
    </Card>
  );
}

interface TodayFacts {
  /** Undefined while loading, like the bookings. */
  readonly lessons?: readonly AdminLesson[] | undefined;
  readonly bookings?: readonly AdminBooking[] | undefined;
  readonly now: number;
}

function NextLessons({ lessons, bookings }: Omit<TodayFacts, 'now'>) {
  return (
    <TodayPart
      title="Lessons"
      isKnown={lessons !== undefined && bookings !== undefined}
      isWide
      none={
        <Line href={paths.adminPlanner} link="Plan lessons">
          None ahead
        </Line>
      }
      more={<LineLink href={paths.bookedLessons}>all attendance lists</LineLink>}
    >
      {(lessons ?? []).map((lesson) => (
        <NextLesson
          key={lesson.id}
          lesson={lesson}
          coming={(bookings ?? []).filter(({ Lesson_ID: lessonId }) => lessonId === lesson.id)}
        />
      ))}
    </TodayPart>
  );
}

interface NextLessonProps {
  lesson: AdminLesson;
  coming: readonly AdminBooking[];
}

/** At a desk in one line with the names if it is wide enough. */
function NextLesson({ lesson, coming }: NextLessonProps) {
  const {
    id,
    Date: date,
    Time: time,
    Lesson_Name: lessonName,
    Max_Students: maxStudents,
    Topic_ID: topicId,
  } = lesson;
  const words = `${coming.length} of ${maxStudents} booked${coming.length > 0 ? `: ${firstNames(coming)}` : ''}`;
  return (
    <li className="figures grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-2 pb-2 lg:pb-0">
      <b className="py-2.5 lg:py-0">{shortTime(time)}</b>
      <span className="wrap-anywhere">
        {/* Only a booked lesson has an attendance list. */}
        <LineLink href={coming.length > 0 ? attendancePath(id) : plannerPath(date)}>
          {lessonName}
        </LineLink>{' '}
        <span className="text-pencil max-lg:hidden">{words}</span>
      </span>
      {topicId !== null && (
        <LineLink href={tutorRoomPath(id)}>
          Lesson room<span className="sr-only"> of {lessonName}</span>
        </LineLink>
      )}
      <span className="col-span-2 col-start-2 -mt-1.5 text-pencil wrap-anywhere lg:hidden">
        {words}
      </span>
    </li>
  );
}

const plannerPath = (date: string) => weekPath(paths.adminPlanner, mondayOf(date));

function Absences({ bookings, now }: TodayFacts) {
  return (
    <TodayPart
      title="Absences to confirm"
      isKnown={bookings !== undefined}
      none="None"
      more={<LineLink href={paths.bookedLessons}>all attendance lists</LineLink>}
    >
      {absencesToConfirm(bookings ?? [], now).flatMap((missing) => {
        const [first] = missing;
        if (first === undefined) return [];
        const slot = slotWords({ Date: first.Lesson_Date, Time: first.Lesson_Time });
        return [
          <Line key={first.Lesson_ID} href={attendancePath(first.Lesson_ID)} link={slot}>
            {listNames(missing)}
          </Line>,
        ];
      })}
    </TodayPart>
  );
}

interface WaitingTasksProps extends Omit<TodayFacts, 'bookings'> {
  /** What could not be delivered, or null; undefined while it is unknown. */
  emails: string | null | undefined;
}

function WaitingTasks({ lessons, emails, now }: WaitingTasksProps) {
  const waited = lessonsWaitedFor(lessons ?? [], now).map((lesson) => (
    <Line key={lesson.id} href={plannerPath(lesson.Date)} link={slotWords(lesson)}>
      {lesson.waitingCount} waiting
    </Line>
  ));
  return (
    <TodayPart
      title="Waiting"
      isKnown={lessons !== undefined}
      none={emails === null ? 'No waiting list, every email sent' : 'No waiting list'}
    >
      {typeof emails !== 'string' ? waited : [<Emails key="emails" words={emails} />, ...waited]}
    </TodayPart>
  );
}

function Emails({ words }: { words: string }) {
  return (
    <li>
      <span>{words}</span> <LineLink href={paths.adminActivity}>See which</LineLink>
    </li>
  );
}

interface TodayPartProps {
  title: string;
  isKnown: boolean;
  /** Spans the full width of a narrow screen. */
  isWide?: boolean;
  /** Shown if there are no rows. */
  none: ReactNode;
  /** Links to the rows that do not fit here. */
  more?: ReactNode;
  children: readonly ReactNode[];
}

function TodayPart({ title, isKnown, isWide = false, none, more, children }: TodayPartProps) {
  const rest = children.length - MAX_LINES;
  return (
    <section
      aria-label={title}
      className={`min-w-0 text-note leading-snug lg:leading-6 ${isWide ? 'max-lg:col-span-2' : ''}`}
    >
      <h3 className="font-sans text-sm leading-4 font-bold text-pencil">{title}</h3>
      {!isKnown && <Skeleton className="mt-1 h-8 w-full" />}
      {isKnown &&
        children.length === 0 &&
        (typeof none === 'string' ? <p className="lg:max-w-40">{none}</p> : <ul>{none}</ul>)}
      {isKnown && children.length > 0 && (
        <ul>
          {children.slice(0, MAX_LINES)}
          {rest > 0 && (
            <li>
              and {rest} more{more !== undefined && <>: {more}</>}
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

interface LineProps {
  href: string;
  link: string;
  children: ReactNode;
}

/**
 * One line on a wide screen, because the attendance list has the rest; as many as needed on a
 * phone.
 */
function Line({ href, link, children }: LineProps) {
  return (
    <li className="figures min-w-0 wrap-anywhere lg:truncate">
      <LineLink href={href}>{link}</LineLink> <span className="text-pencil">{children}</span>
    </li>
  );
}

function LineLink({ href, children }: Pick<SiteLinkProps, 'href' | 'children'>) {
  return (
    <SiteLink
      href={href}
      className="inline-block min-h-11 content-center py-2.5 font-bold underline decoration-rule underline-offset-4 hover:decoration-signal hover:decoration-2 lg:-my-0.5 lg:min-h-6 lg:py-0.5"
    >
      {children}
    </SiteLink>
  );
}
