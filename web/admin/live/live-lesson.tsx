// <LiveLesson>: one lesson of the day, large: when it is, who has come in, the way to the meeting,
// and afterwards who did not come.
import { useQuery } from '@tanstack/react-query';

import { type AdminBooking, proposeAbsent } from '../../../domain/lessons/booking.ts';
import { joinState } from '../../../domain/lessons/join-link.ts';
import { type AdminLesson, hasStarted, hasEnded } from '../../../domain/lessons/lesson.ts';
import { LESSON_MINUTES } from '../../../domain/limits.ts';
import { attendancePath, tutorRoomPath } from '../../../domain/paths.ts';
import { shortTime, ukTime, MINUTE_MS } from '../../../domain/time.ts';
import { listNames, useMarkAbsent } from '../../data/planned-lessons.ts';
import { tutorRoomQuery } from '../../data/tutor-room.ts';
import { buttonClass, Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton, TextLink } from '../../ui/link-button.tsx';
import { SkeletonList } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { HourStrip } from '../hour-strip.tsx';
import { Attendees } from './attendees.tsx';

interface LiveLessonProps {
  lesson: AdminLesson;
  /** Undefined while loading. */
  bookings: readonly AdminBooking[] | undefined;
  /** The lesson after it on the same day. */
  next: AdminLesson | undefined;
  now: number;
  onNext: (id: string) => void;
}

export function LiveLesson({ lesson, bookings, next, now, onNext }: LiveLessonProps) {
  const {
    id,
    Time: time,
    Lesson_Name: lessonName,
    Meeting_Link: meetingLink,
    Topic_ID: topicId,
  } = lesson;
  const hasBegun = hasStarted(lesson, now);
  const isOver = joinState(lesson, now) === 'over';
  return (
    <>
      <Card className="overflow-hidden">
        <div className="px-4 pt-3 sm:px-6">
          <Hour lesson={lesson} bookings={bookings ?? []} now={now} />
        </div>
        <div className="px-4 pt-3 pb-4 sm:px-6">
          <p
            className={`figures font-display text-[2.5rem] leading-none font-semibold ${hasBegun && !isOver ? 'text-signal' : ''}`}
          >
            {untilWords(lesson, now)}
          </p>
          {/* The strip shows the time. */}
          <h2 className="mt-2 text-heading wrap-anywhere">
            <span className="sr-only">{shortTime(time)} UK time, </span>
            {lessonName}
          </h2>
          {bookings === undefined ? (
            <div className="mt-4">
              <SkeletonList label="Loading students" rows={3} rowClassName="h-11 w-full" />
            </div>
          ) : (
            <>
              {/* Also read out as somebody comes in. */}
              <p aria-live="polite" className="figures mt-1 mb-3 text-pencil">
                {presenceWords(bookings, isOver)}
              </p>
              <WhoDidNotCome bookings={bookings} now={now} />
              <Attendees lesson={lesson} bookings={bookings} now={now} />
            </>
          )}
          {isOver && bookings !== undefined && bookings.length > 0 && (
            <TextLink href={attendancePath(id)} className="mt-1">
              Attendance list
            </TextLink>
          )}
        </div>
      </Card>
      {/* Within reach of a thumb, above a phone's bar. */}
      <div
        className={`flex flex-wrap gap-2 *:flex-1 ${isOver ? '' : 'sticky bottom-(--edge) z-10 -mx-4 -my-1 bg-paper px-4 py-2 sm:mx-0 sm:px-0'}`}
      >
        {!isOver && (
          <>
            {topicId !== null && (
              <LinkButton
                variant="secondary"
                size="large"
                className={inOneLine}
                href={tutorRoomPath(id)}
              >
                Lesson room
              </LinkButton>
            )}
            <a
              href={meetingLink}
              target="_blank"
              rel="noreferrer"
              className={buttonClass('primary', 'large', `grow-2! ${inOneLine}`)}
            >
              Join the meeting<span className="sr-only"> of {lessonName}, in a new tab</span>
            </a>
          </>
        )}
        {isOver && next !== undefined && (
          <button
            type="button"
            className={buttonClass('primary', 'large')}
            onClick={() => onNext(next.id)}
          >
            Next lesson: {shortTime(next.Time)}
          </button>
        )}
      </div>
    </>
  );
}

