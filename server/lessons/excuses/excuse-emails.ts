// Texts of the emails about what an excuse link has done, besides those of any booking.
import { attendancePath } from '../../../domain/paths.ts';
import { lessonPageOf, subjectFor, whoIn } from '../../booking/booking-emails.ts';
import type { LessonFacts } from '../../booking/lessons.ts';
import { compose, type LessonRecipient, toPerson } from '../../email/compose.ts';
import { button, dateBlock, headline } from '../../email/content.ts';
import type { Email } from '../../email/queue.ts';

interface Absence {
  bookingId: string;
  familyId: string;
  student: string;
  lesson: LessonFacts;
  now: number;
}

/** Goes to the tutor. The name is not in the subject, which is stored longer than the text. */
export function studentExcusedEmail(
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

/** Goes to the family: anybody with the reminder can follow its link. */
export function absenceToldEmail({ bookingId, lesson, now }: Absence, to: LessonRecipient): Email {
  return toPerson(`excused-family:${bookingId}:${now}`, to, subjectFor('Absent', lesson), [
    headline`Your tutor knows that ${whoIn(to)} cannot come`,
    dateBlock(lesson),
    'The link in the reminder has told your tutor. The booking stays, and so does its spot.',
    button('See the booking', lessonPageOf(lesson)),
  ]);
}

/** Goes to the family once that is taken back. */
export function absenceTakenBackEmail(
  { bookingId, lesson, now }: Absence,
  to: LessonRecipient,
): Email {
  const subject = subjectFor('No longer absent', lesson);
  return toPerson(`excuse-undone-family:${bookingId}:${now}`, to, subject, [
    headline`Your tutor expects ${whoIn(to)} again`,
    dateBlock(lesson),
    'The message that the link in the reminder had sent is taken back.',
    button('See the booking', lessonPageOf(lesson)),
  ]);
}

/** Goes to the tutor once the family has taken that back. */
export function studentComesAfterAllEmail(
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
