// The dialog that plans a term.
import { expect, type Locator, type Page } from '@playwright/test';

export const termButton = (page: Page) => page.getByRole('button', { name: 'Plan a term' });
export const termDialog = (page: Page) => page.getByRole('dialog', { name: 'Plan a term' });

/** Opens the dialog and, on a phone, its lessons. */
export async function openTerm(page: Page): Promise<Locator> {
  await termButton(page).click();
  await expect(termDialog(page)).toBeVisible();
  const see = termDialog(page).getByRole('button', { name: /^See \d+ lessons?$/ });
  if (await see.isVisible()) await see.click();
  return termDialog(page);
}

/** The button that creates the term, with this number of lessons. */
export const createTermButton = (page: Page, lessons: number) =>
  termDialog(page).getByRole('button', { name: `Create ${lessons} lessons` });
