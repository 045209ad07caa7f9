// The pages of the account: what each is called and holds, for parents and for students, and where
// the sections are that were once parts of one page.
import { paths, type PagePath } from '../../../domain/paths.ts';
import type { FamilyUser } from '../../../domain/people/account.ts';
import type { Place } from '../../frames/place-links.tsx';

const ofParents: readonly Place[] = [
  {
    path: paths.accountFamily,
    name: 'Family',
    text: 'Who pays and who learns, who can sign in, and your contact details',
  },
  {
    path: paths.accountPayments,
    name: 'Payments and invoices',
    text: 'What you have paid, and where each credit went',
  },
  {
    path: paths.accountCalendar,
    name: 'Calendar and reminders',
    text: 'Lessons in your own calendar, and emails before they start',
  },
  { path: paths.accountSignIn, name: 'Sign-in', text: 'Your email and password' },
  {
    path: paths.accountData,
    name: 'Data and leaving',
    text: 'Download everything, or delete the account',
  },
];

/** A student sees no money, and nothing of the family. */
const ofStudents: readonly Place[] = [
  { path: paths.accountCalendar, name: 'Calendar', text: 'Your lessons in your own calendar' },
  { path: paths.accountSignIn, name: 'Sign-in', text: 'Your password' },
  { path: paths.accountData, name: 'About you', text: 'What is stored, and who sees it' },
];

export const placesOf = (role: FamilyUser['role'] | undefined): readonly Place[] =>
  role === 'student' ? ofStudents : ofParents;

/** The section with a parent's own details, on the page of the family. */
export const DETAILS_ANCHOR = 'details';

/** Earlier emails and bookmarks link to these sections of /account. */
const formerSections: ReadonlyMap<string, PagePath> = new Map([
  ['#family', paths.accountFamily],
  [`#${DETAILS_ANCHOR}`, paths.accountFamily],
  ['#credits', paths.accountPayments],
  ['#payments', paths.accountPayments],
  ['#calendar', paths.accountCalendar],
  ['#reminders', paths.accountCalendar],
  ['#password', paths.accountSignIn],
  ['#data', paths.accountData],
  ['#leave', paths.accountData],
]);

/** Where a section of the former page is, with its anchor; null for any other hash. */
export function formerSectionPath(hash: string): string | null {
  const page = formerSections.get(hash);
  return page === undefined ? null : page + hash;
}
