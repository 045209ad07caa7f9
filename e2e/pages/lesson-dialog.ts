// A lesson's details in the family's area, and the parts that open from it.
import { expect, type Locator, type Page } from '@playwright/test';

import { lessonPath, paths, weekPath } from '../../domain/paths.ts';
import { formatDate, mondayOf } from '../../domain/time.ts';
import { lessonButton, question, visit } from '../journey.ts';

interface NamedLesson {
  readonly Date: string;
  readonly Lesson_Name: string;
}

export const lessonDialog = (
  page: Page,
  { Lesson_Name: lessonName }: Pick<NamedLesson, 'Lesson_Name'>,
) => page.getByRole('dialog', { name: lessonName });

/** Opens the lesson's week and its details. */
export async function openLesson(page: Page, lesson: NamedLesson): Promise<Locator> {
  await visit(page, weekPath(paths.familyHome, lesson.Date));
  // The next weekends may have a lesson of the same name.
  await lessonButton(page, lesson)
    .filter({ hasText: `${formatDate(lesson.Date, 'short')}, ` })
    .first()
    .click();
  return lessonDialog(page, lesson);
}

/** The address of the lesson's details. */
export const pathOf = ({ id, Date: date }: { id: string; Date: string }) =>
  lessonPath(mondayOf(date), id);

export const bookButton = (dialog: Locator) =>
  dialog.getByRole('button', { name: /^(Also book|Book) .*1 credit$/ });
export const freeButton = (dialog: Locator) => dialog.getByRole('button', { name: /^Book free/ });
export const cancelButton = (dialog: Locator) =>
  dialog.getByRole('button', { name: 'Cancel booking' });
export const buyButton = (dialog: Locator | Page) =>
  dialog.getByRole('button', { name: 'Buy 1 credit and book' });
/** The link of a lesson that has opened. */
export const joinLink = (place: Locator) => place.getByRole('link', { name: 'Join the meeting' });
/** The link before it opens, to keep. */
export const earlyLink = (place: Locator) => place.getByRole('link', { name: 'Join link' });
export const forStudent = (dialog: Locator, name: string) => dialog.getByRole('radio', { name });

/** What the dialog says has just happened; the message would repeat it. */
export const expectMoment = (page: Page, title: string, words = '') =>
  expect(
    page.getByRole('dialog').getByRole('heading', { name: `${title} ${words}` }),
  ).toBeVisible();

/** The radio button that is checked. */
export const chosenRadio = (page: Page) =>
  page.getByRole('dialog').getByRole('radio', { checked: true });

export const expectJoinLink = (place: Locator) =>
  expect(earlyLink(place)).toHaveAttribute('href', /^\/join\/[\w-]{43}$/);

/** Cancels the only booking, or the one whose button has this name, and confirms it. */
export async function cancelBooking(page: Page, name = 'Cancel booking'): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await question(page).getByRole('button', { name: 'Cancel booking' }).click();
}

const MOVE = 'Move booking';
const KEEP = 'Keep this time every week';

/** The part that moves a booking. */
const moving = (page: Page) => page.getByRole('dialog', { name: MOVE });

/** Opens the part for the only booking, or the one whose button has this name. */
export async function openMoving(dialog: Locator, name = 'Move'): Promise<Locator> {
  await dialog.getByRole('button', { name, exact: true }).click();
  return moving(dialog.page());
}

/** Chooses the lesson to move to, and moves the booking. */
export async function moveTo(
  page: Page,
  { Lesson_Name: lessonName }: Pick<NamedLesson, 'Lesson_Name'>,
) {
  await moving(page).getByRole('radio', { name: lessonName }).check();
  await moving(page)
    .getByRole('button', { name: /^Move .*to/ })
    .click();
}

export const keepButton = (dialog: Locator) =>
  dialog.getByRole('button', { name: /^Book every \w+day at \d\d:\d\d$/ });

/** Opens the part that books several weeks. */
export async function openWeekly(dialog: Locator): Promise<Locator> {
  await keepButton(dialog).click();
  return dialog.page().getByRole('dialog', { name: KEEP });
}
