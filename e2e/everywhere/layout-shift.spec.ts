// Buttons that are disabled for a while say why without moving anything.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { holdBack } from '../api.ts';
import { expectReadable } from '../checks.ts';
import { emptySaturday, inDays, lessonButton, visit } from '../journey.ts';
import { lessonList, nextLesson } from '../pages/family-home.ts';
import { duplicateButton, openPlanner, plannerPath } from '../pages/planner.ts';
import { openDashboard, search, stat } from '../pages/tutor-dashboard.ts';
import { test } from '../test.ts';

declare global {
  interface Window {
    /** The shifts that the browser recorded, outside of the lists that are meant to change. */
    readonly moved?: string[];
  }
}

/**
 * The elements that may change: lists, their placeholders, and what is below them: the dashboard's
 * last parts and the footer.
 */
const CHANGING =
  'table, ul, ol, footer, .squared, [aria-labelledby="first-steps"], [aria-labelledby="comparison"], [aria-labelledby="funnel"]';

/**
 * Records every shift from now on, including those right after a key press, which the usual sum
 * omits.
 */
async function watchShifts(page: Page): Promise<void> {
  await page.evaluate((changing) => {
    interface Shift extends PerformanceEntry {
      readonly sources: readonly { readonly node: Node | null }[];
    }
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((seen) => {
      for (const { sources } of seen.getEntries() as Shift[])
        for (const { node } of sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          const isChanging = element?.closest(changing) ?? element?.querySelector('footer');
          if (element && !isChanging) moved.push(element.outerHTML.slice(0, 200));
        }
    }).observe({ type: 'layout-shift' });
  }, CHANGING);
}

/** The window positions of everything that must stay, once the page has settled. */
async function places(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    const fixed = document.querySelectorAll(
      'main h1, main header button, nav a, search input, search select, dl',
    );
    return [...fixed].map((element) => {
      const { x, y, width } = element.getBoundingClientRect();
      const name =
        element.tagName === 'DL' ? element.querySelector('dt')?.textContent : element.textContent;
      return `${name} at ${x}, ${y}, ${width} wide`;
    });
  });
}

const shifts = (page: Page) => page.evaluate(() => window.moved);

test("keeps a family's home in place while it loads @phone", async ({ page, site }) => {
  const family = await site.newFamily({ credits: 1 });
  const lesson = (await family.readLessons()).find(
    ({ Date: date, topic, availableSpots }) =>
      date > inDays(1) && topic !== null && availableSpots > 0,
  );
  await family.book(lesson ?? { id: '' });
  await family.signIn();
  const letGo = await holdBack(page, endpoints.listLessons);
  await visit(page, paths.familyHome);
  await expect(page.getByText('Loading lessons')).toBeAttached();
  const lessons = lessonList(page);
  const before = await lessons.boundingBox();
  letGo();
  await expect(nextLesson(page)).toContainText(lesson?.Lesson_Name ?? '');
  const after = await lessons.boundingBox();
  // The card's own lines differ; the first row must not jump by more than one of them.
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(32);
  expect(after?.x).toBe(before?.x);
});

test("keeps the planner's header in an empty week @both", async ({ page, tutor, site }) => {
  const lesson = await site.newLesson({ Date: emptySaturday(2) });
  await openPlanner(tutor, lesson.Date);
  await expect(lessonButton(page, lesson)).toBeVisible();
  const duplicate = duplicateButton(page);
  await expect(duplicate).toHaveAccessibleDescription('');
  const before = await places(page);
  await watchShifts(page);
  await page.getByRole('link', { name: 'Next week' }).click();
  await expect(duplicate).toBeDisabled();
  await expect(duplicate).toHaveAccessibleDescription('No lessons to duplicate.');
  expect(await places(page)).toEqual(before);
  expect(await shifts(page)).toEqual([]);
  await expectReadable(page, 'empty-week');
  await visit(page, plannerPath(lesson.Date));
  await expect(duplicate).toBeEnabled();
  expect(await places(page)).toEqual(before);
});

test('keeps the dashboard unchanged as somebody types a search @both', async ({ page, tutor }) => {
  await openDashboard(tutor);
  await expect(stat(page, 'Total Customers')).toHaveText(/\d/);
  // As far down as a phone's keyboard would push it.
  await search(page).evaluate((element) =>
    element.scrollIntoView({ block: 'start', behavior: 'instant' }),
  );
  await search(page).focus();
  const before = await places(page);
  const scrolledTo = await page.evaluate(() => scrollY);
  await watchShifts(page);
  for (const letter of 'nobody') {
    await page.keyboard.type(letter);
    expect(await places(page)).toEqual(before);
  }
  await expect(page.getByText('No enquiries found')).toBeVisible();
  const exporting = page.getByRole('button', { name: 'Export CSV' });
  await expect(exporting).toHaveAccessibleDescription('Nothing to export.');
  expect(await places(page)).toEqual(before);
  expect(await page.evaluate(() => scrollY)).toBe(scrolledTo);
  expect(await shifts(page)).toEqual([]);
  await expectReadable(page, 'nothing-found');
});

test('keeps the form beneath a free lesson in place @both', async ({ page, family, tutor }) => {
  await tutor.open(`${paths.adminFamilies}?student=${family.user.id}`);
  await page.getByRole('button', { name: 'Give or take credits' }).click();
  const amount = page.getByLabel('Credits', { exact: true });
  await expect(amount).toBeVisible();
  const grant = page.getByRole('button', { name: 'Grant free first lesson' });
  const distance = async () => {
    const [above, below] = await Promise.all([grant.boundingBox(), amount.boundingBox()]);
    return Math.round((below?.y ?? 0) - (above?.y ?? 0));
  };
  const before = await distance();
  await grant.click();
  const granted = 'The free first lesson has been granted already.';
  await expect(grant).toHaveAccessibleDescription(granted);
  expect(await distance()).toBe(before);
});
