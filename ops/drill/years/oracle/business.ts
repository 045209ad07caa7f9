// The state of the oracle: families, lessons and payments, their credits and emails, and the clock.
import type {
  EnquiryName,
  FamilyName,
  LessonName,
  PaymentName,
  PersonName,
  StudentName,
  YearClass,
} from '../acts.ts';
import type { Excuse } from './excuses.ts';
import type { Topic } from './rooms.ts';
import { HOUR } from './uk-time.ts';

/** Where credits came from. They are used oldest first, and come back to where they were from. */
export interface Lot {
  left: number;
}

export interface Booking {
  readonly family: Family;
  readonly student: Student;
  readonly lesson: Lesson;
  readonly madeAt: number;
  /** Null while it has taken none, or has returned it. */
  lot: Lot | null;
  /** The tutor has given the spot without a credit. */
  readonly free: boolean;
  /** The family's free first lesson; it takes a free spot until it is moved. */
  readonly first: 'booked' | 'moved' | null;
  active: boolean;
  absent: boolean;
  excused: boolean;
  /** A reminder has gone out, with a link to excuse the student. */
  reminded: boolean;
  excuse: Excuse | null;
  lettered: boolean;
}

export interface Entry {
  readonly family: Family;
  readonly student: Student;
  clashTold: boolean;
}

export interface Lesson {
  readonly name: LessonName;
  start: number;
  spots: number;
  deleted: boolean;
  bookings: Booking[];
  waiting: Entry[];
  /** Families who were told that they lack a credit. */
  readonly toldOfCredit: Set<Family>;
  toldOpen: boolean;
  topic: Topic | null;
  sentence: string;
  letter: 'planned' | 'off';
}

export interface Student {
  readonly name: StudentName;
  year: YearClass | null;
  saidIn: number;
  confirmedIn: number;
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

export interface Family {
  readonly name: FamilyName;
  parents: Parent[];
  students: Student[];
  balance: number;
  ledger: string[];
  lots: Lot[];
  bookings: Booking[];
  payments: Payment[];
  reminderHours: number[];
  hadFreeLesson: boolean;
  /** How many entries there were when the free lesson was withdrawn. */
  voided: number;
  invoices: string[];
  /** Until when each is open; 0 once it was used or withdrawn. */
  readonly invitations: Map<PersonName, number>;
  /** False until the parent of an import has chosen a password. */
  hasPassword: boolean;
  deleted: boolean;
}

export interface Payment {
  readonly name: PaymentName;
  readonly family: Family;
  readonly credits: number;
  readonly amount: number;
  readonly startedAt: number;
  readonly lessons: Lesson[];
  readonly student: Student | null;
  readonly lot: Lot;
  readonly allowsCodes: boolean;
  /** At the provider. */
  session: 'open' | 'paid' | 'ended';
  paid: number;
  /** Here. */
  status: 'pending' | 'paid' | 'expired' | 'refunded';
  grantedAt: number;
  /** Credits taken back, and those that could not be, since when. */
  taken: number;
  owed: number;
  owedSince: number;
  /** Pence. */
  returned: number;
  returnedAtProvider: number;
  dispute: 'open' | 'won' | 'lost' | null;
  /** Events that the provider has not delivered yet. */
  events: ('paid' | 'expired' | 'refunded')[];
}

export interface Enquiry {
  readonly name: EnquiryName;
  readonly family: FamilyName;
  readonly year: YearClass;
  readonly madeAt: number;
  status: 'new' | 'contacted' | 'joined';
  invitation: { lesson: Lesson | null; until: number } | null;
  /** A free lesson that it led to was withdrawn. */
  hasBegun: boolean;
}

export const LESSON = HOUR;

export const active = (lesson: Lesson): Booking[] =>
  lesson.bookings.filter((booking) => booking.active);

export const bookingOf = (lesson: Lesson, student: Student): Booking | undefined =>
  active(lesson).find((booking) => booking.student === student);

/** A refusal of an act, by its code. */
export class Refusal extends Error {}

export function refuse(code: string): never {
  throw new Refusal(code);
}

export class Business {
  now = 0;
  readonly families = new Map<FamilyName, Family>();
  readonly lessons = new Map<LessonName, Lesson>();
  readonly payments = new Map<PaymentName, Payment>();
  readonly enquiries = new Map<EnquiryName, Enquiry>();
  /** Payments whose lessons are reserved. */
  readonly reservations = new Set<Payment>();
  packages = [
    { credits: 1, pence: 3000 },
    { credits: 5, pence: 14_000 },
    { credits: 10, pence: 27_000 },
  ];
  allowsCodes = false;
  readonly lastInvoice = new Map<string, number>();
  readonly months = new Map<string, { paid: number; returned: number }>();
  readonly topics = new Map<string, Topic>();
  providerAwayUntil = 0;
  readonly imports = new Map<string, { at: number; families: Family[] }>();
  /** What is due, soonest first. */
  #due: { at: number; run: () => void }[] = [];
  #mail = new Map<PersonName, string[]>();

