// The state of the oracle: everybody and everything by name, the clock, and the mail.
import type { Act, ActOf, EmailFact, PersonName } from '../acts.ts';
import {
  type Enquiry,
  type Family,
  type ImportedFamily,
  type Lesson,
  type Payment,
  recipientsOf,
  refuse,
  type Student,
  type Topic,
} from './things.ts';
import { DAY, ukMonth } from './uk-time.ts';

/** What acts do, and why they are refused. */
export type Performers = {
  readonly [Kind in Act['do']]?: (business: Business, act: ActOf<Kind>) => void;
};

export class Business {
  now = 0;
  readonly families = new Map<string, Family>();
  readonly lessons = new Map<string, Lesson>();
  readonly payments = new Map<string, Payment>();
  readonly enquiries = new Map<string, Enquiry>();
  readonly topics = new Map<string, Topic>();
  readonly imports = new Map<string, { at: number; families: ImportedFamily[] }>();
  /** Payments whose lessons are reserved. */
  readonly reservations = new Set<Payment>();
  packages = [
    { credits: 1, pence: 3000 },
    { credits: 5, pence: 14_000 },
    { credits: 10, pence: 27_000 },
  ];
  allowsCodes = false;
  providerAwayUntil = 0;
  /** Invoices by year. */
  readonly invoices = new Map<string, number>();
  readonly months = new Map<string, { paid: number; returned: number }>();
  /** What is due, soonest first. */
  readonly #due: { at: number; run: () => void }[] = [];
  #mail = new Map<PersonName, EmailFact[]>();
  /** When emails of a kind went to an unconfirmed address. */
  readonly #unconfirmed = new Map<string, number[]>();

  /** Runs at that time, or at once if it has passed. */
  later(at: number, run: () => void): void {
    const index = this.#due.findLastIndex((other) => other.at <= at);
    this.#due.splice(index + 1, 0, { at, run });
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

  mail(person: PersonName, fact: EmailFact): void {
    if (this.#isOneTooMany(person, fact)) return;
    this.#mail.set(person, [...(this.#mail.get(person) ?? []), fact]);
  }

  /** A day brings five emails of a kind to an address that is not confirmed. */
  #isOneTooMany(person: PersonName, fact: EmailFact): boolean {
    const family = this.families.get(person.split('.', 1)[0] ?? '');
    const parent = family?.parents.find(({ name }) => name === person);
    if (parent === undefined || parent.confirmed) return false;
    const kind = `${person} ${fact.split(':', 1)[0]}`;
    const lately = (this.#unconfirmed.get(kind) ?? []).filter((at) => at > this.now - DAY);
    if (lately.length >= 5) return true;
    this.#unconfirmed.set(kind, [...lately, this.now]);
    return false;
  }

  /** Emails about money go to the parents alone, those about a lesson to its student as well. */
  tell(family: Family, fact: EmailFact, ...students: Student[]): void {
    for (const person of recipientsOf(family, ...students)) this.mail(person, fact);
  }

  /** The emails since the last time, sorted. */
  takeMail(): Record<PersonName, EmailFact[]> {
    const mails = [...this.#mail].map(([person, facts]) => [person, facts.toSorted()] as const);
    this.#mail = new Map();
    return Object.fromEntries(mails);
  }

  count(what: 'paid' | 'returned', pence: number): void {
    const name = ukMonth(this.now);
    const month = this.months.get(name) ?? { paid: 0, returned: 0 };
    this.months.set(name, { ...month, [what]: month[what] + pence });
  }

  /** Takes 'f1' or 'f1.s1'. */
  family(name: string): Family {
    const family = this.families.get(name.split('.', 1)[0] ?? '');
    return family === undefined || family.deleted ? refuse('no such name') : family;
  }

  /** The family of somebody who can sign in. */
  signedIn(by: PersonName): Family {
    const family = this.family(by);
    const children = family.students.filter(({ hasSignIn, present }) => hasSignIn && present);
    const isThere = [...family.parents, ...children].some(({ name }) => name === by);
    return isThere && family.hasPassword ? family : refuse('no such name');
  }

  asParent(by: PersonName): Family {
    const family = this.signedIn(by);
    return family.parents.some(({ name }) => name === by) ? family : refuse('forbidden');
  }

  student(name: string): Student {
    const found = this.family(name).students.find((student) => student.name === name);
    return found ?? refuse('no such name');
  }

  lesson(name: string): Lesson {
    return this.lessons.get(name) ?? refuse('no such name');
  }

  /** One that the tutor sees. */
  visibleLesson(name: string): Lesson {
    const lesson = this.lesson(name);
    return lesson.deleted ? refuse('lesson_not_found') : lesson;
  }

  payment(name: string): Payment {
    const payment = this.payments.get(name) ?? refuse('no such name');
    return payment.family.deleted ? refuse('no such name') : payment;
  }

  enquiry(name: string): Enquiry {
    return this.enquiries.get(name) ?? refuse('no such name');
  }
}
