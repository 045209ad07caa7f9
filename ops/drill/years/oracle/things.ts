// What the oracle knows of: families, lessons, bookings and payments.
import type { LessonName, PersonName, YearClass } from '../acts.ts';
import { HOUR, ukInstant } from './uk-time.ts';

export const LESSON = HOUR;

/** Where credits came from. They are used oldest first, and come back to where they were from. */
export interface Lot {
  left: number;
}

export interface Excuse {
  readonly how: 'move' | 'cancel' | 'tell';
  readonly at: number;
  /** The booking that it moved to. */
  readonly movedTo: Booking | null;
}

export const newBooking = {
  active: true,
  absent: false,
  excused: false,
  /** In a reminder. */
  hasExcuseLink: false,
  excuse: null as Excuse | null,
  lettered: false,
  /** The tutor has given the spot without a credit. */
  free: false,
  /** The family's free first lesson; it takes a free spot until it is moved. */
  first: null as 'booked' | 'moved' | null,
};
interface BookingFacts {
  readonly family: Family;
  readonly student: Student;
  readonly lesson: Lesson;
  /** Null while it has taken none, or has returned it. */
  lot: Lot | null;
  readonly madeAt: number;
  /** Which have gone out, and to whom. */
  readonly reminders: Set<string>;
}
export type Booking = BookingFacts & typeof newBooking;

/** A family that was brought along, with the entries that its ledger had then. */
export interface ImportedFamily {
  readonly family: Family;
  readonly entries: number;
}

export interface Entry {
  readonly family: Family;
  readonly student: Student;
  /** Whether the student made it. */
  readonly own: boolean;
  clashTold: boolean;
}

export const newLesson = (name: LessonName, spots: number) => ({
  name,
  start: ukInstant(name.slice(0, 16)),
  spots,
  /** Until then its waiting list gets no spots, because it was moved. */
  settledAt: 0,
  deleted: false,
  bookings: [] as Booking[],
  waiting: [] as Entry[],
  /** Families who were told that they lack a credit. */
  toldOfCredit: new Set<Family>(),
  toldOpen: false,
  topic: null as Topic | null,
  sentence: '',
  letter: 'planned' as 'planned' | 'off',
});
export type Lesson = ReturnType<typeof newLesson>;

export interface Answer {
  readonly right: boolean;
  readonly where: 'room' | 'class' | 'practice';
}

export interface Topic {
  readonly lesson: Lesson;
  /** Questions put to the class, and whether the answer was shown. */
  readonly asked: Map<string, 'asked' | 'revealed'>;
  /** By student and question, in order. */
  readonly answers: Map<string, Answer[]>;
  /** By student and question: the box, and the UK date from which it is due. */
  readonly boxes: Map<string, { box: number; due: string }>;
}

export interface Student {
  readonly name: PersonName;
  year: YearClass | null;
  /** The school year in which it was said. */
  saidIn: number;
  hasSignIn: boolean;
  mayBook: boolean;
  present: boolean;
}

export interface Parent {
  readonly name: PersonName;
  confirmed: boolean;
  /** Until when the link of the welcome email confirms the address; 0 without one. */
  linkUntil: number;
}

export const newFamily = (name: string, since: number) => ({
  name,
  since,
  parents: [] as Parent[],
  students: [] as Student[],
  ledger: [] as string[],
  lots: [] as Lot[],
  bookings: [] as Booking[],
  payments: [] as Payment[],
  invoices: [] as string[],
  reminderHours: [24],
  hadFreeLesson: false,
  /** How many entries there were when the free lesson was withdrawn. */
  voided: 0,
  /** Until when each is open; 0 once it was used or withdrawn. */
  invitations: new Map<PersonName, number>(),
  /** False until the parent of an import has chosen a password. */
  hasPassword: true,
  deleted: false,
});
export type Family = ReturnType<typeof newFamily>;

export const newPayment = {
  /** At the provider. */
  session: 'open' as 'open' | 'paid' | 'ended',
  /** Here. */
  status: 'pending' as 'pending' | 'paid' | 'expired' | 'refunded',
  paid: 0,
  grantedAt: 0,
  /** When its lessons were. */
  releasedAt: Infinity,
  /** Credits taken back, and those that could not be, since when. */
  taken: 0,
  owed: 0,
  owedSince: 0,
  /** Pence. */
  returned: 0,
  returnedAtProvider: 0,
  inquiry: null as 'open' | 'closed' | null,
  dispute: null as 'open' | 'won' | 'lost' | null,
};
interface PaymentFacts {
  readonly name: string;
  readonly family: Family;
  readonly credits: number;
  readonly amount: number;
  readonly startedAt: number;
  readonly allowsCodes: boolean;
  readonly student: Student | null;
  readonly lessons: Lesson[];
  readonly lot: Lot;
}
export type Payment = PaymentFacts & typeof newPayment;

export interface Enquiry {
  readonly name: string;
  readonly family: string;
  readonly year: YearClass;
  readonly madeAt: number;
  status: 'new' | 'contacted' | 'joined';
  /** The last contact. */
  touchedAt: number;
  invitation: { lesson: Lesson | null; until: number } | null;
  /** A free lesson that it led to was withdrawn. */
  hasBegun: boolean;
}

/** A deleted lesson has none. */
export const active = ({ deleted, bookings }: Lesson): Booking[] =>
  deleted ? [] : bookings.filter((booking) => booking.active);

export const bookingOf = (lesson: Lesson, student?: Student): Booking | undefined =>
  active(lesson).find((booking) => booking.student === student);

export const recipientsOf = (
  { parents }: Pick<Family, 'parents'>,
  ...students: Student[]
): PersonName[] =>
  [...parents, ...students.filter(({ hasSignIn }) => hasSignIn)].map(({ name }) => name);

export const isConfirmed = ({ parents }: Family): boolean =>
  parents.some(({ confirmed }) => confirmed);

/** A refusal of an act, by its code. */
export class Refusal extends Error {}

export function refuse(code: string): never {
  throw new Refusal(code);
}
