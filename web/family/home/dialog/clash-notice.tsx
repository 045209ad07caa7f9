// <ClashNotice>: says before a booking, or beside one, that the student has another lesson at that
// time.
import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { clashesFor } from '../../../../domain/lessons/student-day.ts';
import { Notice } from '../../../ui/notice.tsx';
import { type Booker, clashWords, isBookedFor } from '../booker.ts';
import type { LessonAction } from './actions.ts';

interface ClashNoticeProps {
  readonly lesson: FamilyLesson;
  readonly booker: Booker;
  /** Those of one student, or of a booked one and a sibling. */
  readonly actions: readonly LessonAction[];
}

export function ClashNotice({ lesson, booker, actions }: ClashNoticeProps) {
  const students = new Set(actions.map(({ student }) => student));
  const words = [...students].flatMap((student) => {
    if (student === null) return [];
    const clashes = clashesFor(lesson, student.id, booker.lessons);
    const isBooked = isBookedFor(lesson, student);
    return clashWords(booker.user, student, { clashes, isBooked }) ?? [];
  });
  if (words.length === 0) return null;
  return (
    <Notice as="p" tone="caution" role="note" className="low:py-1">
      <strong>{words.join(' ')}</strong>
      {actions.some(({ kind, clashes = [] }) => kind === 'join_list' && clashes.length > 0) && (
        <span> You will be told, not booked.</span>
      )}
    </Notice>
  );
}
