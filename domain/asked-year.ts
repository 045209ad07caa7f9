// Which school year forms ask about. The landing page loads this and nothing else of school years.
import { ukDate } from './time.ts';

/** Whether forms ask for the year from September, as they do in July and August. */
export const asksFromSeptember = (now: number): boolean =>
  ['07', '08'].includes(ukDate(now).slice(5, 7));

/** The label of a field for the year, which is `usual` outside July and August. */
export const yearFieldLabel = (usual: string, now: number): string =>
  asksFromSeptember(now) ? 'Year from September' : usual;
