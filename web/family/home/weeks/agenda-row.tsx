// <AgendaRows>: lessons of the agenda, a row for each. A row books with one tap; confirms and
// offers undo in place. Its rest opens the lesson's dialog. <LessonActions>: its buttons, for a
// calendar's cards too.
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { lessonPricePence } from '../../../../domain/business-words.ts';
import { courseOf } from '../../../../domain/course.ts';
import { refuseCancellation } from '../../../../domain/lessons/booking.ts';
import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { shortNames } from '../../../../domain/people/student-rules.ts';
import { formatDate, shortTime } from '../../../../domain/time.ts';
import { useBusiness } from '../../../content/site-context.ts';
import { rememberStudent } from '../../../data/remembered.ts';
import { Button } from '../../../ui/button.tsx';
import { Rest } from '../../../ui/rest.tsx';
import { type Booker, hasSeveral, isBookedFor } from '../booker.ts';
import { BOOKING_CANCELED, cancelledWords } from '../booking-words.ts';
import { type ToldBy, type BookingChoice, useBookLesson, useCancelBooking } from '../bookings.ts';
import { ConfirmNote } from '../free-lesson.tsx';
import { LessonMark } from '../lesson-mark.tsx';
import { useIsOnline } from '../live-lessons.ts';
import { rowOffer } from './row-offer.ts';

interface AgendaRowProps {
  lesson: FamilyLesson;
  /** Undefined while loading. */
  booker: Booker | undefined;
  now: number;
  onOpen: () => void;
}

interface AgendaRowsProps extends Omit<AgendaRowProps, 'lesson' | 'onOpen'> {
  lessons: readonly FamilyLesson[];
  onOpen: (lesson: FamilyLesson) => void;
}

export function AgendaRows({ lessons, onOpen, ...rest }: AgendaRowsProps) {
  return (
    <ul className="mt-1 border-y border-line">
      {lessons.map((lesson) => (
        <AgendaRow key={lesson.id} lesson={lesson} onOpen={() => onOpen(lesson)} {...rest} />
      ))}
    </ul>
  );
}

function AgendaRow({ lesson, booker, now, onOpen }: AgendaRowProps) {
  const main = useRef<HTMLButtonElement>(null);
  const day = formatDate(lesson.Date, 'short');
  const time = shortTime(lesson.Time);
  return (
    // On a narrow phone a button stands below the name, as far from the line as beside it. Beside
    // other weeks, a row has room for two lines of a name, so that the same times stand in line.
    <li className="flex flex-wrap items-center justify-end gap-x-3 border-t border-line py-2.5 [--title:4rem] first:border-t-0 md:min-h-24 md:content-center [&>button~:is(a,button)]:my-1">
      <button
        ref={main}
        type="button"
        aria-haspopup="dialog"
        className={`-my-1.5 flex min-h-16 min-w-0 flex-1 basis-45 cursor-pointer items-center gap-3 py-2 text-left ${lesson.isBooked ? leadsOn : ''}`}
        onClick={onOpen}
      >
        <span className="figures w-[3.25rem] shrink-0 leading-tight">
          <span aria-hidden="true" className="block text-sm font-bold text-pencil">
            {day.split(' ')[0]}
          </span>
          <span className="sr-only">{day}, </span>
          <span className="font-display text-xl font-semibold">{time}</span>
        </span>{' '}
        <span className="grid min-w-0 gap-0.5">
          <span className="leading-snug font-bold wrap-anywhere">{lesson.Lesson_Name}</span>{' '}
          <LessonMark lesson={lesson} now={now} user={booker?.user} isShort />
        </span>
      </button>
      <LessonActions
        lesson={lesson}
        booker={booker}
        now={now}
        onOpen={onOpen}
        leave={() => main.current?.focus({ preventScroll: true })}
      />
    </li>
  );
}

interface LessonActionsProps extends AgendaRowProps {
  /** Called when the pressed button is gone, to keep the focus near it. */
  leave: () => void;
}

/** The parts of a box that wraps. */
export function LessonActions({ lesson, booker, now, onOpen, leave }: LessonActionsProps) {
  const when = `${formatDate(lesson.Date, 'short')}, ${shortTime(lesson.Time)}`;
  return booker && <RowAction {...{ lesson, booker, now, when, onOpen, leave }} />;
}

interface RowActionProps extends LessonActionsProps {
  booker: Booker;
  /** For screen readers: 'Sat 21 Nov, 09:00'. */
  when: string;
}

type Answer = { readonly kind: 'booked' | 'cancelled'; readonly chosen: BookingChoice };

