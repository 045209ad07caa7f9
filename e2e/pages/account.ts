// The account pages of families and of the tutor.
import { expect, type Page } from '@playwright/test';

import { fillIn, PASSWORD } from '../journey.ts';

export const contactDetails = (page: Page) => page.getByRole('form', { name: 'Contact details' });
export const saveDetails = (page: Page) =>
  contactDetails(page).getByRole('button', { name: 'Save details' }).click();

export const calendar = (page: Page) => page.getByRole('region', { name: 'Calendar' });
export const subscribe = (page: Page) =>
  calendar(page).getByRole('button', { name: 'Subscribe' }).click();

export const group = (page: Page, name: 'Parents' | 'Students') =>
  page.getByRole('region', { name });
/** A person or an invitation, by its text. */
export const person = (page: Page, words: string) =>
  page
    .getByRole('region', { name: /^(Parents|Students)$/ })
    .getByRole('listitem')
    .filter({ hasText: words });

/** Whether a student may book. */
export const bookingRight = (page: Page) =>
  page.getByRole('switch', { name: 'May book and cancel lessons' });

export const inviteParentButton = (page: Page) =>
  page.getByRole('button', { name: 'Invite a second parent' });
/** The form on the page of an invitation. */
export const invitation = (page: Page) => page.getByRole('form', { name: 'Accept the invitation' });
export const acceptButton = (page: Page) =>
  page.getByRole('button', { name: 'Accept the invitation' });

export const withdrawButton = (page: Page, email: string) =>
  page.getByRole('button', { name: `Withdraw the invitation to ${email}` });

export async function acceptWithPassword(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await acceptButton(page).click();
}

/** Invites a second parent, soon after signing in. */
export async function sendInvitation(page: Page, email: string): Promise<void> {
  await inviteParentButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a second parent' });
  await expect(dialog.getByLabel('Their email')).toBeFocused();
  await fillIn(dialog, { 'Their email': email });
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
}
