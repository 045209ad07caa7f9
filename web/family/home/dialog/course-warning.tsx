// <CourseWarning>: warns before a booking that the lesson belongs to another course than the
// student's.
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
import { readCourseChoice } from '../../../data/course-choice.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { Booker } from '../booker.ts';

interface CourseWarningProps {
  readonly lesson: FamilyLesson;
  readonly user: Booker['user'];
  readonly student: Student;
}

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
