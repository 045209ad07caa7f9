// The planner for journeys: its lessons, its dialogs and their fields.
import type { Locator, Page } from '@playwright/test';

import { paths, weekPath } from '../domain/paths.ts';
import { signInAs, signInTutor, visit } from './journey.ts';

export const MEETING_LINK = 'https://meet.example.com/planner';

export async function openPlanner(page: Page, monday: string): Promise<void> {
  await signInAs(page, await signInTutor(page.request), { audience: 'admin' });
  await visit(page, weekPath(paths.adminPlanner, monday));
}

export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Fills fields by their labels. */
export async function fillIn(
  form: Locator,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value);
}
