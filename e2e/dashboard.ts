// Locators for the family's dashboard.
import type { Locator, Page } from '@playwright/test';

import { paths, weekPath } from '../domain/paths.ts';
import { lessonButton, visit } from './journey.ts';

/** The number on one of the cards. */
export function card(page: Page, label: string): Locator {
  return page.locator('dl').filter({ hasText: label }).locator('dd').first();
}

/** Opens the lesson's week and its details. */
export async function openLesson(
  page: Page,
  lesson: { readonly Date: string; readonly Lesson_Name: string },
): Promise<Locator> {
  await visit(page, weekPath(paths.userHome, lesson.Date));
  await lessonButton(page, lesson.Lesson_Name).click();
  return page.getByRole('dialog', { name: lesson.Lesson_Name });
}
