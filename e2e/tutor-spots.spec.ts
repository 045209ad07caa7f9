// The tutor's navigation: every page is visible, however narrow the window.
import { expect } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { expectReadable } from './checks.ts';
import { test } from './test.ts';

const places = ['Dashboard', 'Planner', 'Booked Lessons', 'Students', 'Activity', 'Account'];

test("shows all of the tutor's pages from 320 px", async ({ page, tutor }) => {
  const own = page.viewportSize() ?? { width: 1280, height: 800 };
  await tutor.open(paths.adminPlanner);
  const nav = page.getByRole('navigation', { name: "Tutor's area" });
  await expect(nav.getByRole('link', { name: 'Account' })).toBeVisible();
  const names = await nav.getByRole('link').allTextContents();
  expect(names).toEqual(expect.arrayContaining(places));
  for (const width of [320, 360, 640, 768, own.width]) {
    await page.setViewportSize({ ...own, width });
    for (const name of names) {
      const link = nav.getByRole('link', { name });
      await expect(link, `${name} at ${width} px`).toBeInViewport({ ratio: 1 });
      const box = await link.boundingBox();
      expect(box?.height, `${name} at ${width} px`).toBeGreaterThanOrEqual(44);
    }
  }
  await page.setViewportSize(own);
  await expectReadable(page);
  await nav.getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL(paths.adminAccount);
  await expect(nav.getByRole('link', { name: 'Account' })).toHaveAttribute('aria-current', 'page');
});
