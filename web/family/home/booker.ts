// Who is looking at the lessons, what they may do, and how their students are named.
import type { FreeLessonState } from '../../../domain/enquiries/free-lesson.ts';
import type { FamilyLesson } from '../../../domain/lessons/lesson.ts';
import { type Clash, clashSentence } from '../../../domain/lessons/student-day.ts';
import type { FamilyUser } from '../../../domain/people/account.ts';
import { shortNames } from '../../../domain/people/student-rules.ts';
import type { Student } from '../../../domain/people/student.ts';
import { joinWords } from '../../../domain/text.ts';

type Attendees = Pick<FamilyUser, 'role' | 'students'>;

export interface Booker {
  readonly user: Attendees &
    Pick<FamilyUser, 'reminder_hours'> &
    Partial<Pick<FamilyUser, 'email_confirmed' | 'Parent_Email'>>;
  /** Null for a student, who is shown no money. */
  readonly credits: number | null;
  /** The state of the family's free first lesson; null for a student. */
  readonly freeLesson: FreeLessonState | null;
  /**
   * Until when the address has to be confirmed to keep the free lesson (epoch milliseconds); null
   * if nothing depends on that.
   */
  readonly confirmBy: number | null;
  /** The lessons that are loaded, among them what the students have at the times shown. */
  readonly lessons: readonly FamilyLesson[];
}

/**
 * Whether the signed-in person may book and cancel: every parent, and students with the right to
 * book.
 */
export function mayBook({ role, students }: Attendees): boolean {
  return role === 'parent' || students.some(({ may_book }) => may_book);
}

/** Whether texts must name the student of a booking. */
export function hasSeveral({ students }: Attendees): boolean {
  return students.length > 1;
}

/** The name that a button says; null for somebody's own sign-in, and while nobody is chosen. */
export function nameOnButton(user: Attendees, student: Pick<Student, 'id'> | null): string | null {
  if (user.role === 'student' || student === null) return null;
  return shortNames(user.students).get(student.id) ?? null;
}

/** Whether this student has a spot in the lesson. */
export function isBookedFor(
  { bookings }: Pick<FamilyLesson, 'bookings'>,
  { id }: Pick<Student, 'id'>,
): boolean {
  return bookings.some(({ Student_ID: studentId }) => studentId === id);
}

/** Whether every student of the family is already booked into the lesson. */
export function isBookedForAll(
  lesson: Pick<FamilyLesson, 'bookings'>,
  { students }: Attendees,
): boolean {
  return students.every((student) => isBookedFor(lesson, student));
}

/**
 * 'Kim already has GCSE: Forces at that time.': what stands in the way of a booking, or beside one.
 * Null if there is nothing.
 */
export function clashWords(
  user: Attendees,
  student: Pick<Student, 'id'>,
  { clashes, isBooked = false }: { clashes: readonly Clash[]; isBooked?: boolean },
): string | null {
  const name = nameOnButton(user, student);
  const adverb = isBooked ? 'also' : 'already';
  return clashSentence(name === null ? `You ${adverb} have` : `${name} ${adverb} has`, clashes);
}

/** 'Asha and Ben': the students booked into the lesson; null to a student, who is the only one. */
export function namesOfBooked(
  { bookings }: Pick<FamilyLesson, 'bookings'>,
  user: Attendees | undefined,
): string | null {
  if (user === undefined || user.role === 'student') return null;
  const names = shortNames(user.students);
  const booked = user.students.filter((student) => isBookedFor({ bookings }, student));
  return booked.length === 0 ? null : joinWords(booked.map(({ id }) => names.get(id) ?? ''));
}
