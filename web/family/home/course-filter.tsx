// <CourseFilter>: chooses the course whose lessons the calendar shows. The choice is remembered;
// until there is one, the students' years decide.
import { useState } from 'react';

import { courseLabels, courseOfStudent, isOfOther } from '../../../domain/course.ts';
import type { FamilyLesson } from '../../../domain/lessons/lesson.ts';
import type { YearClass } from '../../../domain/year-class.ts';
import {
  commonCourse,
  type CourseChoice,
  forgetCourse,
  readCourseChoice,
  rememberCourse,
} from '../../data/remembered.ts';
import { Segments } from '../../ui/forms/segments.tsx';
import type { Booker } from './booker.ts';

/** The choice and its setter; `user` is undefined while loading. */
export function useCourseChoice(user: Booker['user'] | undefined) {
  const [picked, setPicked] = useState(readCourseChoice);
  const choice: CourseChoice = picked ?? commonCourse(user?.students ?? []) ?? 'all';
  const choose = (next: CourseChoice) => {
    rememberCourse(next);
    setPicked(next);
  };
  /** Forgets a choice of the other course, once a student is in this year. */
  const follow = (year_class: YearClass | null) => {
    const course = courseOfStudent({ year_class });
    if (picked === null || picked === 'all' || course === null || picked === course) return;
    forgetCourse();
    setPicked(null);
  };
  return { choice, choose, follow };
}

/** Whether the calendar shows this lesson; booked lessons are always shown. */
export function isShown(
  { isBooked, Lesson_Name: lessonName }: FamilyLesson,
  choice: CourseChoice,
): boolean {
  return isBooked || choice === 'all' || !isOfOther(lessonName, choice);
}

interface CourseFilterProps {
  choice: CourseChoice;
  onChoose: (choice: CourseChoice) => void;
}

export function CourseFilter({ choice, onChoose }: CourseFilterProps) {
  return (
    <Segments
      label="Course"
      value={choice}
      options={{ ...courseLabels, all: 'All' }}
      onChange={onChoose}
    />
  );
}

/** 'lessons', 'GCSE lessons'. */
const lessonsOf = (choice: CourseChoice): string =>
  choice === 'all' ? 'lessons' : `${courseLabels[choice]} lessons`;

export const noLessons = (choice: CourseChoice): string => `no ${lessonsOf(choice)}`;
