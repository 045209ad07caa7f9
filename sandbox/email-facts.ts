// The lessons, payments and people's acts that the sample emails are about.
import type { AdminBooking } from '../domain/lessons/booking.ts';
import type { AdminLesson } from '../domain/lessons/lesson.ts';
import type { Clash } from '../domain/lessons/student-day.ts';
import { HOUR_MS, toIso } from '../domain/time.ts';
import type { LessonFacts } from '../server/booking/lessons.ts';
import type { LetterPart } from '../server/rooms/letter/letter-emails.ts';

export const NOW = Date.parse('2026-11-18T12:00:00.000Z');

export const lesson: LessonFacts = {
  id: '01a1ff5f-42ec-79ab-97fe-ca6594e5bc66',
  date: '2026-11-21',
  time: '09:00:00',
  starts_at: Date.parse('2026-11-21T09:00:00.000Z'),
  name: 'GCSE Physics: Forces and motion',
  meeting_link: 'https://meet.example.com/forces',
  notes: 'Please bring a ruler and last week’s worksheet.\nWe start with question 4.',
};
export const later: LessonFacts = {
  ...lesson,
  date: '2026-11-28',
  starts_at: Date.parse('2026-11-28T09:00:00.000Z'),
  name: 'GCSE Physics: Energy',
  notes: '',
};

/** The student has another lesson at the time of `lesson`. */
export const clashes: readonly Clash[] = [
  {
    Lesson_ID: lesson.id,
    Lesson_Name: lesson.name,
    starts_at: toIso(lesson.starts_at),
    with: { Lesson_ID: 'other', Lesson_Name: 'GCSE Physics: Forces' },
  },
];

export const adminLesson: AdminLesson = {
  id: lesson.id,
  Date: lesson.date,
  Time: lesson.time,
  starts_at: toIso(lesson.starts_at),
  Lesson_Name: lesson.name,
  Meeting_Link: lesson.meeting_link,
  lesson_notes: lesson.notes,
  Max_Students: 10,
  bookedCount: 6,
  reservedCount: 0,
  waitingCount: 0,
  Topic_ID: null,
};
export const absentee: AdminBooking = {
  id: 'booking',
  Lesson_ID: lesson.id,
  Lesson_Name: lesson.name,
  Lesson_Date: '2026-11-20',
  Lesson_Time: '17:00:00',
  Lesson_Starts_At: toIso(NOW),
  Lesson_Meeting_Link: '',
  Lesson_Notes: '',
  Lesson_Max_Students: 10,
  Student_ID: 'student',
  Student_Name: 'Maya Sample',
  Family_ID: 'family',
  absent: false,
  excused: false,
  joined_at: null,
  without_credit: false,
  created_at: toIso(NOW),
};

export const booking = { id: 'booking', thread: null, uid: null, join_token: 'sample-join_token' };
export const acting = {
  by: 'Dr Ada Sample',
  message: 'As agreed on the phone.\nSee you soon.',
  now: NOW,
};
export const price = { amount: 14_000, currency: 'gbp' } as const;
export const payment = { id: 'cs_sample', family_id: 'family', credits: 5, ...price };
export const refund = { id: 'refund', credits: 2, amount: 5600, currency: 'gbp' } as const;
export const dispute = {
  id: 'du_sample',
  amount: 5600,
  reason: 'product_not_received',
  dueBy: NOW,
  status: 'needs_response',
} as const;
export const template = {
  subject: 'Your free first physics lesson, {name}',
  text: `Dear {name},

Thank you for getting in touch about physics lessons for {year}. I would like to invite you to a free first lesson.`,
};

/** When the letter about `lesson` goes. */
export const AFTERWARDS = lesson.starts_at + 2 * HOUR_MS;
export const letterPart: Omit<LetterPart, 'studentName'> = {
  booking: { ...booking, student_id: 'student' },
  lesson,
  topic: 'Forces and motion',
  sentence: 'We drew every force on a skydiver, and found out why she stops getting faster.',
  hasSlides: true,
  attended: 'came',
  asked: 8,
  answered: 7,
  right: 5,
  again: [
    {
      itemId: 'item-1',
      words: 'A skydiver of 70 kg falls at a steady speed. How large is the drag?',
    },
    { itemId: 'item-2', words: 'Which pair of forces is a pair of Newton’s third law?' },
    {
      itemId: 'item-3',
      words:
        'A car of 1200 kg brakes from 15 m s⁻¹ to rest in 3.0 s. What is the mean force of its brakes, and which way…',
    },
  ],
  next: later,
  offers: [],
  mayBook: false,
};
export const allRight = { answered: 8, right: 8, again: [] } as const;
export const missed = {
  attended: 'missed',
  answered: 0,
  right: 0,
  again: letterPart.again,
} as const;
