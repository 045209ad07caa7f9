// Chooses what people do next, with a seeded random source and their habits: Sunday evening,
// minutes before the start, the last day of a window. They choose by the oracle's state, and often
// try what will be refused.
import type { Act, LessonName } from './acts.ts';
import { ACCOUNT_WISHES, TUTOR_WISHES, YEARS } from './habits/account-wishes.ts';
import { Chance, type Wish } from './habits/chance.ts';
import { isTerm, termEnd } from './habits/terms.ts';
import { book, WISHES } from './habits/wishes.ts';
import type { Business } from './oracle/business.ts';
import { type Family, type Lesson, active } from './oracle/things.ts';
import { addDays, DAY, HOUR, MINUTE, ukDate, ukInstant } from './oracle/uk-time.ts';

export interface Scale {
  families: number;
  lessonsPerWeek: number;
}

/** Chooses an act when its time has come; null when there is nothing to do after all. */
type Intent = () => Wish | null;

const TIMES = ['09:00', '10:00'] as const;
const COURSES = ['GCSE', 'A-level', 'GCSE-2', 'A-level-2'] as const;

/** Whether it takes a link that was emailed. */
const needsMail = (wish: Wish): boolean =>
  wish.do === 'confirm email' ||
  wish.do === 'accept invitation' ||
  (wish.do === 'sign up' && wish.invitation !== undefined);

export class Habits {
  readonly #business: Business;
  readonly #chance: Chance;
  readonly #scale: Scale;
  readonly #queue: { at: number; intent: Intent }[] = [];
  /** The UK date on which no email arrives. */
  #withoutMail = '';
  #families = 0;
  #payments = 0;
  #enquiries = 0;

  constructor(seed: number, business: Business, scale: Scale) {
    this.#chance = new Chance(seed, business);
    this.#business = business;
    this.#scale = scale;
  }

