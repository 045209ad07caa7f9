// Texts of the emails about what an excuse link has done, besides those of any booking.
import { attendancePath } from '../../../domain/paths.ts';
import { compose } from '../../email/compose.ts';
import { button, dateBlock, headline } from '../../email/content.ts';
import type { Email } from '../../email/queue.ts';
import { subjectFor } from '../bookings/booking-emails.ts';
import type { LessonFacts } from '../lessons.ts';

interface Absence {
  readonly bookingId: string;
  readonly familyId: string;
  readonly student: string;
  readonly lesson: LessonFacts;
  readonly now: number;
}

/** Goes to the tutor. The name is not in the subject, which is stored longer than the text. */
export function studentExcused(
  { bookingId, familyId, student, lesson, now }: Absence,
  adminEmail: string,
): Email {
  const message = compose(
    `excused:${bookingId}:${now}:${adminEmail}`,
    adminEmail,
    subjectFor('Absent', lesson),
    [
      headline`${student} cannot come`,
      dateBlock(lesson),
      'The family has told you by the link in its reminder.',
      'The booking stays. After the lesson the student is proposed as absent.',
      button('Open the attendance list', attendancePath(lesson.id)),
    ],
  );
  return { ...message, familyId };
}

/** Goes to the tutor once the family has taken that back. */
export function studentComesAfterAll(
  { bookingId, familyId, student, lesson, now }: Absence,
  adminEmail: string,
): Email {
  const message = compose(
    `excuse-undone:${bookingId}:${now}:${adminEmail}`,
    adminEmail,
    subjectFor('No longer absent', lesson),
    [
      headline`${student} comes after all`,
      dateBlock(lesson),
      'The family has taken its message back.',
      button('Open the attendance list', attendancePath(lesson.id)),
    ],
  );
  return { ...message, familyId };
}
