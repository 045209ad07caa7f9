// What every part of a lesson's dialog is given.
import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import type { Student } from '../../../../domain/people/student.ts';
import type { Booker } from '../booker.ts';

export interface PartProps {
  readonly lesson: FamilyLesson;
  readonly booker: Booker;
  /** The student it is for; null until one is chosen. */
  readonly student: Student | null;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onChoose: (studentId: string) => void;
}
