// <WeeklyPart>: the lessons at the same time every week, to tick and book in one step.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { courseOf } from '../../../../domain/course.ts';
import {
  refuseBooking,
  finalWords,
  finalWordsWhenPaid,
  LESSON_CREDITS,
  MAX_LESSONS_AT_ONCE,
} from '../../../../domain/lessons/booking.ts';
import { everyWeek } from '../../../../domain/lessons/lesson-choice.ts';
import {
  hasStarted,
  lessonCount,
  type FamilyLesson,
  spotsLeftWords,
} from '../../../../domain/lessons/lesson.ts';
import { clashesFor, clashNames } from '../../../../domain/lessons/student-day.ts';
import { creditCount, MAX_LESSONS_PER_CHECKOUT } from '../../../../domain/payments/credits.ts';
import { type Student, CHOOSE_STUDENT } from '../../../../domain/people/student.ts';
import { formatDate } from '../../../../domain/time.ts';
import { LOADING_LESSONS, lessonsOfQuery } from '../../../data/lessons.ts';
import { rememberStudent } from '../../../data/remembered.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogFoot, DialogLead } from '../../../ui/dialog.tsx';
import { Choice, choiceListClass } from '../../../ui/forms/choice.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { hasSeveral, isBookedFor, nameOnButton } from '../booker.ts';
import type { ToldBy } from '../bookings.ts';
import { PayAndBook, usePriceInWords } from './action-button.tsx';
import { CourseWarning, StudentChips, FinalNote, type PartProps } from './dialog-parts.tsx';
import { type SeveralChosen, useBookSeveral, missingCredits, proposeWeeks } from './weekly.ts';

interface WeeklyPartProps extends PartProps {
  onBooked: (chosen: SeveralChosen) => ToldBy;
  onBuy: () => void;
}

export default function WeeklyPart(props: WeeklyPartProps) {
  const { lesson, booker, student, now, onChoose } = props;
  const lessons = useQuery(lessonsOfQuery({ from: lesson.Date, days: 7 * MAX_LESSONS_AT_ONCE }));
  return (
    <div className="grid gap-5">
      {hasSeveral(booker.user) && (
        <StudentChips
          legend="Who is it for?"
          students={booker.user.students}
          chosen={student}
          onChoose={onChoose}
        />
      )}
      <Loaded
        query={lessons}
        noun="lessons"
        rows={4}
        rowClassName="h-12 w-full"
        failure={LOADING_LESSONS.title}
      >
        {(loaded) => (
          <Weeks
            {...props}
            // Another student has other free weeks.
            key={student?.id}
            weeks={everyWeek(lesson, loaded).filter((one) => !hasStarted(one, now))}
          />
        )}
      </Loaded>
    </div>
  );
}

interface WeeksProps extends WeeklyPartProps {
  /** Sorted by start; none has started. */
  weeks: readonly FamilyLesson[];
}

