// The planner: its weeks, its dialogs and their fields.
import type { Page } from '@playwright/test';

import { paths, weekPath } from '../../domain/paths.ts';
import { fillIn, lessonButton } from '../journey.ts';
import type { Tutor } from '../people.ts';

export const MEETING_LINK = 'https://meet.example.com/planner';

export const plannerPath = (monday: string) => weekPath(paths.adminPlanner, monday);
export const openPlanner = (tutor: Tutor, monday: string) => tutor.open(plannerPath(monday));

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
export const newLessonButton = (page: Page) =>
  page.getByRole('button', { name: 'Create New Lesson' });
export const newLessonDialog = (page: Page) => dialogOf(page, 'Create New Lesson');
/** A lesson's dialog, which opens on its students. */
export const lessonSheet = (page: Page, { Lesson_Name: lessonName }: { Lesson_Name: string }) =>
  dialogOf(page, lessonName);
export const editButton = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true });
export const lessonForm = (page: Page) => dialogOf(page, 'Edit lesson');
/** Opens the lesson's form. */
export async function openForm(page: Page, lesson: { Lesson_Name: string }) {
  await lessonButton(page, lesson).click();
  await editButton(page).click();
  return lessonForm(page);
}

export const duplicateButton = (page: Page) => page.getByRole('button', { name: 'Duplicate week' });
export const duplicateDialog = (page: Page) => dialogOf(page, 'Duplicate week');

export async function openNewLesson(page: Page) {
  await newLessonButton(page).click();
  return newLessonDialog(page);
}

/** Creates the lesson of the open dialog, with these fields. */
export async function createLesson(page: Page, values: Readonly<Record<string, string>> = {}) {
  await fillIn(newLessonDialog(page), values);
  await newLessonDialog(page).getByRole('button', { name: 'Create lesson' }).click();
}
export const saveLesson = (page: Page) =>
  lessonForm(page).getByRole('button', { name: 'Save changes' }).click();
export const deleteButton = (page: Page) =>
  lessonForm(page).getByRole('button', { name: 'Delete', exact: true });

/** The question before a lesson is deleted. */
export const deletion = (page: Page) => page.getByRole('alertdialog', { name: 'Delete lesson' });
export const confirmDeleteButton = (page: Page) =>
  deletion(page).getByRole('button', { name: 'Delete lesson' });

/** The button that plans a lesson at this time of a day, in words. */
export const slot = (page: Page, time: string, day: string) =>
  page.getByRole('button', { name: `Plan a lesson at ${time} on ${day}` });
