// A family's home page.
import type { Locator, Page } from '@playwright/test';

/** The number on one of the cards. */
export const card = (page: Page, label: string): Locator =>
  page.locator('dl').filter({ hasText: label }).locator('dd').first();

export const credits = (page: Page) => card(page, 'Credits Remaining');

/** The card of the next lesson. */
export const nextLesson = (page: Page) => page.getByRole('region', { name: 'Next lesson' });
export const firstLesson = (page: Page) =>
  page.getByRole('region', { name: 'Choose your first lesson' });
/** The way to the free first lesson. */
export const freeLesson = (page: Page) =>
  page.getByRole('region', { name: 'Your first lesson is free' });
/** Books the next lesson with an open spot. */
export const bookFreeButton = (page: Page) =>
  freeLesson(page)
    .getByRole('button', { name: /^Book free: \w+ \d+ \w+, \d\d:\d\d/ })
    .first();
/** The dialog that sells credits. */
export const buyCreditsDialog = (page: Page) => page.getByRole('dialog', { name: 'Buy Credits' });

/** The lessons ahead on a phone, or the week. */
export const lessonList = (page: Page) => page.getByRole('region', { name: 'Weekly lessons' });
/** The row of a lesson in the agenda. */
export const lessonRow = (page: Page, { Lesson_Name: lessonName }: { Lesson_Name: string }) =>
  lessonList(page).getByRole('listitem').filter({ hasText: lessonName });
/** The button of a row that books with one tap; `name` as in 'Book Kim'. */
export const rowButton = (row: Locator, name = 'Book') =>
  row.getByRole('button', { name: new RegExp(`^${name} (?!online)`) });
