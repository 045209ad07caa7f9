// A plain model of the business, written from the specification alone. It predicts the outcome of
// every act and what there is to see after each day. It imports nothing of the product.
import type { Act, FamilyView, LessonView, Observation, Outcome } from './acts.ts';
import { Business } from './oracle/business.ts';
import { balanceOf } from './oracle/credits.ts';
import { enquiryActs, freeLessonState } from './oracle/enquiries.ts';
import { excuseActs } from './oracle/excuses.ts';
import { lessonActs } from './oracle/lessons.ts';
import { moneyActs, settle } from './oracle/money.ts';
import { closeUnused, peopleActs, yearOf } from './oracle/people.ts';
import { roomActs } from './oracle/rooms.ts';
import { reservedSpots } from './oracle/spots.ts';
import {
  active,
  type Family,
  type Lesson,
  LESSON,
  recipientsOf,
  Refusal,
  type Student,
} from './oracle/things.ts';
import { DAY, HOUR, MINUTE, ukDate, ukLocal } from './oracle/uk-time.ts';

/** Lessons are compared until so long after their start. */
const SHOWN = 3 * DAY;

/** Bad luck changes nothing; neither does joining. */
const performers = {
  ...lessonActs,
  ...excuseActs,
  ...moneyActs,
  ...peopleActs,
  ...enquiryActs,
  ...roomActs,
  'provider away'(business: Business, { minutes }: { minutes: number }) {
    business.providerAwayUntil = business.now + minutes * MINUTE;
  },
  /** What is due within the hour happens early, and not again. */
  'clock jumps'(business: Business, { hours }: { hours: number }) {
    const { now } = business;
    if (hours > 0) business.advance(now + hours * HOUR);
    business.now = now;
  },
  'backup and restore'(business: Business, { lostInvoice = false }: { lostInvoice?: boolean }) {
    if (!lostInvoice || business.now < business.providerAwayUntil) return;
    const year = ukDate(business.now).slice(0, 4);
    business.invoices.set(year, (business.invoices.get(year) ?? 0) + 1);
  },
};

function outcomeOf(run: () => void): Outcome {
  try {
    run();
    return 'ok';
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

export class Oracle {
  /** For the habits, which choose by it. */
  readonly business = new Business();

  /** Lets time pass until then. */
  advance(to: number): void {
    this.business.advance(to);
  }

  perform(act: Act): Outcome {
    const performer = (
      performers as Record<string, ((business: Business, act: Act) => void) | undefined>
    )[act.do];
    return outcomeOf(() => performer?.(this.business, act));
  }

  /** The server has closed the account of this family by itself. */
  closeUnused(name: string): Outcome {
    return outcomeOf(() => {
      closeUnused(this.business, name);
    });
  }

  /**
   * The server has asked the provider about a payment by itself, which it may do at any time. Says
   * whether there was something to settle.
   */
  settle(name: string): Outcome {
    const payment = this.business.payments.get(name);
    if (payment?.status !== 'pending' || payment.session === 'open') return 'not settled';
    settle(this.business, payment);
    return 'ok';
  }

  observe(): Observation {
    const { business } = this;
    const { families, enquiries, payments, lessons, now } = business;
    return {
      families: view(
        families,
        ({ deleted }) => !deleted,
        (family) => this.#viewFamily(family),
      ),
      lessons: view(
        lessons,
        ({ deleted, start }) => !deleted && start > now - SHOWN,
        (lesson) => this.#viewLesson(lesson),
      ),
      emails: business.takeMail(),
      enquiries: view(
        enquiries,
        () => true,
        ({ status }) => status,
      ),
      payments: view(
        payments,
        ({ family }) => !family.deleted,
        ({ status }) => status,
      ),
      months: view(
        business.months,
        ({ paid, returned }) => paid !== 0 || returned !== 0,
        (sums) => sums,
      ),
    };
  }

  #viewFamily(family: Family): FamilyView {
    const { business } = this;
    const booked = family.bookings.filter((booking) => booking.active);
    return {
      balance: balanceOf(family),
      ledger: family.ledger,
      attended: booked.filter(
        ({ absent, lesson }) => !absent && business.now >= lesson.start + LESSON,
      ).length,
      upcoming: booked.filter(({ lesson }) => lesson.start > business.now).length,
      parents: family.parents.map(({ name, confirmed }) => name + (confirmed ? ' confirmed' : '')),
      students: family.students
        .filter(({ present }) => present)
        .map((student) =>
          wordsOf([student.name, yearOf(business, family, student)], {
            'sign-in': student.hasSignIn,
            'may-book': student.mayBook,
          }),
        ),
      freeLesson: freeLessonState(business, family),
      export: exportOf(business, family),
      invoices: family.invoices,
    };
  }

  #viewLesson(lesson: Lesson): LessonView {
    const { business } = this;
    return {
      start: ukLocal(lesson.start),
      spots: lesson.spots,
      booked: active(lesson)
        .map(({ student, absent, excused, free }) =>
          wordsOf([student.name], { absent, excused, free }),
        )
        .toSorted(),
      waiting: lesson.start > business.now ? lesson.waiting.map(({ student }) => student.name) : [],
      reserved: reservedSpots(business, lesson),
    };
  }
}

/** Counts the records in each part of the data export, on the first of a month alone. */
function exportOf(
  { now, enquiries, topics, lessons }: Business,
  family: Family,
): FamilyView['export'] {
  if (!ukDate(now).endsWith('-01') || !family.hasPassword) return {};
  const { name, parents, students, bookings, ledger, payments, invitations } = family;
  const practice = <One>(maps: Map<string, One>[]) =>
    maps.flatMap((map) =>
      [...map].flatMap(([key, one]) => (key.startsWith(`${name}.`) ? one : [])),
    );
  const waiting = [...lessons.values()].flatMap((lesson) =>
    lesson.start > now ? lesson.waiting.filter((entry) => entry.family === family) : [],
  );
  const own = [...enquiries.values()].filter((enquiry) => enquiry.family === name);
  return {
    people: recipientsOf(family, ...students).length,
    students: students.filter((student) => student.present || hadLesson(family, student)).length,
    invitations: [...invitations.values()].filter((until) => until > now).length,
    bookings: bookings.length,
    waiting: waiting.length,
    credits: ledger.length,
    payments: payments.length,
    enquiries: parents[0]?.confirmed === true ? own.length : 0,
    answers: practice([...topics.values()].map(({ answers }) => answers)).length,
    boxes: practice([...topics.values()].map(({ boxes }) => boxes)).length,
  };
}

/** Or a payment that was to book one. A student who is removed before leaves nothing. */
const hadLesson = ({ bookings, payments }: Family, student: Student): boolean =>
  [...bookings, ...payments.filter(({ lessons }) => lessons.length > 0)].some(
    (one) => one.student === student,
  );

/** The words, and the names of those facts that are true. */
function wordsOf(words: string[], facts: Record<string, boolean>): string {
  const marks = Object.entries(facts).filter(([, isTrue]) => isTrue);
  return [...words, ...marks.map(([name]) => name)].join(' ');
}

function view<One, View>(
  all: Iterable<[string, One]>,
  isShown: (one: One) => boolean,
  show: (one: One) => View,
): Record<string, View> {
  const visible = [...all].filter(([, one]) => isShown(one));
  return Object.fromEntries(visible.map(([name, one]) => [name, show(one)]));
}
