// How long data stays.
import { describe, expect, test } from 'vitest';

import {
  DEFAULT_RETENTION,
  enquiriesStayFrom,
  recordsStayFrom,
  retentionSchema,
} from './retention.ts';

const at = (instant: string) => Date.parse(instant);

describe('enquiriesStayFrom', () => {
  test.each([
    ['2026-11-25T03:30:00Z', 12, '2025-11-25'],
    ['2026-11-25T03:30:00Z', 1, '2026-10-25'],
    ['2026-11-25T03:30:00Z', 60, '2021-11-25'],
    ['2027-01-31T03:30:00Z', 1, '2026-12-31'],
    ['2027-03-31T03:30:00Z', 1, '2027-02-28'],
    ['2028-03-31T03:30:00Z', 1, '2028-02-29'],
    ['2028-02-29T03:30:00Z', 12, '2027-02-28'],
    ['2026-10-31T03:30:00Z', 1, '2026-09-30'],
    // In the UK it is the next day already.
    ['2026-06-30T23:00:00Z', 12, '2025-07-01'],
  ])('at %s, after %i months, is %s', (now, enquiries_months, date) => {
    expect(enquiriesStayFrom(at(now), { ...DEFAULT_RETENTION, enquiries_months })).toBe(date);
  });
});

describe('recordsStayFrom', () => {
  test.each([
    // Records of the tax year to 5 April 2027 are needed until 31 January 2033.
    ['2033-01-31T12:00:00Z', 6, '2026-04-06'],
    ['2033-04-05T22:59:59Z', 6, '2026-04-06'],
    ['2033-04-05T23:00:00Z', 6, '2027-04-06'],
    ['2033-12-31T12:00:00Z', 6, '2027-04-06'],
    ['2046-04-06T12:00:00Z', 20, '2026-04-06'],
  ])('at %s, after %i years, is %s', (now, invoices_years, date) => {
    expect(recordsStayFrom(at(now), { ...DEFAULT_RETENTION, invoices_years })).toBe(date);
  });
});

describe('retentionSchema', () => {
  const passes = (months: unknown, years: unknown) =>
    retentionSchema.safeParse({ enquiries_months: months, invoices_years: years }).success;
  test.each([
    [1, 6, true],
    [60, 20, true],
    [0, 6, false],
    [61, 6, false],
    [12, 5, false],
    [12, 21, false],
    [1.5, 6, false],
    ['12', 6, false],
    [12, undefined, false],
  ])('%s months and %s years: %s', (months, years, isValid) => {
    expect(passes(months, years)).toBe(isValid);
  });
});
