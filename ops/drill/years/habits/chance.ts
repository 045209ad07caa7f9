// A seeded random source, and who and what it hits on.
import type { Act, PersonName } from '../acts.ts';
import type { Business } from '../oracle/business.ts';
import { type Booking, type Family, type Lesson, type Student, active } from '../oracle/things.ts';
import { DAY } from '../oracle/uk-time.ts';

/** An act without its time. */
export type Wish = Act extends infer One ? (One extends Act ? Omit<One, 'at'> : never) : never;

/** Wishes, each with how often it comes up in a week. */
export type Wishes = readonly (readonly [number, (chance: Chance) => Wish | null])[];

/** Mulberry32: small, quick, and the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export class Chance {
  readonly business: Business;
  readonly #random: () => number;
  /** The time of the act that is chosen. */
  now = 0;

  constructor(seed: number, business: Business) {
    this.#random = randomFrom(seed);
    this.business = business;
  }

  hits(probability: number): boolean {
    return this.#random() < probability;
  }

  between(from: number, to: number): number {
    return from + this.#random() * (to - from);
  }

  whole(from: number, to: number): number {
    return Math.floor(this.between(from, to + 1));
  }

  /** A whole number whose mean is the given one. */
  often(mean: number): number {
    return Math.floor(mean) + (this.hits(mean % 1) ? 1 : 0);
  }

  pick<One>(from: readonly One[]): One | null {
    return from[Math.floor(this.#random() * from.length)] ?? null;
  }

  present(): Family[] {
    return [...this.business.families.values()].filter(({ deleted }) => !deleted);
  }

  /** Lessons that start within so many days. */
  ahead(days: number): Lesson[] {
    return [...this.business.lessons.values()].filter(
      ({ start, deleted }) => start > this.now && start < this.now + days * DAY && !deleted,
    );
  }

  /** A family and one of its students, now and then one who was removed. */
  child(): { family: Family; student: Student } | null {
    const family = this.pick(this.present());
    const children = family?.students.filter(({ present }) => present || this.hits(0.1));
    const student = this.pick(children ?? []);
    return family === null || student === null ? null : { family, student };
  }

  booking(): Booking | null {
    const lesson = this.pick(this.ahead(15).filter((one) => active(one).length > 0));
    return lesson === null ? null : this.pick(active(lesson));
  }

  /** Somebody who acts for the student: a parent, or often a student with a sign-in. */
  by(family: Family, student: Student): PersonName {
    if (student.hasSignIn && this.hits(0.5)) return student.name;
    return this.pick(family.parents)?.name ?? `${family.name}.p1`;
  }
}
