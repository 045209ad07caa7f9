// The tutor's list of families: its order and its filters.
import type { FamilySummary } from './family-record.ts';

export const familyColumns = ['student', 'year', 'next', 'last', 'credits'] as const;
export type FamilyColumn = (typeof familyColumns)[number];

export interface FamilyOrder {
  readonly column: FamilyColumn;
  readonly direction: 'ascending' | 'descending';
}

/** Whose lesson comes first is on top. */
export const NEXT_FIRST: FamilyOrder = { column: 'next', direction: 'ascending' };

const words = new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true });

/**
 * The start of the last lesson that somebody of the family attended, or of the running one, which
 * somebody has joined.
 */
export const lastSeenAt = ({ running_lesson, last_attended_at }: FamilySummary): string | null =>
  running_lesson?.joined === true ? running_lesson.starts_at : last_attended_at;

/** What a column sorts by; null stays at the end in both directions. */
function rankOf(family: FamilySummary, column: FamilyColumn): string | number | null {
  switch (column) {
    case 'student':
      return family.Student_Name;
    case 'year':
      return family.students.flatMap(({ year_class }) => year_class ?? []).toSorted()[0] ?? null;
    case 'next':
      return (family.running_lesson ?? family.next_lesson)?.starts_at ?? null;
    case 'last':
      return lastSeenAt(family);
    case 'credits':
      return family.Credits;
  }
}

/** Sorts by one column; ties and families without a value are sorted by their first student. */
export function sortFamilies(
  families: FamilySummary[],
  { column, direction }: FamilyOrder,
): FamilySummary[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return families
    .map((family) => ({ family, rank: rankOf(family, column) }))
    .toSorted((one, other) => {
      const byName = words.compare(one.family.Student_Name, other.family.Student_Name);
      if (one.rank === null || other.rank === null)
        return Number(one.rank === null) - Number(other.rank === null) || byName;
      return sign * compare(one.rank, other.rank) || byName;
    })
    .map(({ family }) => family);
}

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : words.compare(String(one), String(other));

export const familyFilters = ['out-of-credits', 'not-booked', 'new', 'finished'] as const;
export type FamilyFilter = (typeof familyFilters)[number];

/**
 * Whether a family belongs to the filter. A family in a lesson that runs is booked. It is new until
 * somebody has attended a lesson, and has finished if one of its students has finished school.
 */
export function passesFilter(family: FamilySummary, filter: FamilyFilter): boolean {
  switch (filter) {
    case 'out-of-credits':
      return family.Credits <= 0;
    case 'not-booked':
      return family.next_lesson === null && family.running_lesson === null;
    case 'new':
      return family.last_attended_at === null;
    case 'finished':
      return family.students.some(({ finished }) => finished);
  }
}
