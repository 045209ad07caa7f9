// <NextLessonCard>: at the top of the page, the next booked lesson, or the way to book the first
// one.
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

import { refuseCancellation } from '../../../../domain/lessons/booking.ts';
import { joinOpensAt, joinState } from '../../../../domain/lessons/join-link.ts';
import { type FamilyLesson, hasEnded, hasStarted } from '../../../../domain/lessons/lesson.ts';
import { unbroken } from '../../../../domain/near-dates.ts';
import { shortNames } from '../../../../domain/people/student-rules.ts';
import type { Student } from '../../../../domain/people/student.ts';
import { DAY_MS, formatDate, shortTime, ukDate, ukTime } from '../../../../domain/time.ts';
import type { CourseChoice } from '../../../data/remembered.ts';
import type { LessonPart } from '../../../navigation/use-dialog-param.ts';
import { countdown, describeCountdown, describeTime } from '../../../parts/lesson-times.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useIsMounted, useNow } from '../../../ui/hooks/hooks.ts';
import { PrepareLink } from '../../room-link.tsx';
import { type Booker, isBookedFor, mayBook, namesOfBooked } from '../booker.ts';
import { isShown } from '../course-filter.tsx';
import { ConfirmNote } from '../free-lesson.tsx';
import { JoinLinks } from '../join-part.tsx';
import { CardSkeleton } from '../lessons-skeleton.tsx';
import { entryClass, WaitingEntries } from '../waiting-entries.tsx';
import { NoLesson } from './no-lesson.tsx';

// Lazy: only those who cancel need the question.
const CancelQuestion = lazy(() => import('../cancel-question.tsx'));

export interface NextLessonCardProps {
  /** The upcoming lessons, sorted by start; undefined while loading. */
  ahead: readonly FamilyLesson[] | undefined;
  booker: Booker | undefined;
  /** Whether the family has not had a lesson yet. */
  isNew: boolean;
  /** The course whose lessons are shown. */
  choice: CourseChoice;
  now: number;
  onShow: (lesson: FamilyLesson, part?: LessonPart) => void;
  /** Another task for the family, shown beneath everything about lessons; null if there is none. */
  note: ReactNode;
}

/** What comes after loading, and after a first booking, takes about as much space. */
const height = 'min-h-60 sm:min-h-48 lg:min-h-44';

export function NextLessonCard({
  ahead,
  booker,
  isNew,
  choice,
  note,
  ...rest
}: NextLessonCardProps) {
  /** The lesson that the card itself has just booked. */
  const [justBooked, setJustBooked] = useState<string | null>(null);
  const isMounted = useIsMounted();
  if (ahead === undefined || booker === undefined) return <CardSkeleton className={height} />;
  const booked = ahead.filter((lesson) => lesson.isBooked && !hasEnded(lesson, rest.now));
  const [next] = booked;
  return (
    <section aria-labelledby="next-lesson">
      <Card
        className={`grid grid-cols-1 gap-2.5 border-l-4 border-l-signal content-start p-4 sm:content-center sm:gap-4 sm:p-7 lg:py-5 ${height}`}
      >
        {next === undefined ? (
          <NoLesson
            {...rest}
            onBooked={(id) => {
              if (!isMounted.current) return 'toast';
              setJustBooked(id);
              return 'page';
            }}
            lessons={ahead.filter((lesson) => isShown(lesson, choice))}
            booker={booker}
            isNew={isNew}
          />
        ) : (
          <>
            <ConfirmNote lesson={next} booker={booker} now={rest.now} />
            <Booked
              {...rest}
              lesson={next}
              booked={booked}
              booker={booker}
              isNew={next.id === justBooked}
            />
          </>
        )}
        <WaitingEntries ahead={ahead} user={booker.user} now={rest.now} onShow={rest.onShow} />
        {note !== null && <div className="border-t border-line pt-4">{note}</div>}
      </Card>
    </section>
  );
}

interface BookedProps extends Pick<NextLessonCardProps, 'now' | 'onShow'> {
  lesson: FamilyLesson;
  /** All upcoming booked lessons, sorted by start. */
  booked: readonly FamilyLesson[];
  booker: Booker;
  /** Whether the card itself has just booked it. */
  isNew: boolean;
}

