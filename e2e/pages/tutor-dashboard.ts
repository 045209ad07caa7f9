// The tutor's dashboard: its rows, its numbers, an enquiry's dialogs, and made-up lists.
import { expect, type Locator, type Page } from '@playwright/test';

import { DEFAULT_BUSINESS } from '../../domain/business.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { Enquiry } from '../../domain/enquiries/enquiry-list.ts';
import { answerDueAt } from '../../domain/enquiries/enquiry.ts';
import { paths } from '../../domain/paths.ts';
import { schoolYearsAt } from '../../domain/school-year.ts';
import { HOUR_MS, toIso } from '../../domain/time.ts';
import { DEMO_ADMIN } from '../../sandbox/seed.ts';
import { urlOf } from '../api.ts';
import type { Tutor } from '../people.ts';

/** The instant this many hours ago. */
export const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

export const openDashboard = (tutor: Tutor) => tutor.open(paths.adminDashboard);

export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
/** The whole list of enquiries, and above it those that wait for an answer. */
export const enquiryList = (page: Page) => page.getByRole('region', { name: 'Customer enquiries' });
export const answerNow = (page: Page) => page.getByRole('region', { name: 'Answer now' });
/** The names of made-up enquiries, in order. */
export const visitors = (page: Page) => enquiryList(page).getByRole('button', { name: /^Visitor/ });
export const status = (page: Page, name: string) =>
  page.getByRole('combobox', { name: `Status of ${name}` });

/** The row of a wide screen or the card of a narrow one. */
export const rowOf = (page: Page, name: string) =>
  enquiryList(page)
    .locator('tbody tr, li')
    .filter({ has: page.getByRole('button', { name, exact: true }) });
export const stat = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).locator('dd');

/** The first number of the funnel. */
export const enquiredCount = (page: Page) =>
  page
    .getByRole('region', { name: 'From enquiry to lesson' })
    .getByRole('row', { name: /^Enquired/ })
    .getByRole('cell')
    .first();

/** The dialog of an enquiry that is searched for by its name. */
export async function openEnquiry(page: Page, name: string): Promise<Locator> {
  await search(page).fill(name);
  await rowOf(page, name).getByRole('button', { name, exact: true }).click();
  return page.getByRole('dialog', { name });
}

const OWN_PAGES = ['Account', 'Activity', 'Logout'];
const MONEY_PAGES = ['Payments', 'Figures'];

/** The button of the menu under the tutor's name. */
export const nameButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: DEMO_ADMIN.name, exact: true });

/** Opens the menu that has this entry, if the screen has no room for it. */
export async function openMenuOf(page: Page, name: string): Promise<void> {
  const button = (label: string) => page.getByRole('button', { name: label, exact: true });
  if (OWN_PAGES.includes(name)) return nameButton(page).click();
  if (await button('More').isVisible()) return button('More').click();
  if (MONEY_PAGES.includes(name)) await button('Money').click();
}

/** Opens a page of the tutor's area. */
export async function openPage(page: Page, name: string): Promise<void> {
  await openMenuOf(page, name);
  await page
    .getByRole('navigation', { name: /^Tutor's/ })
    .or(page.locator('[popover]'))
    .getByRole('link', { name, exact: true })
    .filter({ visible: true })
    .click();
}

export async function logTutorOut(page: Page): Promise<void> {
  await nameButton(page).click();
  await page.locator('[popover]').getByRole('button', { name: 'Logout' }).click();
}

/** Opens every line of the activity log that stands for several. */
export async function openGroups(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Show' })).toBeVisible();
  await page.locator('main details').evaluateAll((groups) => {
    for (const group of groups) group.setAttribute('open', '');
  });
}

export const inviteButton = (page: Page | Locator) => page.getByRole('button', { name: 'Invite' });
export const message = (page: Page) => page.getByLabel('Message', { exact: true });
export const proposal = (page: Page) => page.getByLabel('Propose a lesson');
export const sendButton = (page: Page) => page.getByRole('button', { name: /^Send to / });

/** A new enquiry, an hour old and promised an answer within a day, with these changes. */
export const enquiry = ({
  created_at = ago(1),
  ...changes
}: Partial<Enquiry> & Pick<Enquiry, 'id'>): Enquiry => ({
  name: `Visitor ${changes.id}`,
  email: `visitor${changes.id}@example.com`,
  mobile: '07700 900123',
  year_class: 'year-12',
  year_said_in: schoolYearsAt(Date.parse(created_at)).inForms,
  created_at,
  status: 'new',
  note: '',
  answer_due_at: toIso(answerDueAt(Date.parse(created_at), DEFAULT_BUSINESS.response_hours)),
  answered_at: null,
  invitation: null,
  ...changes,
});

/** Serves these enquiries to the page as the whole list. */
export async function serveList(page: Page, customers: Enquiry[]): Promise<void> {
  await page.route(urlOf(endpoints.listEnquiries), (route) =>
    route.fulfill({ json: { success: true, customers, total: customers.length } }),
  );
}
