// <NoLesson>: how to book a first or another lesson if none is booked.
import { lessonPricePence } from '../../../../domain/business-words.ts';
import { courseOf } from '../../../../domain/course.ts';
import type { FreeLessonState } from '../../../../domain/enquiries/free-lesson.ts';
import {
  lessonToPropose,
  refuseBooking,
  refuseFreeBooking,
  LESSON_CREDITS,
} from '../../../../domain/lessons/booking.ts';
import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { creditCount } from '../../../../domain/payments/credits.ts';
import { formatDate, shortTime } from '../../../../domain/time.ts';
import { useBusiness } from '../../../content/site-context.ts';
import { describeTime } from '../../../parts/lesson-times.ts';
import { Button } from '../../../ui/button.tsx';
import { type Booker, mayBook } from '../booker.ts';
import { type ToldBy, useBookLesson } from '../bookings.ts';
import { AskForFreeLesson, useAnswerWords } from '../free-lesson.tsx';
import { useIsOnline, WHEN_ONLINE } from '../live-lessons.ts';
import { rowOffer } from '../weeks/row-offer.ts';

interface NoLessonProps {
  /** The candidates, sorted by start. */
  lessons: readonly FamilyLesson[];
  booker: Booker;
  /** Whether the family has not had a lesson yet. */
  isNew: boolean;
  now: number;
  onShow: (lesson: FamilyLesson) => void;
  /** Called with the id of a lesson that was booked here; returns who tells the person. */
  onBooked: (id: string) => ToldBy;
}

export function NoLesson({ lessons, booker, isNew, now, onShow, onBooked }: NoLessonProps) {
  const next = lessonToPropose(
    lessons.filter((lesson) => refuseBooking(lesson, { credits: null }, now) === null),
    now,
  );
  const { user, freeLesson } = booker;
  const answer = useAnswerWords();
  const free = freeLessonsToPropose(
    lessons.filter((lesson) => isFree(lesson, now)),
    now,
  );
  if (free.length > 0) return <FreeLessons lessons={free} {...{ booker, now, onShow, onBooked }} />;
  return (
    <>
      <div className="grid gap-1">
        <h2 id="next-lesson" className="text-heading">
          {headingFor(booker, isNew)}
        </h2>
        <p className="text-pencil">{wordsFor(booker, next, answer)}</p>
      </div>
      {freeLesson === 'available' && <AskForFreeLesson user={user} />}
      {next !== undefined && (
        <div>
          <Button
            variant={freeLesson === 'available' ? 'secondary' : 'primary'}
            onClick={() => onShow(next)}
          >
            <span>
              Next with a spot: {next.Lesson_Name},{' '}
              <span className="inline-block">
                {formatDate(next.Date, 'short')}, {shortTime(next.Time)}
              </span>
            </span>
          </Button>
        </div>
      )}
    </>
  );
}

/** Whether the family can book it at once as its free first lesson. */
const isFree = (lesson: FamilyLesson, now: number) =>
  (lesson.free_spots_left ?? 0) > 0 && refuseFreeBooking(lesson, now) === null;

/**
 * The lessons to propose: while both courses are shown, nobody knows the student's, so one of each;
 * otherwise one.
 */
function freeLessonsToPropose(lessons: readonly FamilyLesson[], now: number): FamilyLesson[] {
  const courses = [...new Set(lessons.flatMap((lesson) => courseOf(lesson.Lesson_Name) ?? []))];
  const groups =
    courses.length < 2
      ? [lessons]
      : courses.map((course) =>
          lessons.filter((lesson) => courseOf(lesson.Lesson_Name) === course),
        );
  return groups.flatMap((group) => lessonToPropose(group, now) ?? []);
}

interface FreeLessonsProps extends Pick<NoLessonProps, 'booker' | 'now' | 'onShow' | 'onBooked'> {
  /** One, or one of each course. */
  lessons: readonly FamilyLesson[];
}

