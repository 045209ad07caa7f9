// <AddStudent>: finds a student of any family and books them, for a credit or without one.
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';

import { LESSON_CREDITS } from '../../../domain/lessons/booking.ts';
import {
  hasStarted,
  type LessonStudent,
  type PlannedLesson,
} from '../../../domain/lessons/lesson.ts';
import type { Clash } from '../../../domain/lessons/student-day.ts';
import type { TutorBooking } from '../../../domain/lessons/tutor-booking.ts';
import { creditCount } from '../../../domain/payments/credits.ts';
import { yearWords } from '../../../domain/school-year.ts';
import { type FamilySummary, searchFamilies } from '../../../domain/tutor/family-record.ts';
import { familiesQuery } from '../../data/tutor.ts';
import { Button } from '../../ui/button.tsx';
import { DialogFoot } from '../../ui/dialog.tsx';
import { Choice, choiceListClass, RadioList } from '../../ui/forms/choice.tsx';
import { SearchBox } from '../../ui/forms/filters.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { firstNameOf } from '../first-names.ts';
import { Revealed } from './change-for-family.tsx';
import { clashWords } from './lesson-item.tsx';
import { Warning } from './lesson-warnings.tsx';
import { useBookForFamily, useClashes, useMoveForFamily } from './tutor-bookings.ts';

const MAX_FOUND = 6;

interface AddStudentProps {
  lesson: PlannedLesson;
  /** Upcoming lessons, from which a booking in the way can move. */
  planned: readonly PlannedLesson[];
  now: number;
  /** Receives what was done, in words. */
  onDone: (words: string) => void;
}

type Student = FamilySummary['students'][number];

interface FoundStudent {
  readonly student: Student;
  readonly family: FamilySummary;
}

export function AddStudent({ lesson, planned, now, onDone }: AddStudentProps) {
  const families = useQuery(familiesQuery);
  const book = useBookForFamily(lesson.id);
  const [chosen, setChosen] = useState<FoundStudent | null>(null);
  const [credit, setCredit] = useState<TutorBooking['credit']>('take');
  const clashes = useClashes(chosen?.student.id, lesson);
  const words = chosen === null ? null : clashWords(chosen.student, clashes ?? []);
  const way = hasStarted(lesson, now)
    ? null
    : bookingInTheWay(planned, chosen?.student.id, clashes ?? [], now);
  const move = useMoveForFamily(way?.booking_id ?? '');
  const choose = (student: FoundStudent) => {
    setChosen(student);
    setCredit(student.family.Credits < LESSON_CREDITS ? 'free' : 'take');
  };
  const submit = ({ student: { id, Student_Name: studentName } }: FoundStudent) =>
    book.mutate(
      { Student_ID: id, credit },
      {
        onSuccess: ({ creditsRemaining }) => {
          const cost =
            credit === 'free'
              ? 'without a credit'
              : `and the family has ${creditCount(creditsRemaining)} left`;
          onDone(`${studentName} is booked, ${cost}. The parents get an email.`);
        },
      },
    );
  const moveHere = ({ student: { Student_Name: studentName } }: FoundStudent) =>
    move.mutate(
      { Lesson_ID: lesson.id },
      { onSuccess: () => onDone(`${studentName} has moved here. The parents get an email.`) },
    );
  return (
    <div className="grid gap-5">
      <Loaded query={families} noun="students">
        {(loaded) => <Finder families={loaded} lesson={lesson} chosen={chosen} onChoose={choose} />}
      </Loaded>
      {chosen !== null && (
        <Revealed key={chosen.student.id}>
          <Cost family={chosen.family} credit={credit} onChoose={setCredit} />
        </Revealed>
      )}
      <DialogFoot note={words === null ? null : <Warning>{words}</Warning>}>
        {chosen !== null && way !== null && (
          <Button
            variant="secondary"
            busy={move.isPending}
            busyLabel="Moving..."
            onClick={() => moveHere(chosen)}
          >
            Move to this lesson instead
          </Button>
        )}
        <Button
          busy={book.isPending || (chosen !== null && clashes === undefined)}
          busyLabel={book.isPending ? 'Booking...' : 'Loading...'}
          disabledReason={chosen === null ? 'Please choose a student.' : null}
          onClick={() => {
            if (chosen !== null) submit(chosen);
          }}
        >
          {labelOf(chosen, credit, words !== null)}
        </Button>
      </DialogFoot>
    </div>
  );
}

