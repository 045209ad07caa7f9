// What there is to see of the product after a day: through the tutor's and the families' calls, and
// in the database where no call shows it.
import * as endpoints from '../../../domain/endpoints.ts';
import { addDays, DAY_MS, shortTime, ukDate } from '../../../domain/time.ts';
import type { FamilyView, LessonView, Observation } from './acts.ts';
import type { World } from './world.ts';

/** Lessons are compared until so long after their start. */
const LESSON_MS = 3 * DAY_MS;
/** Lessons are planned at most this many days ahead. */
const AHEAD_DAYS = 300;

type Stats = Pick<FamilyView, 'attended' | 'upcoming' | 'freeLesson'> & {
  /** The ids of students whose year a parent has yet to confirm. */
  readonly unconfirmed: readonly string[];
};

export class Observer {
  readonly #world: World;
  #ledgerUntil = 0;
  readonly #ledgers = new Map<string, string[]>();
  readonly #stats = new Map<string, { predicted: string; stats: Stats }>();
  readonly #months = new Map<string, Observation['months'][string]>();

  constructor(world: World) {
    this.#world = world;
  }

  /**
   * On most days, the numbers that a family sees are read only where others are predicted than
   * when they were last read.
   */
  async observe(predicted: Observation, { isWhole }: { isWhole: boolean }): Promise<Observation> {
    await this.#readLedgers();
    if (isWhole) this.#stats.clear();
    return {
      families: await this.#families(predicted),
      lessons: await this.#lessons(),
      emails: this.#emails(),
      enquiries: await this.#enquiries(),
      payments: await this.#payments(),
      months: await this.#readMonths(),
    };
  }

