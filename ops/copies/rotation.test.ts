// Which dated copies stay when backups rotate.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { chooseKept, instantIn, type Keep, nameOf, readKeep } from './rotation.ts';

const at = (...instants: readonly string[]) =>
  instants.map((instant) => ({ at: Date.parse(instant) }));
const keptOf = (instants: readonly string[], keep: string) =>
  chooseKept(at(...instants), readKeep(keep)).map((copy) =>
    new Date(copy.at).toISOString().slice(0, 16),
  );

describe('readKeep', () => {
  test.each<[string, Keep]>([
    ['7d4w12m', { days: 7, weeks: 4, months: 12 }],
    ['12m7d', { days: 7, weeks: 0, months: 12 }],
    ['1d', { days: 1, weeks: 0, months: 0 }],
    ['999w', { days: 0, weeks: 999, months: 0 }],
  ])('reads %s', (text, keep) => {
    expect(readKeep(text)).toEqual(keep);
  });

  test.each([
    ['', 'does not say how long'],
    ['d', 'does not say how long'],
    ['-7d', 'does not say how long'],
    [' 7d', 'does not say how long'],
    ['7', 'has to end with d, w or m'],
    ['7y', 'has to end with d, w or m'],
    ['7D', 'has to end with d, w or m'],
    ['7d 4w', 'has to end with d, w or m'],
    ['1.5d', 'has to end with d, w or m'],
    ['7d2d', 'gives the days twice'],
    ['0d', 'a number from 1 to 999'],
    ['7d0w', 'a number from 1 to 999'],
    ['1000m', 'a number from 1 to 999'],
  ])("refuses '%s'", (text, reason) => {
    expect(() => readKeep(text)).toThrow(reason);
    expect(() => readKeep(text)).toThrow('Write it like 7d4w12m');
  });
});

describe('names of copies', () => {
  test('have the instant, in whole seconds', () => {
    const now = Date.parse('2026-11-25T21:08:22.987Z');
    expect(nameOf(now, 'db')).toBe('lessons-2026-11-25T21-08-22Z.db');
    expect(instantIn('lessons-2026-11-25T21-08-22Z.db', 'db')).toBe(now - 987);
  });

  test.each([
    'lessons-2026-11-25T21-08-22Z.dump',
    'lessons-2026-11-25T21-08-22Z.db.0123456789ab.part',
    'lessons-2026-02-30T21-08-22Z.db',
    'lessons-2026-11-25T24-00-00Z.db',
    'lessons-2026-11-25.db',
    'my-lessons-2026-11-25T21-08-22Z.db',
    'app.db',
  ])('are not %s', (name) => {
    expect(instantIn(name, 'db')).toBeNull();
  });
});

describe('chooseKept', () => {
  test.each<[string, readonly string[], string, readonly string[]]>([
    ['nothing without copies', [], '7d4w12m', []],
    [
      'the newest of a day',
      ['2026-11-25T03:00Z', '2026-11-25T21:00Z', '2026-11-25T12:00Z'],
      '7d',
      ['2026-11-25T21:00'],
    ],
    [
      'as many days as asked for, and not one more',
      ['2026-11-25T03:00Z', '2026-11-24T03:00Z', '2026-11-23T03:00Z'],
      '2d',
      ['2026-11-25T03:00', '2026-11-24T03:00'],
    ],
    [
      'UK days: in summer they begin at 23:00 UTC',
      ['2026-07-01T22:59Z', '2026-07-01T23:00Z'],
      '2d',
      ['2026-07-01T23:00', '2026-07-01T22:59'],
    ],
    [
      'days that have copies, whatever lies between',
      ['2026-11-25T03:00Z', '2026-08-01T03:00Z', '2025-01-01T03:00Z'],
      '2d',
      ['2026-11-25T03:00', '2026-08-01T03:00'],
    ],
    [
      'the newest of a week from Monday to Sunday',
      ['2026-11-23T03:00Z', '2026-11-22T03:00Z', '2026-11-16T03:00Z', '2026-11-15T03:00Z'],
      '3w',
      ['2026-11-23T03:00', '2026-11-22T03:00', '2026-11-15T03:00'],
    ],
    [
      'one week across the end of a year',
      ['2027-01-03T03:00Z', '2026-12-28T03:00Z', '2026-12-27T03:00Z'],
      '2w',
      ['2027-01-03T03:00', '2026-12-27T03:00'],
    ],
    [
      'the newest of a month in the UK',
      ['2026-06-30T22:30Z', '2026-06-30T23:30Z', '2026-05-02T03:00Z', '2026-05-01T03:00Z'],
      '3m',
      ['2026-06-30T23:30', '2026-06-30T22:30', '2026-05-02T03:00'],
    ],
    [
      'a copy that any unit wants',
      ['2026-11-25T03:00Z', '2026-11-24T03:00Z', '2026-11-22T03:00Z', '2026-10-31T03:00Z'],
      '1d2w2m',
      ['2026-11-25T03:00', '2026-11-22T03:00', '2026-10-31T03:00'],
    ],
  ])('keeps %s', (_, copies, keep, kept) => {
    expect(keptOf(copies, keep)).toEqual(kept);
  });

  const anyCopies = fc.array(
    fc
      .date({
        min: new Date('2025-01-01T00:00:00Z'),
        max: new Date('2027-12-31T00:00:00Z'),
        noInvalidDate: true,
      })
      .map((date) => ({ at: date.getTime() })),
    { maxLength: 80 },
  );
  const few = fc.nat({ max: 14 });
  const anyKeep = fc.record({ days: few, weeks: few, months: few });

  test('keeps the newest always, nothing twice, and all that it has chosen once', () => {
    fc.assert(
      fc.property(anyCopies, anyKeep, (copies, keep) => {
        const kept = chooseKept(copies, keep);
        expect(chooseKept(kept, keep)).toEqual(kept);
        expect(new Set(kept).size).toBe(kept.length);
        expect(kept.length).toBeLessThanOrEqual(keep.days + keep.weeks + keep.months + 1);
        if (copies.length > 0) expect(kept[0]?.at).toBe(Math.max(...copies.map((copy) => copy.at)));
      }),
    );
  });

  test('leaves the same copies when it runs after each backup as when it runs once', () => {
    fc.assert(
      fc.property(anyCopies, anyKeep, (copies, keep) => {
        const oldestFirst = copies.toSorted((one, other) => one.at - other.at);
        let left: (typeof copies)[number][] = [];
        for (const copy of oldestFirst) left = chooseKept([...left, copy], keep);
        const instants = (some: { at: number }[]) => new Set(some.map((copy) => copy.at));
        expect(instants(left)).toEqual(instants(chooseKept(copies, keep)));
      }),
    );
  });
});
