// The accounting year, its quarters, and sums that lose no penny.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { addDays } from '../time.ts';
import {
  accountingYear,
  addUp,
  type BookLine,
  booksOf,
  lineKinds,
  quarterKinds,
  bookSumOf,
} from './books.ts';

const line = (date: string, changes: Partial<BookLine> = {}): BookLine => ({
  date,
  what: 'payment',
  invoice: '2026-0001',
  gross: 3000,
  fee: 65,
  net: 2935,
  differs: false,
  ...changes,
});

test.each([
  ['tax', '2026-04-05', '2025-04-06', '2026-04-05'],
  ['tax', '2026-04-06', '2026-04-06', '2027-04-05'],
  ['tax', '2026-12-31', '2026-04-06', '2027-04-05'],
  ['tax', '2027-01-01', '2026-04-06', '2027-04-05'],
  ['tax', '0001-01-01', '0000-04-06', '0001-04-05'],
  ['tax', '9999-12-31', '9999-04-06', '9999-12-31'],
  ['calendar', '2026-03-31', '2025-04-01', '2026-03-31'],
  ['calendar', '2026-04-01', '2026-04-01', '2027-03-31'],
] as const)('the %s year of %s is %s to %s', (kind, date, from, to) => {
  expect(accountingYear(date, kind)).toEqual({ from, to });
});

// Quarters and deadlines: gov.uk, 'Using Making Tax Digital for Income Tax', 'Send quarterly
// updates', November 2026.
test.each([
  [
    'tax',
    [
      ['2026-04-06', '2026-07-05', '2026-08-07'],
      ['2026-07-06', '2026-10-05', '2026-11-07'],
      ['2026-10-06', '2027-01-05', '2027-02-07'],
      ['2027-01-06', '2027-04-05', '2027-05-07'],
    ],
  ],
  [
    'calendar',
    [
      ['2026-04-01', '2026-06-30', '2026-08-07'],
      ['2026-07-01', '2026-09-30', '2026-11-07'],
      ['2026-10-01', '2026-12-31', '2027-02-07'],
      ['2027-01-01', '2027-03-31', '2027-05-07'],
    ],
  ],
] as const)('the quarters of a %s year', (kind, expected) => {
  const { quarters } = booksOf([], accountingYear('2026-11-29', kind), kind);
  expect(quarters.map(({ from, to, due_on }) => [from, to, due_on])).toEqual(expected);
});

test('cuts quarters to the dates, and adds up the year from its first day', () => {
  const lines = [
    line('2026-04-06', { gross: 1, fee: null, net: null }),
    line('2026-07-05', { gross: 10, fee: 1, net: 9 }),
    line('2026-07-06', { gross: 100, fee: 2, net: 98 }),
    line('2026-10-05', { what: 'refund', gross: -50, fee: 0, net: -50 }),
    line('2026-10-06', { gross: 1000, fee: 3, net: 997 }),
  ];
  const books = booksOf(lines, { from: '2026-07-05', to: '2026-10-05' }, 'tax');
  expect(books.quarters).toEqual([
    {
      from: '2026-07-05',
      to: '2026-07-05',
      due_on: '2026-08-07',
      own: { gross: 10, fees: 1, net: 9 },
      since_year_began: { gross: 11, fees: null, net: null },
    },
    {
      from: '2026-07-06',
      to: '2026-10-05',
      due_on: '2026-11-07',
      own: { gross: 50, fees: 2, net: 48 },
      since_year_began: { gross: 61, fees: null, net: null },
    },
  ]);
  expect(books.lines.map(({ gross }) => gross)).toEqual([10, 100, -50]);
  expect(books.totals).toEqual({ gross: 60, fees: 3, net: 57 });
});

test('begins each year anew where the dates touch two', () => {
  const lines = [line('2027-04-05', { gross: 7 }), line('2027-04-06', { gross: 5 })];
  const { quarters } = booksOf(lines, { from: '2027-04-05', to: '2027-04-06' }, 'tax');
  expect(quarters.map(({ since_year_began: { gross } }) => gross)).toEqual([7, 5]);
});

test('knows the quarters at the end of all dates', () => {
  const { quarters } = booksOf([], { from: '9999-01-01', to: '9999-12-31' }, 'calendar');
  expect(quarters.map(({ to }) => to)).toEqual([
    '9999-03-31',
    '9999-06-30',
    '9999-09-30',
    '9999-12-31',
  ]);
});

test('sums up no fees before all are known', () => {
  const unknown = line('2026-05-02', { fee: null, net: null });
  expect(bookSumOf([line('2026-05-01'), unknown])).toEqual({ gross: 6000, fees: null, net: null });
  expect(bookSumOf([])).toEqual({ gross: 0, fees: 0, net: 0 });
});

test('leaves lines of another currency out of the sums', () => {
  const foreign = line('2026-05-01', { gross: 999, fee: null, net: null, differs: true });
  expect(bookSumOf([foreign, line('2026-05-01')])).toEqual({ gross: 3000, fees: 65, net: 2935 });
});

const dates = fc.integer({ min: 0, max: 1000 }).map((days) => addDays('2025-01-01', days));
const lines = fc.array(
  fc
    .record({
      date: dates,
      what: fc.constantFrom(...lineKinds),
      gross: fc.integer({ min: -100_000, max: 100_000 }),
      fee: fc.option(fc.integer({ min: -2000, max: 2000 })),
      differs: fc.boolean(),
    })
    .map(({ fee, ...rest }) =>
      line(rest.date, { ...rest, fee, net: fee === null ? null : rest.gross - fee }),
    ),
  { maxLength: 60 },
);
const cut = fc
  .tuple(dates, fc.integer({ min: 0, max: 365 }))
  .map(([from, days]) => ({ from, to: addDays(from, days) }));

describe.each(quarterKinds)('of any history, %s quarters', (kind) => {
  const quartersOf = (all: readonly BookLine[], window: { from: string; to: string }) =>
    booksOf(all, window, kind);

  test('have every day of the dates in exactly one, and every penny', () => {
    fc.assert(
      fc.property(lines, cut, (all, window) => {
        const books = quartersOf(all, window);
        const { quarters, totals } = books;
        expect(quarters[0]?.from).toBe(window.from);
        expect(quarters.at(-1)?.to).toBe(window.to);
        for (const [position, { from }] of quarters.slice(1).entries())
          expect(from).toBe(addDays(quarters[position]?.to ?? '', 1));
        expect(totals).toEqual(bookSumOf(books.lines));
        for (const key of ['gross', 'fees', 'net'] as const)
          expect(addUp(quarters.map(({ own }) => own[key]))).toBe(totals[key]);
        const { gross, fees, net } = totals;
        expect(net).toBe(fees === null ? null : gross - fees);
      }),
    );
  });

  test('of a whole year add up to its running sum', () => {
    fc.assert(
      fc.property(lines, dates, (all, date) => {
        const { quarters, totals } = quartersOf(all, accountingYear(date, kind));
        expect(quarters).toHaveLength(4);
        expect(quarters.at(-1)?.since_year_began).toEqual(totals);
      }),
    );
  });
});