  /** Runs at that time, or at once if it has passed. */
  later(at: number, run: () => void): void {
    let index = this.#due.length;
    while (index > 0 && (this.#due[index - 1]?.at ?? 0) > at) index -= 1;
    this.#due.splice(index, 0, { at, run });
  }

  /** When something happens next by itself; Infinity: never. */
  get nextDue(): number {
    return this.#due[0]?.at ?? Infinity;
  }

  advance(to: number): void {
    for (let next = this.#due[0]; next !== undefined && next.at <= to; next = this.#due[0]) {
      this.#due.shift();
      this.now = Math.max(this.now, next.at);
      next.run();
    }
    this.now = to;
  }

  mail(person: PersonName, fact: string): void {
    const mails = this.#mail.get(person) ?? [];
    mails.push(fact);
    this.#mail.set(person, mails);
  }

  mailParents(family: Family, fact: string): void {
    for (const { name } of family.parents) this.mail(name, fact);
  }

  /** About a lesson: to the parents, and to the student's own sign-in. */
  mailAbout(family: Family, students: readonly Student[], fact: string): void {
    this.mailParents(family, fact);
    for (const student of students) if (student.hasSignIn) this.mail(student.name, fact);
  }

  /** The emails since the last time, sorted. */
  takeMail(): Record<PersonName, string[]> {
    const mails = [...this.#mail].toSorted(([a], [b]) => (a < b ? -1 : 1));
    this.#mail = new Map();
    return Object.fromEntries(mails.map(([person, facts]) => [person, facts.toSorted()]));
  }

  post(family: Family, reason: string, change: number): void {
    family.balance += change;
    const sign = change < 0 ? '' : '+';
    family.ledger.push(`${reason} ${sign}${change} = ${family.balance}`);
  }

  grant(family: Family, reason: string, credits: number, lot: Lot = { left: 0 }): Lot {
    lot.left += credits;
    family.lots.push(lot);
    this.post(family, reason, credits);
    return lot;
  }

  /** Takes a credit for a booking, from the oldest lot that has one. */
  spend(family: Family, reason = 'booking'): Lot {
    if (family.balance < 1) refuse('insufficient_credits');
    const lot = family.lots.find(({ left }) => left > 0);
    if (lot === undefined) throw new Error(`${family.name} has a balance without credits`);
    lot.left -= 1;
    this.post(family, reason, -1);
    return lot;
  }

  /**
   * Returns a booking's credit, at most once. If a refund since the booking found too few credits,
   * this one is taken back for it.
   */
  giveBack(booking: Booking, reason = 'refund'): void {
    const { family } = booking;
    if (!this.returnCredit(booking, reason)) return;
    const owing = family.payments.find(
      ({ owed, owedSince }) => owed > 0 && owedSince >= booking.madeAt,
    );
    if (owing === undefined) return;
    owing.owed -= 1;
    owing.taken += 1;
    this.takeBack(family, owing.lot, 1);
  }

  returnCredit(booking: Booking, reason = 'refund'): boolean {
    const { lot, family } = booking;
    if (lot === null) return false;
    booking.lot = null;
    lot.left += 1;
    this.post(family, reason, 1);
    return true;
  }

  /** Takes credits away: those of the lot first, then the oldest. */
  takeBack(family: Family, first: Lot, credits: number, reason = 'reversal'): void {
    let missing = credits;
    for (const lot of [first, ...family.lots]) {
      const taken = Math.min(lot.left, missing);
      lot.left -= taken;
      missing -= taken;
    }
    this.post(family, reason, -credits);
  }

  family(name: string): Family {
    const family = this.families.get(name.split('.')[0] ?? '');
    return family === undefined || family.deleted ? refuse('no such name') : family;
  }

  /** The family of somebody who can sign in. */
  signedIn(by: PersonName): Family {
    const family = this.family(by);
    return family.hasPassword ? family : refuse('no such name');
  }

  student(name: StudentName): Student {
    const found = this.family(name).students.find((student) => student.name === name);
    return found ?? refuse('no such name');
  }

  lesson(name: LessonName): Lesson {
    return this.lessons.get(name) ?? refuse('no such name');
  }

  payment(name: PaymentName): Payment {
    const payment = this.payments.get(name) ?? refuse('no such name');
    return payment.family.deleted ? refuse('no such name') : payment;
  }

  enquiry(name: EnquiryName): Enquiry {
    return this.enquiries.get(name) ?? refuse('no such name');
  }
}
