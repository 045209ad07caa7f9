// The class on a scale: where the answers to a number stand on a ruler around the right value.
import { decimal, divide, exponentOf, type Fraction } from '../marking/fraction.ts';
import { amountIn } from '../marking/marking.ts';
import type { RightValue } from '../topics/item.ts';
import type { TypedValues } from './typed-values.ts';

/** A place on the ruler, from 0 at its left end to 1. */
type Place = number;

interface Tick {
  readonly at: Place;
  readonly label: string;
  /** Raised after the label: a power of ten. */
  readonly power: number | null;
}

export interface Dot {
  readonly at: Place;
  /** How many dots are beneath it. */
  readonly level: number;
}

export interface Scale {
  /** The labels are in units of ten to this power. */
  readonly power: number;
  readonly ticks: readonly Tick[];
  /** The right value, and the ends of its tolerance. */
  readonly right: { readonly at: Place; readonly from: Place; readonly to: Place };
  /** A dot for each answer, from left to right. */
  readonly dots: readonly Dot[];
  /** Those of the first round, while a second one runs. */
  readonly earlier: readonly Dot[];
  /** Where a value would stand. */
  readonly placeOf: (value: { value: string; unit: string }) => Place;
}

/** The ruler is logarithmic when the answers span more than this ratio. */
const LINEAR_RATIO = 100;
/** Free space at both ends, as a part of what stands between them. */
const MARGIN = 0.06;
/** Dots closer than this stand on top of each other. */
const DOT_WIDTH = 1 / 24;

export function scaleOf(right: RightValue, values: TypedValues, earlier: TypedValues = []): Scale {
  const amountOf = (value: { value: string; unit: string }) =>
    toNumber(amountIn(right.unit, value));
  const target = amountOf({ value: right.value, unit: '' });
  const margin = (Math.abs(target) * right.tolerance_percent) / 100;
  const amounts = [target, ...[...values, ...earlier].map(amountOf)];
  const sizes = amounts.filter((amount) => amount !== 0).map(Math.abs);
  const smallest = Math.min(...sizes);
  const isLogarithmic = Math.max(...sizes) / smallest > LINEAR_RATIO;
  // Zero is one power of ten beneath the smallest size, and negative values are its mirror image.
  const bend = (amount: number) =>
    isLogarithmic && amount !== 0
      ? Math.sign(amount) * (1 + Math.log10(Math.abs(amount) / smallest))
      : amount;
  const bent = [...amounts, target - margin, target + margin].map(bend);
  const [low, high] = widen(Math.min(...bent), Math.max(...bent));
  const place = (amount: number): Place => (bend(amount) - low) / (high - low);
  const dotsOf = (all: TypedValues) =>
    pile(all.flatMap((value) => Array<Place>(value.count).fill(place(amountOf(value)))));
  const { power, ticks } = isLogarithmic
    ? { power: 0, ticks: ticksOfPowers(amounts, smallest) }
    : ticksOfSteps(low, high);
  return {
    power,
    ticks: ticks.map(({ amount, ...tick }) => ({ ...tick, at: place(amount) })),
    right: { at: place(target), from: place(target - margin), to: place(target + margin) },
    dots: dotsOf(values),
    earlier: dotsOf(earlier),
    placeOf: (value) => place(amountOf(value)),
  };
}

/** Near enough for a drawing. */
const FIGURES = 15;
/** What is beyond this power of ten stands at it, so that ratios of two numbers are finite. */
const MAX_POWER = 150;

function toNumber(value: Fraction): number {
  const size = exponentOf(value);
  const { top, bottom } = divide(value, decimal(1n, size - FIGURES));
  const power = Math.max(-MAX_POWER, Math.min(MAX_POWER, size));
  return Number(`${top / bottom}e${power - FIGURES}`);
}

/** The ends of the ruler; equal values stand in its middle. */
function widen(low: number, high: number): [number, number] {
  const space = high === low ? Math.abs(low) / 10 || 1 : (high - low) * MARGIN;
  return [low - space, high + space];
}

/** Piles up dots that would cover each other. */
function pile(places: Place[]): Dot[] {
  const last: Place[] = [];
  return places
    .toSorted((one, other) => one - other)
    .map((at) => {
      const free = last.findIndex((before) => at - before >= DOT_WIDTH);
      const level = free === -1 ? last.length : free;
      last[level] = at;
      return { at, level };
    });
}

interface TickAt extends Omit<Tick, 'at'> {
  readonly amount: number;
}

const withMinus = (text: string) => text.replace('-', '−');

/** Labels are plain from hundredths to thousands; beyond, all of them share a power of ten. */
const PLAIN = { from: -2, to: 3 } as const;
const isPlain = (power: number) => power >= PLAIN.from && power <= PLAIN.to;

const MAX_STEPS = 5;

function ticksOfSteps(low: number, high: number): { power: number; ticks: TickAt[] } {
  const raw = (high - low) / MAX_STEPS;
  const ten = Math.floor(Math.log10(raw));
  const digit = [1, 2, 5, 10].find((one) => one * 10 ** ten >= raw * (1 - 1e-9)) ?? 10;
  const step = digit * 10 ** ten;
  const largest = Math.floor(Math.log10(Math.max(Math.abs(low), Math.abs(high))));
  const power = isPlain(largest) ? 0 : largest;
  const decimals = Math.max(0, power - ten - (digit === 10 ? 1 : 0));
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  const ticks = Array.from({ length: count }, (_, index) => {
    const amount = (first + index) * step;
    const label = withMinus((amount / 10 ** power).toFixed(decimals));
    return { amount, label, power: null };
  });
  return { power, ticks };
}

/** Powers of ten, about five of them. */
function ticksOfPowers(amounts: readonly number[], smallest: number): TickAt[] {
  const largestOf = (sign: 1 | -1) => Math.max(0, ...amounts.map((amount) => amount * sign));
  const from = Math.ceil(Math.log10(smallest));
  const powersTo = (largest: number) =>
    largest === 0 ? [] : range(from, Math.floor(Math.log10(largest)));
  const [up, down] = [powersTo(largestOf(1)), powersTo(largestOf(-1))];
  const every = Math.ceil((up.length + down.length) / 5);
  const everyNth = (powers: number[]) => powers.filter((power) => (power - from + 1) % every === 0);
  const areAllPlain = [...up, ...down].every(isPlain);
  const tick = (sign: '' | '-', power: number): TickAt => {
    const amount = Number(`${sign}1e${power}`);
    return areAllPlain
      ? { amount, label: withMinus(String(amount)), power: null }
      : { amount, label: withMinus(`${sign}10`), power };
  };
  const zero = { amount: 0, label: '0', power: null };
  return [
    ...everyNth(down)
      .map((power) => tick('-', power))
      .toReversed(),
    ...(Math.min(...amounts) <= 0 && Math.max(...amounts) >= 0 ? [zero] : []),
    ...everyNth(up).map((power) => tick('', power)),
  ];
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
