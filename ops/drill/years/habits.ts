// Chooses what people do next, with a seeded random source and their habits: Sunday evening,
// minutes before the start, the last day of a window. They choose by the oracle's state, and often
// try what will be refused.
import type { Act } from './acts.ts';
import { ACCOUNT_WISHES, TUTOR_WISHES } from './habits/account-wishes.ts';
import { Agenda } from './habits/agenda.ts';
import type { Wish } from './habits/chance.ts';
import { buy, planFamily, planUnpaid } from './habits/families.ts';
import { planDayBefore, planLastDays, planLessonDay } from './habits/lesson-days.ts';
import { planLuck } from './habits/luck.ts';
import { isTerm, termEnd } from './habits/terms.ts';
import { WISHES } from './habits/wishes.ts';
import type { Business } from './oracle/business.ts';
import { addDays, DAY, HOUR, ukDate, ukInstant } from './oracle/uk-time.ts';

export interface Scale {
  families: number;
  lessonsPerWeek: number;
}

const TIMES = ['09:00', '10:00'] as const;
const COURSES = ['GCSE', 'A-level', 'GCSE-2', 'A-level-2'] as const;

/** Whether it takes a link that was emailed. */
const needsMail = (wish: Wish): boolean =>
  wish.do === 'confirm email' ||
  wish.do === 'accept invitation' ||
  (wish.do === 'sign up' && wish.invitation !== undefined);

export class Habits {
  readonly #agenda: Agenda;
  readonly #scale: Scale;

  constructor(seed: number, business: Business, scale: Scale) {
    this.#agenda = new Agenda(seed, business);
    this.#scale = scale;
  }

  /**
   * The acts from one UK date to another, in the order of time. Each act has to be performed before
   * the next is asked for.
   */
  *acts(from: string, to: string): Generator<Act> {
    const agenda = this.#agenda;
    for (let date = from; date <= to; date = addDays(date, 1)) {
      this.#planDay(date, date === from);
      const midnight = ukInstant(`${addDays(date, 1)}T00:00`);
      for (;;) {
        const next = agenda.takeBefore(midnight);
        if (next === null) break;
        const { at, wish } = next;
        if (wish === null) continue;
        if (date === agenda.withoutMail && needsMail(wish)) agenda.do(at + DAY, wish);
        else yield { at, ...wish };
      }
    }
  }

  #planDay(date: string, isFirst: boolean): void {
    const agenda = this.#agenda;
    const { business, chance } = agenda;
    const { families } = this.#scale;
    const midnight = ukInstant(`${date}T00:00`);
    const isSunday = new Date(date).getUTCDay() === 0;
    if (isFirst || (isTerm(addDays(date, 7)) && !isTerm(addDays(date, 6)))) this.#planTerm(date);
    const missing = families - chance.present().length;
    for (let count = chance.often(missing * (isFirst ? 0.6 : 0.15)); count > 0; count -= 1)
      planFamily(agenda, midnight);
    const wishes = [
      [families * 0.35, () => buy(agenda, chance.pick(chance.present()))] as const,
      ...[...WISHES, ...ACCOUNT_WISHES].map(
        ([rate, wish]) => [rate * families, () => wish(chance)] as const,
      ),
      ...TUTOR_WISHES.map(([rate, wish]) => [rate, () => wish(chance)] as const),
    ];
    for (const [perWeek, intent] of wishes)
      for (let count = chance.often(perWeek / 7); count > 0; count -= 1) {
        const isEvening = isSunday || chance.hits(0.6);
        const hour = isEvening ? chance.between(17, 22.5) : chance.between(7, 24);
        agenda.at(midnight + hour * HOUR, intent);
      }
    planLuck(agenda, date, midnight);
    planLastDays(agenda, date);
    if (chance.hits(1 / 30)) planUnpaid(agenda, midnight);
    for (const lesson of business.lessons.values())
      if (ukDate(lesson.start) === date) planLessonDay(agenda, lesson);
      else if (ukDate(lesson.start) === addDays(date, 1)) planDayBefore(agenda, lesson);
  }

  #planTerm(date: string): void {
    const lessons: string[] = [];
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
      if (!this.#agenda.business.lessons.has(lesson))
        this.#agenda.do(at + index * 2000, {
          do: 'plan lesson',
          lesson,
          spots: spots + (index % 3) - 1,
        });
  }
}