function RowAction({ lesson, booker, now, when, onOpen, leave }: RowActionProps) {
  const { user } = booker;
  const [answer, setAnswer] = useState<Answer | null>(null);
  const show =
    (kind: Answer['kind']) =>
    (chosen: BookingChoice): ToldBy => {
      setAnswer({ kind, chosen });
      return 'page';
    };
  const { book, isOwn: isBooking } = useBookLesson(user, show('booked'));
  const { cancel, isOwn: isCancelling } = useCancelBooking(user, show('cancelled'));
  const isOnline = useIsOnline();
  const pence = lessonPricePence(useBusiness());
  const offer = rowOffer(lesson, booker, { now, pence });
  const isBusy = isBooking || isCancelling;
  const keepFocus = useEffectEvent(() => {
    if (answer !== null && document.activeElement === document.body) leave();
  });
  useEffect(() => {
    if (!isBusy) keepFocus();
  }, [isBusy]);
  return (
    <>
      {/* After a booking, a sibling's may stand in its place. */}
      <Rest after={isBusy}>
        {isBusy ? (
          <Button
            busy
            variant="secondary"
            className={look}
            busyLabel={isBooking ? 'Booking...' : 'Cancelling...'}
          />
        ) : offer.kind === 'none' ? null : (
          <Button
            variant="secondary"
            className={look}
            aria-disabled={isOnline ? undefined : true}
            aria-haspopup={offer.kind === 'open' ? 'dialog' : undefined}
            onClick={() => {
              if (!isOnline) return;
              // The hour before the start may have begun since the row was drawn.
              const latest = rowOffer(lesson, booker, { now: Date.now(), pence });
              if (latest.kind !== 'book') {
                onOpen();
                return;
              }
              if (hasSeveral(user))
                rememberStudent(courseOf(lesson.Lesson_Name), latest.student.id);
              book({ lesson, student: latest.student, isFreeFirst: latest.isFreeFirst });
            }}
          >
            <span>
              {isOnline ? offer.words : 'Book when online'}
              <span className="sr-only"> {when}</span>
            </span>
          </Button>
        )}
      </Rest>
      <RowOutcome
        {...{ lesson, booker, now, when }}
        answer={isBusy ? null : answer}
        isClash={!isBusy && offer.kind === 'open' && offer.isClash}
        onUndo={(student) => cancel({ lesson, student })}
      />
    </>
  );
}

interface RowOutcomeProps extends Pick<RowActionProps, 'lesson' | 'booker' | 'now' | 'when'> {
  /** Null before an answer, and while another is awaited. */
  answer: Answer | null;
  isClash: boolean;
  onUndo: (student: BookingChoice['student']) => void;
}

/** What has come of the row's button: in a list, under the lesson's name. */
function RowOutcome({ lesson, booker, now, when, answer, isClash, onUndo }: RowOutcomeProps) {
  const { user } = booker;
  const student = answer?.chosen.student;
  const isIn = student !== undefined && isBookedFor(lesson, student);
  const isJustBooked = answer?.kind === 'booked' && isIn;
  const name = student === undefined ? '' : (shortNames(user.students).get(student.id) ?? '');
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-2 pl-[var(--title,0)]">
      {isClash && (
        <span className="basis-full text-sm leading-snug font-bold text-caution">
          At the same time as another booked lesson
        </span>
      )}
      <output className="flex-1 leading-snug">
        {isJustBooked && (
          <span className="text-positive">
            <strong>Lesson Booked!</strong>{' '}
            {user.role === 'student' ? 'You are booked.' : `${name} is booked.`}
          </span>
        )}
        {answer?.kind === 'cancelled' && !isIn && (
          <>
            <strong>{BOOKING_CANCELED}</strong>: {cancelledWords(user, answer.chosen)}
          </>
        )}
      </output>
      {isJustBooked && answer.chosen.isFreeFirst === true && (
        <div className="basis-full">
          <ConfirmNote lesson={lesson} booker={booker} now={now} />
        </div>
      )}
      {isJustBooked && refuseCancellation(lesson, now) === null && (
        <Button variant="quiet" size="compact" onClick={() => onUndo(answer.chosen.student)}>
          <span>
            Undo<span className="sr-only"> the booking of {when}</span>
          </span>
        </Button>
      )}
    </div>
  );
}

const look = 'max-w-34 px-3!';

/** An arrow, which shows the way to the details of a booked lesson: it has no button. */
export const leadsOn =
  'after:mr-1 after:ml-auto after:size-2 after:shrink-0 after:rotate-45 after:border-t-2 after:border-r-2 after:border-pencil';
