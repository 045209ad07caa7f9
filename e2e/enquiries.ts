// The tutor's dashboard for journeys: its rows, its numbers, and made-up lists.
import type { Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import type { Enquiry } from '../domain/enquiry-list.ts';
import { paths } from '../domain/paths.ts';
import { signInAs, signInTutor, visit } from './journey.ts';

export const enquiryList = `**${endpoints.listEnquiries.path}`;
export const HOUR_MS = 3_600_000;

export async function openDashboard(page: Page): Promise<void> {
  await signInAs(page, await signInTutor(page.request), { audience: 'admin' });
  await visit(page, paths.adminDashboard);
}

/** The row of a wide screen or the card of a narrow one. */
export const rowOf = (page: Page, name: string) =>
  page
    .locator('tbody tr, main li')
    .filter({ has: page.getByRole('button', { name, exact: true }) });
export const stat = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).locator('dd');

/** A new enquiry, an hour old, with these changes. */
export const enquiry = (changes: Partial<Enquiry> & Pick<Enquiry, 'id'>): Enquiry => ({
  name: `Visitor ${changes.id}`,
  email: `visitor${changes.id}@example.com`,
  mobile: '07700 900123',
  year_class: 'year-12',
  created_at: new Date(Date.now() - HOUR_MS).toISOString(),
  status: 'new',
  note: '',
  answered_at: null,
  invitation: null,
  ...changes,
});

/** Serves these enquiries to the page as the whole list. */
export async function serveList(page: Page, customers: readonly Enquiry[]): Promise<void> {
  await page.route(enquiryList, (route) =>
    route.fulfill({ json: { success: true, customers, total: customers.length } }),
  );
}