function Booked({ lesson, booked, booker, now, isNew, onShow }: BookedProps) {
  const { user } = booker;
  const names = namesOfBooked(lesson, user);
  const isOpen = joinState(lesson, now) === 'open';
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone.
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  return (
    <>
      {/* On a wide screen the actions are beside the facts, not beneath them. */}
      <div className="grid grid-cols-1 gap-2.5 sm:gap-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:grid-rows-[auto_1fr] lg:gap-x-12">
        <div className="grid content-start gap-0.5 wrap-anywhere sm:gap-1">
          <div className="flex flex-wrap justify-between gap-x-5 text-note lg:justify-start">
            <h2
              ref={heading}
              id="next-lesson"
              tabIndex={-1}
              className="font-sans text-note font-bold text-pencil"
            >
              {isNew && <span className="block text-positive">Lesson Booked!</span>}
              {hasStarted(lesson, now) ? 'Lesson' : 'Next lesson'}{' '}
              <span className="text-signal">{describeCountdown(lesson, now)}</span>
            </h2>
            {!isOpen && <p className="figures text-pencil">{describeOpening(lesson, now)}</p>}
          </div>
          <p className="font-display text-heading font-semibold">{lesson.Lesson_Name}</p>
          <p className="leading-snug">
            {unbroken(describeTime(lesson, now))}
            {names !== null && <>, for {names}</>}
          </p>
        </div>
        <div className="grid content-start gap-2.5 empty:hidden sm:flex sm:flex-wrap sm:items-center sm:gap-4 lg:col-start-2 lg:row-start-1 lg:grid lg:items-stretch lg:[&_a]:w-full">
          {isOpen && <OpenJoinLinks lesson={lesson} user={user} />}
          <PrepareLink lesson={lesson} now={now} className="max-sm:justify-self-stretch" />
        </div>
        {lesson.lesson_notes !== '' && (
          <div className={lesson.topic === null ? '' : 'max-sm:hidden'}>
            <h3 className="font-sans text-sm font-bold text-pencil">
              {hasStarted(lesson, now) ? 'Notes' : 'To prepare'}
            </h3>
            <p className="line-clamp-1 max-w-prose whitespace-pre-line wrap-anywhere sm:line-clamp-4">
              {lesson.lesson_notes}
            </p>
          </div>
        )}
        <div className="-mx-3 -mb-2 flex flex-wrap self-end lg:col-start-2 lg:row-start-2 lg:justify-end lg:self-start">
          <Button variant="quiet" size="compact" onClick={() => onShow(lesson)}>
            Details
          </Button>
          {mayBook(user) && refuseCancellation(lesson, now) === null && (
            <>
              <Button variant="quiet" size="compact" onClick={() => onShow(lesson, 'move')}>
                Move
              </Button>
              <CancelButton lesson={lesson} user={user} onShow={() => onShow(lesson)} />
            </>
          )}
        </div>
      </div>
      <LaterOnes lesson={lesson} booked={booked} user={user} onShow={onShow} />
    </>
  );
}

/** 'Joining opens Sun 08:45', or with the date if that is more than six days ahead. */
function describeOpening(lesson: FamilyLesson, now: number): string {
  const opens = joinOpensAt(lesson);
  const date = formatDate(ukDate(opens), 'short');
  const [day = ''] = date.split(' ');
  const isNear = opens - now < 6 * DAY_MS;
  return `Joining opens ${isNear ? day : `${date},`} ${ukTime(opens)}`;
}

/** The way into the lesson, with the time until it starts, for the grid around it. */
function OpenJoinLinks({ lesson, user }: { lesson: FamilyLesson; user: Booker['user'] }) {
  const now = useNow(1000);
  const left = Date.parse(lesson.starts_at) - now;
  return (
    <>
      <JoinLinks lesson={lesson} user={user} now={now} />
      {left > 0 && (
        <p className="figures text-note sm:order-last lg:order-none">Starts in {countdown(left)}</p>
      )}
    </>
  );
}

interface CancelButtonProps extends Pick<BookedProps, 'lesson'> {
  user: Booker['user'];
  onShow: () => void;
}

/** If several students have a spot, the lesson's details offer to cancel each by name. */
function CancelButton({ lesson, user, onShow }: CancelButtonProps) {
  const [student, ...others] = user.students.filter((one) => isBookedFor(lesson, one));
  /** What was asked about; it stays while the question fades out. */
  const [cancelling, setCancelling] = useState<{ lesson: FamilyLesson; student: Student } | null>(
    null,
  );
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        onClick={() => {
          if (student === undefined || others.length > 0) return onShow();
          setCancelling({ lesson, student });
          setOpen(true);
        }}
      >
        Cancel
      </Button>
      {cancelling !== null && (
        <Suspense>
          <CancelQuestion
            {...cancelling}
            user={user}
            open={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface LaterOnesProps extends Pick<BookedProps, 'lesson' | 'booked' | 'onShow'> {
  user: Booker['user'];
}

/** The next lesson of each student who is not booked into this one. */
function LaterOnes({ lesson, booked, user, onShow }: LaterOnesProps) {
  const names = shortNames(user.students);
  const later = user.students
    .filter((student) => !isBookedFor(lesson, student))
    .flatMap((student) => {
      const own = booked.find((one) => isBookedFor(one, student));
      return own === undefined ? [] : [{ student, own }];
    });
  if (later.length === 0) return null;
  return (
    <ul className="-my-1 grid border-t border-line pt-1 sm:pt-3">
      {later.map(({ student, own }) => (
        <li key={student.id}>
          <button type="button" className={entryClass} onClick={() => onShow(own)}>
            <span className="font-bold">{names.get(student.id)}</span>:{' '}
            {formatDate(own.Date, 'short')}, {shortTime(own.Time)}
            <span className="max-sm:sr-only">, {own.Lesson_Name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
