// The whole of the tutor's own site in one go, by keyboard alone and on a phone: name, heading,
// price, two questions and a portrait. A visitor of a second server sees them, and a family's
// emails and invoice have them.
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';

import { paths } from '../../domain/paths.ts';
import { watch } from '../checks.ts';
import { visit } from '../journey.ts';
import { pressUntil } from '../keyboard.ts';
import { paidHeading, payButton } from '../pages/checkout.ts';
import { buyCreditsDialog } from '../pages/family-home.ts';
import { expectSaved, part } from '../pages/site-editor.ts';
import { testAlone } from '../test.ts';

const test = testAlone();

const NAME = 'Wave Lessons';
const HEADING = 'Light bends here.';
const QUESTIONS = ['Is there homework?', 'Do we need a textbook?'] as const;
const ALT = 'Ada at a whiteboard';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** How the tutor chooses and writes: with keys alone, or with a thumb. */
function handsOf(isMobile: boolean) {
  if (isMobile)
    return {
      choose: (target: Locator) => target.tap(),
      write: (field: Locator, text: string) => field.fill(text),
    };
  const reach = async (target: Locator) => {
    const isLater = await target.evaluate(
      (element) =>
        document.activeElement === null ||
        (document.activeElement.compareDocumentPosition(element) &
          Node.DOCUMENT_POSITION_PRECEDING) ===
          0,
    );
    await pressUntil(target, isLater ? 'Tab' : 'Shift+Tab');
  };
  return {
    choose: async (target: Locator) => {
      await reach(target);
      await target.page().keyboard.press('Enter');
    },
    write: async (field: Locator, text: string) => {
      await reach(field);
      await field.page().keyboard.press('ControlOrMeta+A');
      await field.page().keyboard.type(text);
    },
  };
}

test('publishes name, heading, price, questions and portrait @both', async ({
  page,
  host,
  tutor,
  site,
  browser,
  isMobile,
}) => {
  test.slow();
  watch(page);
  const { choose, write } = handsOf(isMobile);
  const second = await host.startSecond();
  const visitor = await browser.newPage();
  await visitor.goto(second);
  await expect(visitor.getByRole('heading', { level: 1 })).not.toHaveText(HEADING);

  await tutor.open(paths.adminAccountBusiness);
  const business = page.getByRole('form', { name: 'Business settings' });
  await write(business.getByLabel('Price in pounds').first(), '31.50');
  await choose(business.getByRole('button', { name: 'Save prices and times' }));
  await expect(page.getByText('Payments and bookings already under way')).toBeVisible();

  await visit(page, paths.adminSite);
  await choose(part(page, 'Name'));
  await write(page.getByLabel('Name of the business'), NAME);
  await choose(part(page, 'Invoices'));
  await write(page.getByLabel('Seller'), `Ada, trading as ${NAME}`);
  await choose(part(page, 'First screen'));
  await write(page.getByLabel('Heading'), HEADING);
  await choose(part(page, 'Questions'));
  for (const question of QUESTIONS) {
    await choose(button(page, 'Add a question'));
    await write(page.getByLabel('Question', { exact: true }), question);
    await write(page.getByLabel('Answer'), 'A little every week.');
  }
  await choose(part(page, 'About you'));
  await page.getByLabel('Choose a picture: Portrait').setInputFiles({
    name: 'IMG_0001.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#4a7' } })
      .jpeg()
      .toBuffer(),
  });
  await choose(button(page, 'Use this picture'));
  const description = page.getByLabel('Description of the portrait');
  await expect(description).toBeFocused({ timeout: 30_000 });
  await write(description, ALT);
  await expectSaved(page);

  await choose(button(page, 'Publish'));
  await choose(button(page, 'Publish these changes'));
  await expect(page.getByText('Version 1 is published.')).toBeVisible();
  await expect(async () => {
    await visitor.reload();
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(HEADING, { timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await expect(visitor).toHaveTitle(new RegExp(`^${NAME}`));
  await expect(visitor.getByText('£31.50 a lesson').first()).toBeVisible();
  await expect(visitor.getByRole('img', { name: ALT })).toHaveCount(1);
  for (const question of QUESTIONS) await expect(visitor.getByText(question)).toBeVisible();

  const family = await site.newFamily();
  await expect.poll(async () => (await site.emails(family.email)).join()).toContain(NAME);
  await family.open(`${paths.familyHome}?buy=credits`, visitor);
  await buyCreditsDialog(visitor)
    .getByRole('button', { name: /^1 credit.*£31\.50/ })
    .click();
  await buyCreditsDialog(visitor).getByRole('button', { name: 'Pay £31.50 by card' }).click();
  await payButton(visitor).click();
  await expect(paidHeading(visitor)).toBeVisible();
  await visitor.getByRole('link', { name: /^Invoice/ }).click();
  await expect(visitor.getByRole('main')).toContainText(NAME);
  await expect(visitor.getByRole('main')).toContainText('£31.50');

  await choose(button(page, 'Undo'));
  await expect(page.getByText('Undone: visitors see the words from before.')).toBeVisible();
  await expect(async () => {
    await visitor.goto(second);
    await expect(visitor.getByText('Physics that finally adds up.')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await expect(visitor.getByRole('img', { name: ALT })).toHaveCount(0);
  await visitor.close();
});