function labelOf(chosen: FoundStudent | null, credit: TutorBooking['credit'], isClashing: boolean) {
  if (isClashing)
    return credit === 'take' ? `Book anyway, ${creditCount(LESSON_CREDITS)}` : 'Book anyway';
  return chosen === null ? 'Book' : `Book ${firstNameOf(chosen.student)}`;
}

/** The only booking in the way, if it can move; null without one. */
function bookingInTheWay(
  planned: readonly PlannedLesson[],
  studentId: string | undefined,
  [clash, ...more]: readonly Clash[],
  now: number,
): LessonStudent | null {
  const other = planned.find(({ id }) => id === clash?.with.Lesson_ID);
  if (other === undefined || more.length > 0 || hasStarted(other, now)) return null;
  return other.students.find((one) => one.Student_ID === studentId) ?? null;
}

interface FinderProps {
  families: readonly FamilySummary[];
  lesson: PlannedLesson;
  chosen: FoundStudent | null;
  onChoose: (student: FoundStudent) => void;
}

function Finder({ families, lesson, chosen, onChoose }: FinderProps) {
  const [search, setSearch] = useState('');
  const searched = useDeferredValue(search);
  const matches = useMemo(() => findStudents(families, searched), [families, searched]);
  const isHere = ({ student }: FoundStudent) =>
    lesson.students.some(({ Student_ID: studentId }) => studentId === student.id);
  const visible = matches.slice(0, MAX_FOUND);
  const chooseFirst = (event: KeyboardEvent) => {
    const first = visible.find((one) => !isHere(one));
    if (event.key === 'Enter' && first !== undefined) onChoose(first);
  };
  return (
    <div className="grid gap-3">
      <SearchBox
        label="Find a student"
        hint={hintOf(searched, matches.length)}
        placeholder="Student, parent, email or phone"
        search={search}
        onSearch={setSearch}
        onKeyDown={chooseFirst}
      />
      {visible.length > 0 && (
        <fieldset>
          <legend className="sr-only">Students found</legend>
          <ul className={choiceListClass}>
            {visible.map((one) => (
              <li key={one.student.id}>
                <Choice
                  type="radio"
                  name="student"
                  checked={one.student.id === chosen?.student.id}
                  disabled={isHere(one)}
                  onChange={() => onChoose(one)}
                >
                  <span className="flex flex-wrap justify-between gap-x-3">
                    <span className="font-bold">{one.student.Student_Name}</span>{' '}
                    <span className="figures text-sm text-pencil">
                      {isHere(one) ? 'Already booked' : creditCount(one.family.Credits)}
                    </span>
                  </span>{' '}
                  <span className="block text-sm text-pencil">{detailsOf(one)}</span>
                </Choice>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
    </div>
  );
}

/** The students whose family matches; those whose own name does come first. */
function findStudents(families: readonly FamilySummary[], search: string): FoundStudent[] {
  const term = search.trim().toLowerCase();
  if (term === '') return [];
  const isNamed = ({ student }: FoundStudent) => student.Student_Name.toLowerCase().includes(term);
  const matches = searchFamilies(families, search).flatMap((family) =>
    family.students.map((student) => ({ student, family })),
  );
  return [...matches.filter(isNamed), ...matches.filter((one) => !isNamed(one))];
}

function hintOf(search: string, count: number): string {
  if (search.trim() === '') return 'Type a few letters of a name.';
  if (count === 0) return 'No student found.';
  return count > MAX_FOUND
    ? `${count} found; the first ${MAX_FOUND} are shown.`
    : `${count} found.`;
}

function detailsOf({ student, family }: FoundStudent): string {
  return `${yearWords(student)}, ${family.parents.map(({ name }) => name).join(' and ')}`;
}

interface CostProps {
  family: FamilySummary;
  credit: TutorBooking['credit'];
  onChoose: (credit: TutorBooking['credit']) => void;
}

function Cost({ family: { Credits: credits }, credit, onChoose }: CostProps) {
  const isPoor = credits < LESSON_CREDITS;
  return (
    <RadioList
      legend="What does it cost?"
      name="credit"
      value={credit}
      options={[
        {
          value: 'take',
          label: creditCount(LESSON_CREDITS),
          disabled: isPoor,
          hint: isPoor
            ? 'The family has none left.'
            : `The family keeps ${creditCount(credits - LESSON_CREDITS)}.`,
        },
        {
          value: 'free',
          label: 'Without a credit',
          hint: 'Cancelling it returns nothing either.',
        },
      ]}
      onChange={onChoose}
    />
  );
}