function Weeks({ lesson, booker, student, now, weeks, ...handlers }: WeeksProps) {
  const { user, credits } = booker;
  const { book, isPending, refusals } = useBookSeveral(user, handlers.onBooked);
  const { bookable, chosen, reasonFor, clashesOf, tick } = useTicks(booker, student, weeks, now);
  const [first] = chosen;
  const missing = missingCredits(chosen.length, credits);
  const remember = () => {
    if (student !== null && hasSeveral(user))
      rememberStudent(courseOf(lesson.Lesson_Name), student.id);
  };
  const submit = () => {
    if (student === null) return;
    remember();
    book({ lessons: chosen, student });
  };
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 font-bold">Lessons at this time</legend>
        <ul className={choiceListClass}>
          {weeks.map((one) => (
            <li key={one.id}>
              <Week
                lesson={one}
                isTicked={chosen.includes(one)}
                reason={reasonFor(one)}
                clash={clashNames(clashesOf(one))}
                refusal={refusals.get(one.id)}
                onTick={(isTicked) => tick(one.id, isTicked)}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      {weeks.length < 2 && (
        <p className="text-pencil">No further lessons are planned at this time yet.</p>
      )}
      <p className="text-pencil">
        {refusals.size > 0
          ? 'Nothing has been booked yet.'
          : 'Each lesson can be moved or cancelled by itself, up to an hour before it starts.'}
      </p>
      <DialogLead>
        {first !== undefined && (
          <FinalNote
            words={missing === 0 ? finalWords(first, now) : finalWordsWhenPaid(first, now)}
          />
        )}
        {student !== null && <CourseWarning lesson={lesson} user={user} student={student} />}
        {bookable.length > 0 && (
          <output className="leading-snug">
            <Sum lessons={chosen.length} credits={credits} missing={missing} />
          </output>
        )}
      </DialogLead>
      <DialogFoot>
        {bookable.length > 0 && (
          <BookWeeks
            chosen={chosen}
            booker={booker}
            student={student}
            missing={missing}
            isPending={isPending}
            onBook={submit}
            onBuy={handlers.onBuy}
            onLeave={remember}
          />
        )}
      </DialogFoot>
    </>
  );
}

/**
 * The weeks that the student could be booked for, and those of them that are ticked: at first as
 * many as the credits pay for, without a clash.
 */
function useTicks(
  { lessons, credits }: WeeksProps['booker'],
  student: Student | null,
  weeks: readonly FamilyLesson[],
  now: number,
) {
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null);
  const reasonFor = (one: FamilyLesson) => {
    const isBooked = student !== null && isBookedFor(one, student);
    const refusal = refuseBooking({ ...one, isBooked }, { credits: null }, now);
    return refusal === null ? null : isBooked ? 'Booked already' : 'Fully booked';
  };
  const clashesOf = (one: FamilyLesson) =>
    student === null ? [] : clashesFor(one, student.id, [...lessons, ...weeks]);
  const bookable = weeks.filter((one) => reasonFor(one) === null);
  const withoutClash = bookable.filter((one) => clashesOf(one).length === 0);
  // Computed once: a week that fills up meanwhile is not replaced by one that nobody chose.
  const [proposed] = useState(() => proposeWeeks(withoutClash, credits));
  const marked = ticked ?? proposed;
  return {
    bookable,
    chosen: bookable.filter(({ id }) => marked.has(id)),
    reasonFor,
    clashesOf,
    tick: (id: string, isTicked: boolean) => {
      const others = [...marked].filter((other) => other !== id);
      setTicked(new Set(isTicked ? [...others, id] : others));
    },
  };
}

interface BookWeeksProps extends Pick<WeeklyPartProps, 'booker' | 'student' | 'onBuy'> {
  chosen: readonly FamilyLesson[];
  missing: number;
  isPending: boolean;
  onBook: () => void;
  onLeave: () => void;
}

/** <BookWeeks>: the button that books the chosen lessons, or pays for the missing credits first. */
function BookWeeks(props: BookWeeksProps) {
  const { chosen, booker, student, missing, isPending, onBook, onBuy, onLeave } = props;
  const { user, credits } = booker;
  const name = nameOnButton(user, student);
  if (missing > 0 && chosen.length > MAX_LESSONS_PER_CHECKOUT)
    return <Button onClick={onBuy}>Buy Credits</Button>;
  if (missing > 0)
    return (
      <PayAndBook
        lessonIds={chosen.map(({ id }) => id)}
        user={user}
        student={student}
        missing={missing}
        disabledReason={whyNot(chosen.length, student)}
        onLeave={onLeave}
      >
        Buy {creditCount(missing)} and book{name === null ? '' : ` ${name}`}
      </PayAndBook>
    );
  return (
    <Button
      // On two lines it breaks before the credits.
      className="text-balance"
      busy={isPending}
      busyLabel="Booking..."
      disabledReason={whyNot(chosen.length, student)}
      onClick={onBook}
    >
      Book {lessonCount(chosen.length)}
      {name === null ? '' : ` for ${name}`}
      {credits === null ? '' : `, ${creditCount(chosen.length * LESSON_CREDITS)}`}
    </Button>
  );
}

/** Why this number of lessons cannot be booked now; null if they can. */
function whyNot(lessons: number, student: Student | null): string | null {
  if (student === null) return `${CHOOSE_STUDENT}.`;
  if (lessons === 0) return 'Please tick a lesson.';
  return lessons > MAX_LESSONS_AT_ONCE
    ? `Up to ${MAX_LESSONS_AT_ONCE} lessons can be booked at once.`
    : null;
}

interface SumProps {
  lessons: number;
  /** Null for a student, who is shown no credits. */
  credits: number | null;
  missing: number;
}

function Sum({ lessons, credits, missing }: SumProps) {
  const price = usePriceInWords(missing);
  if (credits === null) return lessonCount(lessons);
  const sum = `${lessonCount(lessons)} for ${creditCount(lessons * LESSON_CREDITS)}. You have ${creditCount(credits)}`;
  return missing === 0 ? (
    `${sum}.`
  ) : (
    <>
      {sum}; <strong>{missing} more needed</strong>
      {price !== null && ` (${price})`}.
    </>
  );
}

interface WeekProps {
  lesson: FamilyLesson;
  isTicked: boolean;
  /** Why it cannot be ticked; null if it can. */
  reason: string | null;
  /** What the student has at that time; '' if nothing. */
  clash: string;
  /** Why the latest attempt to book it failed. */
  refusal: string | undefined;
  onTick: (isTicked: boolean) => void;
}

function Week({ lesson, isTicked, reason, clash, refusal, onTick }: WeekProps) {
  return (
    <Choice
      type="checkbox"
      name="lesson"
      checked={isTicked}
      disabled={reason !== null}
      onChange={onTick}
    >
      <span className="flex flex-wrap justify-between gap-x-3">
        <span className="font-bold">{formatDate(lesson.Date, 'short')}</span>{' '}
        <span className="text-sm text-pencil">
          {reason ?? spotsLeftWords(lesson.availableSpots)}
        </span>
      </span>{' '}
      <span className="block text-sm">{lesson.Lesson_Name}</span>
      {reason === null && clash !== '' && (
        <span className="block text-sm font-bold text-caution">At the same time as {clash}</span>
      )}
      {refusal !== undefined && (
        <span className="block text-sm font-bold text-negative">{refusal}</span>
      )}
    </Choice>
  );
}
