// The years of students, and the one that forms ask for. The landing page loads nothing else of
// school years.
import * as z from 'zod/mini';

import { ukDate } from './time.ts';

/** Whether forms ask for the year from September, as they do in July and August. */
export const asksFromSeptember = (now: number): boolean =>
  ['07', '08'].includes(ukDate(now).slice(5, 7));

/** The label of a field for the year, which is `usual` outside July and August. */
export const yearFieldLabel = (usual: string, now: number): string =>
  asksFromSeptember(now) ? 'Year from September' : usual;

export const yearClasses = ['year-10', 'year-11', 'year-12', 'year-13'] as const;
export type YearClass = (typeof yearClasses)[number];

/** 'Year 10' for 'year-10'. */
export function yearLabel(yearClass: YearClass): string {
  return `Year ${yearClass.slice('year-'.length)}`;
}

/** For a field of a form. */
export const yearOptions = yearClasses.map((year) => ({ value: year, label: yearLabel(year) }));

export const YEAR_MESSAGE = 'Please select a valid year class';
export const yearClass = z.enum(yearClasses, { error: YEAR_MESSAGE });
