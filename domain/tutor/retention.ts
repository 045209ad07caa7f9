// How long data stays: accounts that nobody uses, enquiries that led nowhere, and the records of
// families that have left.
import * as z from 'zod/mini';

import { isCalendarDate, ukDate } from '../time.ts';

/** How long an account stays that nobody has confirmed or used. */
export const UNUSED_ACCOUNT_DAYS = 60;

/** How long to store data after its last use. */
export const RETENTION = {
  enquiriesMonths: { min: 1, max: 60, default: 12 },
  invoicesYears: { min: 6, max: 20, default: 6 },
} as const;

const whole = (what: string, { min, max }: { min: number; max: number }) => {
  const error = `${what} must be a whole number from ${min} to ${max}`;
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }));
};

export const retentionSchema = z.object(
  {
    /** Months after the last contact. */
    enquiries_months: whole('Months', RETENTION.enquiriesMonths),
    /** Years after the end of the tax year in which the last record was made. */
    invoices_years: whole('Years', RETENTION.invoicesYears),
  },
  { error: 'Give months and years' },
);
export type Retention = z.infer<typeof retentionSchema>;

export const DEFAULT_RETENTION: Retention = {
  enquiries_months: RETENTION.enquiriesMonths.default,
  invoices_years: RETENTION.invoicesYears.default,
};

/**
 * Enquiries that led nowhere are deleted if their last contact was before this UK date. In a month
 * that is too short, it is the last day.
 */
export function enquiriesStayFrom(now: number, { enquiries_months }: Retention): string {
  const [year = 0, month = 0, day = 0] = ukDate(now).split('-').map(Number);
  const months = year * 12 + (month - 1) - enquiries_months;
  const prefix = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
  const dates = [day, 30, 29, 28].map((each) => `${prefix}-${String(each).padStart(2, '0')}`);
  return dates.find(isCalendarDate) ?? `${prefix}-28`;
}

/** The month and day on which a UK tax year begins. */
const TAX_YEAR_BEGINS = '-04-06';

/**
 * Records of money from this UK date on stay. It is the first day of a tax year: the law asks for
 * five years from the 31st of January after the end of the tax year, so six years from that end are
 * enough, and six years from a payment would not be.
 */
export function recordsStayFrom(now: number, { invoices_years }: Retention): string {
  const today = ukDate(now);
  const year = Number(today.slice(0, 4));
  const began = today >= `${year}${TAX_YEAR_BEGINS}` ? year : year - 1;
  return `${began - invoices_years}${TAX_YEAR_BEGINS}`;
}
