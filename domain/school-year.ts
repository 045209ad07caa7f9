// School years: what a student's year is now, from what somebody said about it once. Nothing is
// rewritten when a school year ends.
import { ukDate } from './time.ts';
import { asksFromSeptember, type YearClass, yearClasses, yearLabel } from './year-class.ts';

/** A year with the school year in which it was said. Both are null if nobody has said one. */
export interface StatedYear {
  /** Null with `year_said_in`: said to have finished school. */
  readonly year_class: YearClass | null;
  /** 2026 stands for 1 September 2026 to 31 August 2027, UK time. */
  readonly year_said_in: number | null;
}

const monthOf = (date: string): number => Number(date.slice(5, 7));

/** The school year of an instant (epoch milliseconds). */
export function schoolYearOf(now: number): number {
  const date = ukDate(now);
  return Number(date.slice(0, 4)) - (monthOf(date) < 9 ? 1 : 0);
}

/** The current school year, and the one that forms ask about. */
export interface SchoolYears {
  readonly current: number;
  readonly inForms: number;
}

export function schoolYearsAt(now: number): SchoolYears {
  const current = schoolYearOf(now);
  return { current, inForms: asksFromSeptember(now) ? current + 1 : current };
}

/** What is stored of a year that somebody says at `now`; null for a student who has finished. */
export function sayYear<Year extends YearClass | null>(year_class: Year, now: number) {
  const { current, inForms } = schoolYearsAt(now);
  return { year_class, year_said_in: year_class === null ? current : inForms };
}

/** The year in a school year: one more for each that has passed, and none after Year 13. */
export function yearIn(
  { year_class, year_said_in }: StatedYear,
  schoolYear: number,
): { readonly year_class: YearClass | null; readonly finished: boolean } {
  if (year_said_in === null) return { year_class: null, finished: false };
  if (year_class === null) return { year_class: null, finished: true };
  const passed = Math.max(0, schoolYear - year_said_in);
  const year = yearClasses[yearClasses.indexOf(year_class) + passed] ?? null;
  return { year_class: year, finished: year === null };
}

/** The year at `now`; null if it is unknown, or after Year 13. */
export const yearAt = (statedYear: StatedYear, now: number): YearClass | null =>
  yearIn(statedYear, schoolYearOf(now)).year_class;

/** What answers say about a student's year. */
export function describeYear(statedYear: StatedYear, { current, inForms }: SchoolYears) {
  const { year_class, year_said_in } = statedYear;
  return {
    ...yearIn(statedYear, current),
    year_asked: yearIn(statedYear, inForms).year_class,
    year_to_confirm: year_class !== null && year_said_in !== null && year_said_in < current,
  };
}

/** The student of a family who is in the year of somebody's enquiry at `now`, or else the first. */
export function findByYear<Student extends ReturnType<typeof yearIn>>(
  students: readonly Student[],
  statedYear: StatedYear,
  now: number,
): Student | undefined {
  const { year_class, finished } = yearIn(statedYear, schoolYearOf(now));
  const isInIt = (one: Student) => one.year_class === year_class && one.finished === finished;
  return students.find(isInIt) ?? students[0];
}

/** Whether nobody has said the student's year, so that a form may ask for it. */
export const isYearUnknown = (student: {
  year_class: YearClass | null;
  finished: boolean;
}): boolean => student.year_class === null && !student.finished;

/** The year of an enquiry, which always has one, for a student whose year was said. */
export const enquirersYear = (year_class: YearClass | null, year_said_in: number) => ({
  year_class: year_class ?? LAST_YEAR,
  year_said_in: year_class === null ? year_said_in - 1 : year_said_in,
});

const LAST_YEAR = 'year-13';

/** 'Year 11', 'Finished school', 'Year not given'. */
export function yearWords({
  year_class,
  finished,
}: {
  year_class: YearClass | null;
  finished: boolean;
}): string {
  if (year_class !== null) return yearLabel(year_class);
  return finished ? 'Finished school' : 'Year not given';
}

/** The words for an enquirer's year of today, which is null only after Year 13. */
export const enquirersYearWords = (year_class: YearClass | null): string =>
  yearWords({ year_class, finished: year_class === null });
