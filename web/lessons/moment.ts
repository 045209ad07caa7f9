// What has just been booked or moved, for the dialog to say so.
import type { FamilyLesson } from '../../domain/lesson.ts';
import type { Student } from '../../domain/student.ts';

export interface Moment {
  readonly kind: 'booked' | 'moved';
  /** The lesson whose dialog says it. */
  readonly lessonId: string;
  readonly student: Pick<Student, 'id' | 'Student_Name'>;
  /** All that were booked in one go, sorted by start. */
  readonly lessons: readonly FamilyLesson[];
}
