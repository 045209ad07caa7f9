// The planner as the journeys use it: a week of one's own, its lessons, its dialogs and their fields.
import { type Locator, type Page, test } from '@playwright/test';

import { paths, weekPath } from '../domain/paths.ts';
import { addDays, mondayOf, ukDate } from '../domain/time.ts';
import { signInAs, signInTutor, visit } from './journey.ts';

export const MEETING_LINK = 'https://meet.example.com/planner';

/** Beyond everything that the demo plans and the other journeys book. */
const FIRST_QUIET_WEEK = 80;
/** A lesson repeated as often as can be, and the weeks around it. */
const WEEKS_FOR_ONE_TEST = 30;
const TESTS_FOR_ONE_WORKER = 100;
let weeksGiven = 0;

/** The Monday of a week that no other test plans in, nor in the 29 weeks after it. */
export function quietWeek(): string {
  const given = test.info().workerIndex * TESTS_FOR_ONE_WORKER + weeksGiven;
  weeksGiven += 1;
  return mondayOf(addDays(ukDate(Date.now()), 7 * (FIRST_QUIET_WEEK + WEEKS_FOR_ONE_TEST * given)));
}

export async function openPlanner(page: Page, monday: string): Promise<void> {
  await signInAs(page, await signInTutor(page.request), { audience: 'admin' });
  await visit(page, weekPath(paths.adminPlanner, monday));
}

export const lessonButton = (page: Page, name: string) => page.getByRole('button', { name });
export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Fills fields by their labels. */
export async function fillIn(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value);
}
