// Text at twice the usual size on a phone: no page moves sideways.
import { expect, type Page } from '@playwright/test';

import { familyPath, paths, roomPath, tutorRoomPath } from '../../domain/paths.ts';
import { expectNothingBeyond, whenReady } from '../checks.ts';
import { pathOf } from '../pages/lesson-dialog.ts';
import { test } from '../test.ts';

/** Twice the size that browsers start with. */
const FONT_PX = 32;

/** Enlarges the text as the browser's own settings do. */
async function enlargeText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard: FONT_PX, fixed: FONT_PX } });
}

test.use({ viewport: { width: 360, height: 740 } });

/** Pages that anybody can open. */
const publicPages = [
  paths.home,
  paths.signUp,
  `${paths.signUp}?week=2027-06-28&lesson=1`,
  paths.signIn,
] as const;

for (const path of publicPages)
  test(`keeps ${path} within the screen @phone`, async ({ page }) => {
    await enlargeText(page);
    await page.goto(path);
    await whenReady(page);
    const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    expect(size).toBe(`${FONT_PX}px`);
    await expectNothingBeyond(page);
    // Errors make the forms wider, if anything does.
    await page.locator('main form [type="submit"]').first().click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    await expectNothingBeyond(page);
  });

test("keeps a family's pages within the screen @phone", async ({ page, site }) => {
  test.slow();
  const studentName = 'Maximiliana Featherstonehaugh-Cholmondeley';
  const family = await site.newFamily({ credits: 2, Student_Name: studentName });
  const lesson = await site.newLesson();
  await family.book(lesson);
  await enlargeText(page);
  await family.open(paths.familyHome);
  await expectWithin(page, [
    paths.familyHome,
    paths.account,
    paths.accountFamily,
    paths.accountPayments,
    paths.accountCalendar,
    paths.accountSignIn,
    paths.accountData,
    paths.practice,
    paths.paymentCancelled,
    pathOf(lesson),
    roomPath(lesson.id),
  ]);
});

test("keeps the tutor's pages within the screen @phone", async ({ page, site, tutor }) => {
  test.slow();
  const family = await site.newFamily({
    credits: 2,
    Student_Name: 'Maximiliana Featherstonehaugh-Cholmondeley',
  });
  const lesson = await site.newLesson();
  await family.book(lesson);
  await site.enquire({ name: 'Wilhelmina-Josephine Featherstonehaugh' });
  await enlargeText(page);
  await tutor.open(paths.adminDashboard);
  await expectWithin(page, [
    paths.adminDashboard,
    paths.adminLive,
    paths.adminPlanner,
    paths.bookedLessons,
    paths.adminFamilies,
    familyPath(family.user.id),
    paths.adminPayments,
    paths.adminTopics,
    paths.adminFigures,
    paths.adminActivity,
    `${paths.adminSite}?part=faq`,
    paths.adminAccount,
    paths.adminAccountBusiness,
    paths.adminAccountEnquiries,
    paths.adminAccountEmails,
    paths.adminAccountChats,
    paths.adminAccountCalendar,
    paths.adminAccountSignIn,
    tutorRoomPath(lesson.id),
  ]);
});

/** Opens each of these pages and expects nothing beside the screen. */
async function expectWithin(page: Page, addresses: string[]): Promise<void> {
  for (const address of addresses)
    await test.step(address, async () => {
      await page.goto(address);
      await whenReady(page);
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      await expect(page.locator('main')).toContainText(/\w/);
      await expectNothingBeyond(page);
    });
}
