// What is going to be done, in the order of time.
import type { Business } from '../oracle/business.ts';
import { Chance, type Wish } from './chance.ts';

/** Chooses an act when its time has come; null when there is nothing to do after all. */
type Intent = () => Wish | null;

export class Agenda {
  readonly business: Business;
  readonly chance: Chance;
  /** The UK date on which no email arrives. */
  withoutMail = '';
  readonly #names = new Map<string, number>();
  readonly #queue: { at: number; intent: Intent }[] = [];

  constructor(seed: number, business: Business) {
    this.business = business;
    this.chance = new Chance(seed, business);
  }

  /** A new name: 'f1', 'f2'. */
  name(kind: 'f' | 'e' | 'pay'): string {
    const number = (this.#names.get(kind) ?? 0) + 1;
    this.#names.set(kind, number);
    return `${kind}${number}`;
  }

  at(at: number, intent: Intent): void {
    const time = Math.round(at / 1000) * 1000;
    const index = this.#queue.findLastIndex((other) => other.at <= time);
    this.#queue.splice(index + 1, 0, { at: time, intent });
  }

  do(at: number, wish: Wish): void {
    this.at(at, () => wish);
  }

  /** What is to be done next, if its time is before the end. */
  takeBefore(end: number): { at: number; wish: Wish | null } | null {
    const next = this.#queue[0];
    if (next === undefined || next.at >= end) return null;
    this.#queue.shift();
    this.chance.now = next.at;
    return { at: next.at, wish: next.intent() };
  }
}