function FreeLessons({ lessons, now, ...rest }: FreeLessonsProps) {
  const [only, ...others] = lessons;
  return (
    <>
      <div className="grid gap-1">
        <h2 id="next-lesson" className="text-heading">
          Your first lesson is free
        </h2>
        <p className="text-pencil">
          {only !== undefined && others.length === 0 ? (
            <>
              The next one is <strong className="text-ink">{only.Lesson_Name}</strong>,{' '}
              {describeTime(only, now)}. Or choose another from the weeks below.
            </>
          ) : (
            "Take your course's next lesson, or any below. No card, no credit."
          )}
        </p>
      </div>
      <div
        className={
          others.length === 0
            ? 'flex flex-wrap items-center gap-x-5 gap-y-2'
            : 'grid gap-2 sm:w-fit sm:auto-cols-fr sm:grid-flow-col sm:gap-x-4'
        }
      >
        {lessons.map((lesson) => (
          <BookFree key={lesson.id} lesson={lesson} isOnly={others.length === 0} {...rest} />
        ))}
        {others.length === 0 && (
          <p className="text-note text-pencil">You need no card and no credit.</p>
        )}
      </div>
    </>
  );
}

interface BookFreeProps extends Omit<FreeLessonsProps, 'lessons' | 'now'> {
  lesson: FamilyLesson;
  /** Whether no lesson of another course stands beside it. */
  isOnly: boolean;
}

/** Books with one tap unless it is open who attends. */
function BookFree({ lesson, isOnly, booker, onShow, onBooked }: BookFreeProps) {
  const { book, isOwn } = useBookLesson(booker.user, () => onBooked(lesson.id));
  const pence = lessonPricePence(useBusiness());
  return (
    <Button
      className="text-balance max-sm:flex-auto"
      busy={isOwn}
      busyLabel="Booking..."
      disabledReason={useIsOnline() ? null : WHEN_ONLINE}
      onClick={() => {
        // The hour before the start may have begun since the card was drawn.
        const offer = rowOffer(lesson, booker, { now: Date.now(), pence });
        if (offer.kind === 'book') book({ lesson, student: offer.student, isFreeFirst: true });
        else onShow(lesson);
      }}
    >
      <span>
        Book free:{' '}
        <span className="inline-block">
          {formatDate(lesson.Date, 'short')}, {shortTime(lesson.Time)}
        </span>{' '}
        {!isOnly && (
          <span className="block text-sm font-normal wrap-anywhere">{lesson.Lesson_Name}</span>
        )}
      </span>
    </Button>
  );
}

function headingFor({ freeLesson }: Booker, isNew: boolean): string {
  if (freeLesson === 'available') return 'Your first lesson is free';
  if (freeLesson === 'asked') return 'You have asked for your free lesson';
  return isNew ? 'Choose your first lesson' : 'No lesson is booked';
}

function wordsFor(
  { user, credits, freeLesson }: Booker,
  next: FamilyLesson | undefined,
  answer: string,
): string {
  const free = freeLesson === null ? undefined : freeLessonWords(answer)[freeLesson];
  if (next === undefined) {
    const none = 'No lesson with a spot is planned yet. Please look again in a few days.';
    return free === undefined ? none : `${free} ${none}`;
  }
  if (!mayBook(user)) return 'Look through the lessons below and ask a parent to book one.';
  const choice = 'Take the next one, or any other from the weeks below.';
  if (credits === null) return choice;
  if (free !== undefined)
    return `${free} Or take a lesson right away and buy its credit as you book.`;
  const price = `You have ${creditCount(credits)}, and 1 credit books 1 lesson.`;
  return credits < LESSON_CREDITS
    ? `${price} You can buy one as you book. ${choice}`
    : `${price} ${choice}`;
}

const freeLessonWords = (answer: string): Partial<Readonly<Record<FreeLessonState, string>>> => ({
  available: `Ask for it, and ${answer}.`,
  asked: `Now ${answer}. If the tutor says yes, you get a credit for it here.`,
});
