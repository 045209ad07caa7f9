// The emails about bookings and lessons, with sample data.
import * as bookings from '../server/booking/booking-emails.ts';
import * as waiting from '../server/booking/waiting-emails.ts';
import * as excuses from '../server/lessons/excuses/excuse-emails.ts';
import * as changes from '../server/lessons/planner/change-emails.ts';
import * as tutorBookings from '../server/lessons/planner/tutor-booking-emails.ts';
import * as reminders from '../server/lessons/reminders/reminder-emails.ts';
import { lessonLetterEmail } from '../server/rooms/letter/letter-emails.ts';
import {
  acting,
  AFTERWARDS,
  allRight,
  booking,
  clashes,
  later,
  lesson,
  missed,
  NOW,
} from './email-facts.ts';
import { ADMIN, castOf, sample, type TypedWords, variant } from './email-samples.ts';

export const lessonEmailsOf = (typed: TypedWords) => [
  ...bookingEmailsOf(typed),
  ...attendanceEmailsOf(typed),
  ...waitingEmailsOf(typed),
];

function bookingEmailsOf(typed: TypedWords) {
  const { parent, student } = castOf(typed);
  return [
    sample(bookings.bookingConfirmedEmail, booking, lesson, parent, NOW),
    variant('to the student', bookings.bookingConfirmedEmail, booking, lesson, student, NOW),
    sample(
      bookings.bookingsConfirmedEmail,
      [
        { booking, lesson },
        { booking: { ...booking, id: 'other' }, lesson: later },
      ],
      parent,
      NOW,
    ),
    sample(bookings.promotedEmail, booking, lesson, parent, NOW),
    sample(bookings.bookingCancelledEmail, booking, lesson, parent, 'to the family', NOW),
    sample(bookings.bookingMovedEmail, booking, { before: lesson, lesson: later }, parent, NOW),
    sample(tutorBookings.bookedByTutorEmail, booking, lesson, parent, {
      ...acting,
      credit: 'take',
    }),
    sample(tutorBookings.cancelledByTutorEmail, booking, lesson, parent, {
      ...acting,
      credit: 'stays spent',
    }),
    sample(
      tutorBookings.movedByTutorEmail,
      booking,
      { before: lesson, lesson: later },
      parent,
      acting,
    ),
    sample(
      changes.lessonChangedEmail,
      booking,
      { before: lesson, lesson: later, clashes },
      parent,
      acting,
    ),
    sample(bookings.lessonCancelledEmail, booking, lesson, parent, {
      ...acting,
      credit: 'to the family',
    }),
  ];
}

/** Around the lesson itself: excuses, reminders and the letter. */
function attendanceEmailsOf(typed: TypedWords) {
  const { absence, parent, part } = castOf(typed);
  return [
    sample(excuses.absenceToldEmail, absence, parent),
    sample(excuses.absenceTakenBackEmail, absence, parent),
    sample(excuses.studentExcusedEmail, absence, ADMIN),
    sample(excuses.studentComesAfterAllEmail, absence, ADMIN),
    sample(
      reminders.lessonReminderEmail,
      { ...booking, student_id: 'student', excuse_token: 'sample-excuse_token' },
      lesson,
      parent,
      24,
      '2 videos (14 minutes) and 3 questions',
    ),
    sample(reminders.lessonSlidesEmail, { ...booking, student_id: 'student' }, lesson, parent),
    sample(lessonLetterEmail, [part], parent, AFTERWARDS),
    variant(
      'missed, and no lesson booked',
      lessonLetterEmail,
      [{ ...part, ...missed, next: null, offers: [later, { ...later, id: 'other' }] }],
      parent,
      AFTERWARDS,
    ),
    variant(
      'to siblings',
      lessonLetterEmail,
      [part, { ...part, ...allRight, studentName: typed.otherStudent }],
      parent,
      AFTERWARDS,
    ),
  ];
}

function waitingEmailsOf(typed: TypedWords) {
  const { parent } = castOf(typed);
  return [
    sample(waiting.passedOverEmail, lesson, { id: 'student', name: typed.student }, parent),
    sample(waiting.clashedEmail, lesson, clashes, { id: 'student', name: typed.student }, parent),
    sample(waiting.spotOpenEmail, lesson, 'student', parent),
    sample(waiting.crowdedOutEmail, lesson, 'student', parent),
    sample(
      waiting.waitingListMovedEmail,
      { before: lesson, lesson: later },
      'student',
      parent,
      acting.by,
    ),
    sample(waiting.waitingListEndedEmail, lesson, 'student', parent, acting.by),
  ];
}