/** Both beside each other from 320 px on, unless the text is large. */
const inOneLine =
  'px-3! min-[20rem]:whitespace-nowrap max-[22rem]:min-h-11 max-[22rem]:px-2! max-[22rem]:py-2 max-[22rem]:text-note';

interface HourProps {
  lesson: AdminLesson;
  bookings: readonly AdminBooking[];
  now: number;
}

/** <Hour>: the strip of the lesson's hour, with the questions that its room has asked. */
function Hour({ lesson, bookings, now }: HourProps) {
  const hasRoom = lesson.Topic_ID !== null && hasStarted(lesson, now);
  const room = useQuery({
    ...tutorRoomQuery(lesson.id),
    enabled: hasRoom,
    refetchInterval: hasEnded(lesson, now) ? false : MINUTE_MS,
  });
  return (
    <HourStrip
      startsAt={lesson.starts_at}
      joined={bookings.map(({ joined_at }) => joined_at)}
      asked={room.data?.asked.map(({ asked_at }) => asked_at) ?? []}
      now={now}
    />
  );
}

/** '2 of 4 have joined, Maya last at 08:56.' */
function presenceWords(bookings: readonly AdminBooking[], isOver: boolean): string {
  if (bookings.length === 0) return 'Nobody has booked.';
  const here = bookings
    .flatMap(({ Student_Name: studentName, joined_at }) =>
      joined_at === null ? [] : { Student_Name: studentName, joined_at },
    )
    .toSorted((a, b) => Date.parse(a.joined_at) - Date.parse(b.joined_at));
  const last = here.at(-1);
  const count = `${here.length} of ${bookings.length} ${isOver ? 'joined' : here.length === 1 ? 'has joined' : 'have joined'}`;
  return last === undefined || isOver
    ? `${count}.`
    : `${count}, ${last.Student_Name} last at ${ukTime(Date.parse(last.joined_at))}.`;
}

const DAY_MINUTES = 24 * 60;

/** 'in 12 min', 'in 3 h 5 min', 'in 5 days', '40 min left', 'Over'. */
export function untilWords(lesson: { starts_at: string }, now: number): string {
  if (hasEnded(lesson, now)) return 'Over';
  const minutes = Math.ceil((Date.parse(lesson.starts_at) - now) / MINUTE_MS);
  if (hasStarted(lesson, now)) return `${minutes + LESSON_MINUTES} min left`;
  if (minutes >= 2 * DAY_MINUTES) return `in ${Math.floor(minutes / DAY_MINUTES)} days`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `in ${minutes} min`;
  return rest === 0 || hours >= 12 ? `in ${hours} h` : `in ${hours} h ${rest} min`;
}

/** Nothing is marked by itself. Renders nothing if nobody is missing. */
function WhoDidNotCome({ bookings, now }: { bookings: readonly AdminBooking[]; now: number }) {
  const mark = useMarkAbsent();
  const missing = proposeAbsent(bookings, now);
  if (missing.length === 0) return null;
  const isOne = missing.length === 1;
  return (
    <Notice tone="caution" layout="panel" className="mb-3 grid gap-3">
      <p className="leading-snug">
        <b>{missing.length} did not join</b>: {listNames(missing)}
      </p>
      <Button
        variant="secondary"
        busy={mark.isPending}
        busyLabel="Marking..."
        onClick={() => mark.mutate(missing)}
      >
        {isOne ? 'Mark absent, credit back' : `Mark ${missing.length} absent, credits back`}
      </Button>
    </Notice>
  );
}
