// What the parts of a lesson's dialog share: <StudentChips>, <CourseWarning> and <FinalNote>.
import {
  courseLabels,
  courseOf,
  courseOfStudent,
  isOfOther,
  lessonOf,
} from '../../../../domain/course.ts';
import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { shortNames } from '../../../../domain/people/student-rules.ts';
import type { Student } from '../../../../domain/people/student.ts';
import { yearLabel } from '../../../../domain/year-class.ts';
import { readCourseChoice } from '../../../data/remembered.ts';
import { Notice } from '../../../ui/notice.tsx';
import { isBookedFor, type Booker } from '../booker.ts';
import { LessonSign } from '../lesson-mark.tsx';

interface StudentChipsProps {
  legend: string;
  /** Marks those who have a spot in it. */
  lesson?: Pick<FamilyLesson, 'bookings'>;
  /** All students of the family: their names depend on each other. */
  students: readonly Student[];
  /** The ones to choose from. */
  offered?: readonly Student[];
  chosen: Student | null;
  onChoose: (id: string) => void;
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
            className="relative flex min-h-11 max-w-full items-center gap-1.5 rounded-md border border-rule px-3.5 py-2 leading-tight font-bold wrap-anywhere has-checked:border-ink has-checked:bg-ink has-checked:text-paper"
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

interface CourseWarningProps {
  lesson: FamilyLesson;
  user: Booker['user'];
  student: Student;
}

/**
 * <CourseWarning>: warns before a booking that the lesson belongs to another course than the
 * student's.
 */
export function CourseWarning({ lesson, user, student }: CourseWarningProps) {
  if (student.finished) return null;
  const course = courseOf(lesson.Lesson_Name);
  const ofYear = courseOfStudent(student);
  const choice = readCourseChoice();
  const expected = ofYear ?? (choice === 'all' ? null : choice);
  if (course === null || expected === null || !isOfOther(lesson.Lesson_Name, expected)) return null;
  const who =
    user.role === 'student' ? 'You are' : `${shortNames(user.students).get(student.id) ?? ''} is`;
  return (
    <Notice as="p" tone="caution" role="note" className="low:py-1">
      <strong>This is {lessonOf(course)}.</strong>{' '}
      <span className="low:sr-only">
        {student.year_class === null
          ? `You have been looking at ${courseLabels[expected]} lessons.`
          : `${who} in ${yearLabel(student.year_class)}, which is ${courseLabels[expected]}.`}
      </span>
    </Notice>
  );
}

/** `words` are null where the booking could be cancelled. */
export function FinalNote({ words }: { words: string | null }) {
  if (words === null) return null;
  return (
    <Notice as="p" tone="caution" role="note" className="font-bold low:py-1">
      {words}
    </Notice>
  );
}

/** What every part of a lesson's dialog is given. */
export interface PartProps {
  lesson: FamilyLesson;
  booker: Booker;
  /** The student it is for; null until one is chosen. */
  student: Student | null;
  now: number;
  onChoose: (studentId: string) => void;
}