  /**
   * The acts from one UK date to another, in the order of time. Each act has to be performed before
   * the next is asked for.
   */
  *acts(from: string, to: string): Generator<Act> {
    for (let date = from; date <= to; date = addDays(date, 1)) {
      this.#planDay(date, date === from);
      const midnight = ukInstant(`${addDays(date, 1)}T00:00`);
      for (let next = this.#queue[0]; next !== undefined && next.at < midnight;) {
        this.#queue.shift();
        this.#chance.now = next.at;
        const wish = next.intent();
        if (wish !== null && date === this.#withoutMail && needsMail(wish))
          this.#do(next.at + DAY, wish);
        else if (wish !== null) yield { at: next.at, ...wish };
        next = this.#queue[0];
      }
    }
  }

  #at(at: number, intent: Intent): void {
    const time = Math.round(at / 1000) * 1000;
    let index = this.#queue.length;
    while (index > 0 && (this.#queue[index - 1]?.at ?? 0) > time) index -= 1;
    this.#queue.splice(index, 0, { at: time, intent });
  }

  #do(at: number, wish: Wish): void {
    this.#at(at, () => wish);
  }

  #planDay(date: string, isFirst: boolean): void {
    const chance = this.#chance;
    const { families } = this.#scale;
    const midnight = ukInstant(`${date}T00:00`);
    const isSunday = new Date(date).getUTCDay() === 0;
    if (isFirst || (isTerm(addDays(date, 7)) && !isTerm(addDays(date, 6)))) this.#planTerm(date);
    const missing = families - chance.present().length;
    for (let count = chance.often(missing * (isFirst ? 0.6 : 0.15)); count > 0; count -= 1)
      this.#newFamily(midnight);
    const wishes = [
      [families * 0.35, () => this.#buy(chance.pick(chance.present()))] as const,
      ...[...WISHES, ...ACCOUNT_WISHES].map(
        ([rate, wish]) => [rate * families, () => wish(chance)] as const,
      ),
      ...TUTOR_WISHES.map(([rate, wish]) => [rate, () => wish(chance)] as const),
    ];
    for (const [perWeek, intent] of wishes)
      for (let count = chance.often(perWeek / 7); count > 0; count -= 1) {
        const isEvening = isSunday || chance.hits(0.6);
        const hour = isEvening ? chance.between(17, 22.5) : chance.between(7, 24);
        this.#at(midnight + hour * HOUR, intent);
      }
    this.#planLuck(date, midnight);
    for (const lesson of this.#business.lessons.values())
      if (ukDate(lesson.start) === date) this.#lessonDay(lesson);
      else if (ukDate(lesson.start) === addDays(date, 1)) this.#dayBefore(lesson);
  }

  /** The server starts again or dies each week; other bad luck comes each month or each term. */
  #planLuck(date: string, midnight: number): void {
    const chance = this.#chance;
    const some = (): number => midnight + chance.between(7, 23) * HOUR;
    if (chance.hits(1 / 7)) this.#do(some(), { do: 'restart' });
    if (chance.hits(1 / 7)) this.#do(some(), { do: 'kill', afterCommit: chance.hits(0.5) });
    if (chance.hits(1 / 30)) this.#do(some(), { do: 'backup and restore' });
    if (chance.hits(1 / 30))
      this.#do(midnight + chance.between(9, 19) * HOUR, { do: 'provider away', minutes: 60 });
    if (chance.hits(1 / 30)) {
      const at = some();
      this.#do(at, { do: 'disk full' });
      this.#at(at + 1000, () => book(chance));
    }
    // On no day before a lesson, whose reminders would come too late.
    if (new Date(date).getUTCDay() === 2 && chance.hits(1 / 12)) {
      this.#withoutMail = date;
      this.#do(midnight + 8 * HOUR, { do: 'mail away', minutes: 600 });
    }
    if (chance.hits(1 / 60)) this.#import(some());
  }

  #import(at: number): void {
    const chance = this.#chance;
    const families = Array.from({ length: 3 }, () => {
      this.#families += 1;
      return { family: `f${this.#families}`, credits: chance.whole(0, 4) };
    });
    const name = `import of ${at}`;
    this.#do(at, { do: 'import', families, invite: true, name });
    for (const { family } of families)
      this.#do(at + chance.between(0.1, 35 * 24) * HOUR, {
        do: 'accept invitation',
        person: `${family}.p1`,
      });
    if (chance.hits(0.3)) this.#do(at + chance.between(1, 26) * HOUR, { do: 'undo import', name });
  }

  #planTerm(date: string): void {
    const lessons: LessonName[] = [];
    const from = isTerm(date) ? date : addDays(date, 7);
    for (let day = from; day <= termEnd(from); day = addDays(day, 1)) {
      const weekday = new Date(day).getUTCDay();
      if (!isTerm(day) || (weekday !== 0 && weekday !== 6)) continue;
      const names = COURSES.flatMap((course) => TIMES.map((time) => `${day}T${time}/${course}`));
      lessons.push(...names.slice(0, Math.ceil(this.#scale.lessonsPerWeek / 2)));
    }
    const { families, lessonsPerWeek } = this.#scale;
    const spots = Math.max(2, Math.ceil((families / lessonsPerWeek) * 0.7));
    const at = ukInstant(`${date}T00:05`);
    for (const [index, lesson] of lessons.entries())
      if (!this.#business.lessons.has(lesson))
        this.#do(at + index * 2000, { do: 'plan lesson', lesson, spots: spots + (index % 3) - 1 });
  }

  #newFamily(midnight: number): void {
    const chance = this.#chance;
    this.#families += 1;
    const family = `f${this.#families}`;
    const parent = `${family}.p1`;
    const at = midnight + chance.between(8, 20) * HOUR;
    const enquiry = chance.hits(0.4) ? this.#enquire(at, family) : null;
    const signUp = enquiry === null ? at : at + chance.between(5, 17 * 24) * HOUR;
    const isInvited = enquiry !== null && chance.hits(0.7);
    if (isInvited) this.#do(signUp, { do: 'sign up', family, invitation: enquiry });
    this.#do(signUp + (isInvited ? MINUTE : 0), { do: 'sign up', family });
    if (chance.hits(0.9)) {
      const wait = chance.hits(0.8) ? chance.between(0.02, 0.5) : chance.between(1, 9 * 24);
      this.#do(signUp + 2 * MINUTE + wait * HOUR, { do: 'confirm email', person: parent });
    }
    if (chance.hits(0.6))
      this.#at(signUp + chance.between(0.1, 3) * HOUR, () => {
        const lesson = chance.pick(chance.ahead(14))?.name;
        if (lesson === undefined) return null;
        return { do: 'book', by: parent, student: `${family}.s1`, lesson, free: true };
      });
    this.#at(signUp + chance.between(0.2, 30) * HOUR, () =>
      this.#buy(this.#business.families.get(family) ?? null),
    );
  }

  #enquire(at: number, family: string): string {
    const chance = this.#chance;
    this.#enquiries += 1;
    const enquiry = `e${this.#enquiries}`;
    this.#do(at, { do: 'enquire', enquiry, family, year: chance.pick(YEARS) ?? 'year-10' });
    const answeredAt = at + chance.between(1, 4) * HOUR;
    if (chance.hits(0.7))
      this.#at(answeredAt, () => {
        const lesson = chance.hits(0.6) ? chance.pick(chance.ahead(14))?.name : undefined;
        return { do: 'invite enquiry', enquiry, ...(lesson === undefined ? {} : { lesson }) };
      });
    else this.#do(answeredAt, { do: 'answer enquiry', enquiry });
    return enquiry;
  }

  /** Starts a checkout and plans what becomes of it. */
  #buy(family: Family | null): Wish | null {
    if (family === null || family.deleted) return null;
    const chance = this.#chance;
    this.#payments += 1;
    const payment = `pay${this.#payments}`;
    const credits = chance.pick([1, 1, 5, 5, 5, 10, 7, 3]) ?? 1;
    const by = chance.pick(family.parents)?.name ?? `${family.name}.p1`;
    const student = chance.pick(family.students.filter(({ present }) => present))?.name;
    const isAway = chance.now < this.#business.providerAwayUntil;
    const lesson = !isAway && chance.hits(0.3) ? chance.pick(chance.ahead(10))?.name : undefined;
    this.#followPayment(payment);
    const reserved =
      lesson === undefined || student === undefined ? {} : { lessons: [lesson], student };
    return { do: 'start checkout', payment, by, credits, ...reserved };
  }

  #followPayment(payment: string): void {
    const chance = this.#chance;
    const paidAt = chance.now + chance.between(1, chance.hits(0.9) ? 20 : 50) * MINUTE;
    const ifThere = (at: number, wish: Wish): void => {
      this.#at(at, () => (this.#business.payments.has(payment) ? wish : null));
    };
    if (chance.hits(0.06)) ifThere(paidAt - 30_000, { do: 'cancel checkout', payment });
    const code = chance.hits(0.2);
    if (chance.hits(0.85)) ifThere(paidAt, { do: 'pay', payment, ...(code ? { code } : {}) });
    if (chance.hits(0.6)) ifThere(paidAt + 15_000, { do: 'look at payment', payment });
    const late = chance.hits(0.8) ? chance.between(0.5, 3) : chance.between(3, 70 * 60);
    const times = chance.hits(0.2) ? 2 : 1;
    ifThere(paidAt + late * MINUTE, { do: 'deliver events', payment, times });
    ifThere(paidAt + 75 * HOUR, { do: 'deliver events', payment, times });
    if (chance.hits(0.15)) this.#returnLate(payment, paidAt);
  }

  /** In the last minutes in which credits can be returned, or just too late. */
  #returnLate(payment: string, paidAt: number): void {
    const midnight = ukInstant(`${addDays(ukDate(paidAt), 15)}T00:00`);
    const at = midnight + (this.#chance.hits(0.7) ? -10 : 10) * MINUTE;
    this.#at(at, () => {
      const by = this.#business.payments.get(payment)?.family.parents[0]?.name;
      return by === undefined ? null : { do: 'return', by, payment, credits: 1 };
    });
  }

  /** The last chance to book with a reminder, and the first without one. */
  #dayBefore(lesson: Lesson): void {
    const { start } = lesson;
    if (this.#chance.hits(0.4))
      this.#at(start - this.#chance.between(1, 23) * HOUR, () => this.#excuse(lesson));
    for (const minutes of [-3, 3])
      if (this.#chance.hits(0.3))
        this.#at(start - DAY + minutes * MINUTE, () => book(this.#chance));
  }

  /** Minutes before the start, and the attendance afterwards. */
  #lessonDay(lesson: Lesson): void {
    const { name, start } = lesson;
    const chance = this.#chance;
    for (const minutes of [-123, -121, -120, -119, -61, -60, -59, -2, 0, 3])
      if (chance.hits(0.15)) this.#at(start + minutes * MINUTE, () => this.#lateAct(lesson));
    this.#room(lesson);
    this.#at(start + 70 * MINUTE, () => {
      for (const { student } of active(lesson)) {
        if (!chance.hits(0.1)) continue;
        const act = { do: 'mark attendance', student: student.name, lesson: name } as const;
        const at = start + chance.between(71, 90) * MINUTE;
        this.#do(at, { ...act, absent: true });
        if (chance.hits(0.2)) this.#do(at + HOUR, { ...act, absent: false });
      }
      return null;
    });
  }

  /** By the link in the reminder; now and then it is taken back. */
  #excuse({ name: lesson, start }: Lesson): Wish | null {
    const chance = this.#chance;
    const found = this.#business.lessons.get(lesson);
    const student = chance.pick(found === undefined ? [] : active(found))?.student.name;
    if (student === undefined) return null;
    if (chance.hits(0.5)) {
      const after = chance.pick([1, 5, 9, 11]) ?? 1;
      this.#do(chance.now + after * MINUTE, { do: 'undo excuse', student, lesson });
    }
    const to = chance.pick(chance.ahead(14).filter((other) => other.start > start))?.name;
    if (to !== undefined && chance.hits(0.3))
      return { do: 'excuse by moving', student, lesson, to };
    return { do: 'excuse', student, lesson, how: chance.hits(0.5) ? 'cancel' : 'tell' };
  }

  /** Questions in the lesson, and the sentence for the letter. */
  #room({ name: lesson, start, topic }: Lesson): void {
    const chance = this.#chance;
    if (chance.hits(0.1))
      this.#do(start + 65 * MINUTE, { do: 'write letter', lesson, sentence: 'Well done.' });
    else if (chance.hits(0.05))
      this.#do(start + 65 * MINUTE, { do: 'write letter', lesson, state: 'off' });
    if (topic === null) return;
    for (const [index, question] of ['q2', 'q3'].entries()) {
      const at = start + (chance.pick([-16, 5, 20, 40, 76]) ?? 5) * MINUTE + index * 15_000;
      this.#do(at, { do: 'ask', lesson, question });
      this.#at(at + MINUTE, () => {
        const found = this.#business.lessons.get(lesson);
        for (const { student } of found === undefined ? [] : active(found)) {
          const right = chance.hits(0.6);
          const answer = { student: student.name, lesson, question, right };
          if (chance.hits(0.8))
            this.#do(at + chance.between(1, 4) * MINUTE, { do: 'answer', ...answer });
        }
        return null;
      });
      if (chance.hits(0.8)) this.#do(at + 3 * MINUTE, { do: 'reveal', lesson, question });
    }
  }

  #lateAct(lesson: Lesson): Wish | null {
    const chance = this.#chance;
    const booking = chance.pick(active(lesson));
    const child = booking === null || chance.hits(0.3) ? chance.child() : booking;
    if (child === null) return null;
    const { family, student } = child;
    const by = chance.by(family, student);
    const kind = child === booking ? 'cancel' : chance.hits(0.7) ? 'book' : 'join list';
    return { do: kind, by, student: student.name, lesson: lesson.name };
  }
}