  /** The call must succeed. */
  async #read<Body>(answer: Promise<{ outcome: string; body: Body | null }>): Promise<Body> {
    const { outcome, body } = await answer;
    if (body === null) throw new Error(`a read was refused: ${outcome}`);
    return body;
  }

  async #readLedgers(): Promise<void> {
    const { clock, db } = this.#world;
    const rows = await db
      .selectFrom('credit_ledger')
      .select(['family_id', 'kind', 'amount', 'balance_after'])
      .where('created_at', '>', this.#ledgerUntil)
      .orderBy('family_id')
      .orderBy('seq')
      .execute();
    for (const { family_id: id, kind, amount, balance_after: balance } of rows) {
      const entries = this.#ledgers.get(id) ?? [];
      this.#ledgers.set(id, entries);
      entries.push(`${kind} ${amount < 0 ? '' : '+'}${amount} = ${balance}`);
    }
    this.#ledgerUntil = clock.now;
  }

  async #families(predicted: Observation): Promise<Observation['families']> {
    const { names } = this.#world;
    const { students: families } = await this.#read(
      this.#world.call('tutor', endpoints.listFamilies),
    );
    const confirmed = await this.#confirmedAddresses();
    const invoices = await this.#invoices();
    const familyNames = inverseOf(names.families);
    const studentNames = inverseOf(names.students);
    const views: [string, FamilyView][] = [];
    for (const family of families) {
      const name = familyNames.get(family.id) ?? family.id;
      const { unconfirmed, ...stats } = await this.#statsOf(family, predicted.families[name]);
      views.push([
        name,
        {
          balance: family.Credits,
          ledger: this.#ledgers.get(family.id) ?? [],
          ...stats,
          parents: family.parents.map(
            ({ email }) => personOf(email) + (confirmed.has(email) ? ' confirmed' : ''),
          ),
          students: family.students.map((student) =>
            [
              studentNames.get(student.id) ?? student.id,
              (student.finished ? 'finished' : (student.year_class ?? '-')) +
                (unconfirmed.includes(student.id) ? '?' : ''),
              ...(student.sign_in === null ? [] : ['sign-in']),
              ...(student.may_book ? ['may-book'] : []),
            ].join(' '),
          ),
          export: await this.#exportOf(family.parents),
          invoices: invoices.get(family.id) ?? [],
        },
      ]);
    }
    return Object.fromEntries(views);
  }

  async #statsOf(
    { id, parents }: { id: string; parents: readonly { email: string }[] },
    view: FamilyView | undefined,
  ): Promise<Stats> {
    const last = this.#stats.get(id);
    const predicted = JSON.stringify(view);
    if (last?.predicted === predicted) return last.stats;
    const stats = (await this.#statsSeenBy(parents)) ?? (await this.#statsInRecord(id));
    this.#stats.set(id, { predicted, stats });
    return stats;
  }

  /** The numbers that the first of these parents who can sign in sees; null if none can. */
  async #statsSeenBy(parents: readonly { email: string }[]): Promise<Stats | null> {
    for (const { email } of parents) {
      const { body } = await this.#world.call(personOf(email), endpoints.getProfile);
      if (body === null) continue;
      return {
        attended: body.stats.lessonsAttended,
        upcoming: body.stats.upcomingBookings,
        freeLesson: body.free_lesson ?? 'had',
        unconfirmed: body.user.students.flatMap(({ id, year_to_confirm }) =>
          year_to_confirm ? id : [],
        ),
      };
    }
    return null;
  }

  /** Counts the records in each part of the data export, on the first of a month alone. */
  async #exportOf(parents: readonly { email: string }[]): Promise<FamilyView['export']> {
    const { clock } = this.#world;
    if (!ukDate(clock.now).endsWith('-01')) return {};
    for (const { email } of parents) {
      const { body } = await this.#world.call(personOf(email), endpoints.exportData);
      if (body === null) continue;
      const { invitations, payments, practice, ...data } = body.data;
      const isOpen = ({ expires_at: until }: { expires_at: string }) =>
        Date.parse(until) > clock.now;
      return {
        people: data.people.length,
        students: data.students.length,
        invitations: invitations.filter(isOpen).length,
        bookings: data.bookings.length,
        waiting: data.waiting.length,
        credits: data.credits.length,
        // Without those whose checkout the provider has refused.
        payments: payments.filter(({ session_id: session }) => session !== null).length,
        enquiries: data.enquiries.length,
        answers: practice.answers.length,
        boxes: practice.boxes.length,
      };
    }
    return {};
  }

  /** The numbers of an imported family without a password, as the tutor sees them. */
  async #statsInRecord(id: string): Promise<Stats> {
    const { record } = await this.#read(
      this.#world.call('tutor', endpoints.getFamilyRecord, { params: { id } }),
    );
    return {
      attended: record.past.filter(({ absent }) => !absent).length,
      upcoming: record.upcoming.length,
      freeLesson: 'had',
      unconfirmed: [],
    };
  }

  async #confirmedAddresses(): Promise<ReadonlySet<string>> {
    const rows = await this.#world.db
      .selectFrom('people')
      .select('email')
      .where('email_confirmed_at', 'is not', null)
      .execute();
    return new Set(rows.map(({ email }) => email));
  }

  async #invoices(): Promise<ReadonlyMap<string, string[]>> {
    const rows = await this.#world.db
      .selectFrom('invoices')
      .innerJoin('payments', 'payments.id', 'invoices.payment_id')
      .select(['family_id', 'year', 'number'])
      .orderBy('year')
      .orderBy('number')
      .execute();
    const numbers = new Map<string, string[]>();
    for (const { family_id: id, year, number } of rows)
      numbers.set(id, [...(numbers.get(id) ?? []), `${year}/${number}`]);
    return numbers;
  }

  async #lessons(): Promise<Observation['lessons']> {
    const { clock, db, names } = this.#world;
    const today = ukDate(clock.now);
    const query = { from: addDays(today, -4), to: addDays(today, AHEAD_DAYS) };
    const { lessons } = await this.#read(
      this.#world.call('tutor', endpoints.listAdminLessons, { query }),
    );
    const waiting = await db
      .selectFrom('waiting_list_entries')
      .select(['lesson_id', 'student_id'])
      .orderBy('lesson_id')
      .orderBy('number')
      .execute();
    const withoutCredit = await db
      .selectFrom('bookings')
      .select('id')
      .where('paid_entry', '=', 0)
      .execute();
    const withoutCreditIds = new Set(withoutCredit.map(({ id }) => id));
    const studentNames = inverseOf(names.students);
    const lessonNames = inverseOf(names.lessons);
    const nameOf = (id: string) => studentNames.get(id) ?? id;
    const views = lessons
      .filter(({ starts_at: start }) => Date.parse(start) > clock.now - LESSON_MS)
      .map((lesson): [string, LessonView] => [
        lessonNames.get(lesson.id) ?? lesson.id,
        {
          start: `${lesson.Date}T${shortTime(lesson.Time)}`,
          spots: lesson.Max_Students,
          booked: lesson.students
            .map(
              (student) =>
                nameOf(student.Student_ID) +
                (student.absent ? ' absent' : '') +
                (student.excused ? ' excused' : '') +
                (withoutCreditIds.has(student.booking_id) ? ' free' : ''),
            )
            .toSorted(),
          waiting: waiting
            .filter(({ lesson_id: id }) => id === lesson.id)
            .map(({ student_id: id }) => nameOf(id)),
          reserved: lesson.reservedCount,
        },
      ]);
    return Object.fromEntries(views);
  }

  #emails(): Observation['emails'] {
    const emails: Record<string, string[]> = {};
    for (const { to, fact } of this.#world.mail.takeArrived()) {
      const person = personOf(to);
      emails[person] = [...(emails[person] ?? []), fact].toSorted();
    }
    return emails;
  }

  async #enquiries(): Promise<Observation['enquiries']> {
    const enquiryNames = inverseOf(this.#world.names.enquiries);
    const { customers } = await this.#read(this.#world.call('tutor', endpoints.listEnquiries));
    const statuses = customers.map(({ id, email, status }): [string, string] => [
      enquiryNames.get(id) ?? personOf(email),
      status,
    ]);
    return Object.fromEntries(statuses);
  }

  async #payments(): Promise<Observation['payments']> {
    const rows = await this.#world.db
      .selectFrom('payments')
      .innerJoin('families', 'families.id', 'payments.family_id')
      .select(['session_id', 'payments.status'])
      .where('families.deleted_at', 'is', null)
      .where('session_id', 'is not', null)
      .execute();
    const statuses = rows.map(({ session_id: session, status }): [string, string] => [
      this.#world.provider.nameOf(session ?? '') ?? String(session),
      status,
    ]);
    return Object.fromEntries(statuses);
  }

  async #readMonths(): Promise<Observation['months']> {
    const today = ukDate(this.#world.clock.now);
    const query = { from: `${addDays(today, -45).slice(0, 7)}-01`, to: today };
    const { months } = await this.#read(
      this.#world.call('tutor', endpoints.listAdminPayments, { query }),
    );
    for (const { month, paid, returned } of months)
      if (paid !== 0 || returned !== 0) this.#months.set(month, { paid, returned });
      else this.#months.delete(month);
    return Object.fromEntries(this.#months);
  }
}

const personOf = (email: string): string =>
  email === TUTOR ? 'tutor' : (email.split('@', 1)[0] ?? email);
const TUTOR = 'tutor@example.com';

const inverseOf = (names: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...names].map(([name, id]) => [id, name]));
