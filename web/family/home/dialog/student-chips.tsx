// <StudentChips>: chooses one of several students by first name; those with a spot have a tick.
import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { shortNames } from '../../../../domain/people/student-rules.ts';
import type { Student } from '../../../../domain/people/student.ts';
import { isBookedFor } from '../booker.ts';
import { LessonSign } from '../lesson-sign.tsx';

interface StudentChipsProps {
  readonly legend: string;
  /** Marks those who have a spot in it. */
  readonly lesson?: Pick<FamilyLesson, 'bookings'>;
  /** All students of the family: their names depend on each other. */
  readonly students: readonly Student[];
  /** The ones to choose from. */
  readonly offered?: readonly Student[];
  readonly chosen: Student | null;
  readonly onChoose: (id: string) => void;
}

export function StudentChips({
  legend,
  lesson,
  students,
  offered = students,
  chosen,
  onChoose,
}: StudentChipsProps) {
  const names = shortNames(students);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-bold text-pencil">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {offered.map((student) => (
          <label
            key={student.id}
            className="relative flex min-h-11 max-w-full items-center gap-1.5 rounded-md border border-rule px-3.5 py-2 leading-tight font-bold wrap-anywhere has-checked:border-signal has-checked:bg-wash has-checked:text-signal has-checked:outline has-checked:outline-signal"
          >
            {/* As large as its chip, which so gets the click and the ring of the focus. */}
            <input
              type="radio"
              name="student"
              className="absolute inset-0 m-0 cursor-pointer appearance-none rounded-md"
              checked={student.id === chosen?.id}
              onChange={() => onChoose(student.id)}
            />
            {names.get(student.id)}
            {lesson !== undefined && isBookedFor(lesson, student) && (
              <>
                <LessonSign state="booked" className="size-4 shrink-0" />
                <span className="sr-only">booked</span>
              </>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
