// The landing page: its form and its parts.
import { expect, type Page } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { asksFromSeptember } from '../../domain/year-class.ts';
import { uniqueWord } from '../checks.ts';
import { visit } from '../journey.ts';

/** What the form calls the year today. */
export const yearLabel = asksFromSeptember(Date.now()) ? 'Year from September' : 'Year level';
export const yearField = (page: Page) => page.getByLabel(/^Year (level|from September)/);

/** A visitor that no other test uses. */
export const makeVisitor = () => {
  const word = uniqueWord();
  return {
    name: `Robin ${word}`,
    mobile: '07700 900456',
    email: `robin-${word}@example.com`,
    year: 'Year 12',
  };
};
export type Visitor = ReturnType<typeof makeVisitor>;

const YOUNG = /Young's two-slit experiment/;
/** The interference figure. */
export const drawing = (page: Page) => page.getByRole('img', { name: YOUNG });

/** Opens the page and waits until React owns it. */
export const openLanding = (page: Page) => visit(page, paths.home);

export const registerButton = (page: Page) =>
  page.getByRole('button', { name: 'Register Interest Now' });

export async function fillEnquiry(
  page: Page,
  { name, mobile, email, year }: Visitor,
): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Phone number (mobile)').fill(mobile);
  await page.getByLabel('Email').fill(email);
  await yearField(page).selectOption({ label: year });
}

export async function expectKept(page: Page, { name, mobile, email }: Visitor): Promise<void> {
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await expect(page.getByLabel('Phone number (mobile)')).toHaveValue(mobile);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(yearField(page)).toHaveValue('year-12');
}

export async function expectThanks(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Registration Successful!' })).toBeFocused();
  await expect(
    page.getByText(
      "Thank you for your interest. We'll contact you within 24 hours to discuss your physics tutoring needs.",
    ),
  ).toBeVisible();
}
