// The tutor writes the words of the site: by keyboard and on a phone, in two tabs and offline.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { urlOf } from '../api.ts';
import { expectReadable, watch } from '../checks.ts';
import { visit } from '../journey.ts';
import { pressUntil, tabAndPress, tabAndPressButton, tabTo } from '../keyboard.ts';
import { draft, expectSaved, part } from '../pages/site-editor.ts';
import { testAlone } from '../test.ts';

const test = testAlone();

const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the home page"]');

/** Expects visitors to read this on the home page, without a restart. */
const expectPublished = (page: Page, words: string) =>
  expect.poll(async () => (await page.request.get(paths.home)).text()).toContain(words);

test('publishes and undoes by keyboard alone', async ({ page, tutor }) => {
  test.slow();
  watch(page);
  await tutor.open(paths.adminSite);
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveAccessibleDescription(
    'Nothing to publish',
  );
  await tabAndPress(part(page, 'First screen'));
  await tabTo(page, page.getByLabel('Heading'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Physics for {price} a lesson.');
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText(
    'Physics for £30 a lesson.',
  );
  await expectSaved(page);
  await expect(part(page, 'First screen')).toHaveAccessibleName('First screen');
  await expectReadable(page, 'site');

  await tabAndPress(part(page, 'Questions'));
  await tabAndPressButton(page, 'Remove Do you offer one-on-one lessons?');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabAndPress(
    page.getByRole('button', { name: 'Move down: Do you offer one-on-one lessons?' }),
  );
  await expect(
    page.getByRole('button', { name: 'Move down: Do you offer one-on-one lessons?' }),
  ).toBeFocused();
  await tabAndPressButton(page, 'Add a question');
  await page.keyboard.type('Is there homework?');
  await expect(draft(page)).toHaveText('Not saved yet. One field has to be corrected.');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Answer')).toBeFocused();
  await page.keyboard.type('Practice questions, as many as you like.');
  await expectSaved(page);

  await pressUntil(page.getByRole('button', { name: 'Publish' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const changes = page.getByRole('dialog', { name: 'Publish' });
  await expect(changes).toContainText('Physics that finally adds up.');
  await expect(changes).toContainText('Physics for {price} a lesson.');
  await expect(changes).toContainText('Order: Questions');
  await expect(changes).not.toContainText('Reviews');
  await expectReadable(page, 'publish');
  await tabAndPressButton(page, 'Publish these changes');
  await expect(page.getByText('Version 1 is published.')).toBeVisible();
  await expectPublished(page, 'Physics for £30 a lesson.');
  await expectPublished(page, 'Is there homework?');
  await tabAndPressButton(page, 'Undo');
  await expect(page.getByText('Undone: visitors see the words from before.')).toBeVisible();
  await expectPublished(page, 'Physics that finally adds up.');
  await expect(draft(page)).toHaveText('Saved');

  const earlier = page.getByRole('button', { name: 'Earlier versions' });
  await pressUntil(earlier, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const versions = page.getByRole('dialog', { name: 'Earlier versions' });
  await expect(versions.getByRole('listitem')).toHaveCount(3);
  await tabAndPressButton(page, 'Look at Version 1');
  const previewFrame = page.getByRole('dialog', { name: 'Version 1' }).frameLocator('iframe');
  await expect(previewFrame.getByRole('heading', { level: 1 })).toHaveText(
    'Physics for £30 a lesson.',
  );
  await tabAndPressButton(page, 'Take back Version 1');
  await expect(page.getByText('Version 1 is your draft now.')).toBeVisible();
});

test('mends a typo on a phone @phone', async ({ page, tutor }) => {
  watch(page);
  await tutor.open(paths.adminSite);
  await part(page, 'Contact').click();
  await page.getByLabel('Email').fill('ada@example');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address');
  await page.getByLabel('Email').fill('ada@example.com');
  await expectSaved(page);
  await expectReadable(page, 'words');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await preview(page).getByRole('link', { name: 'ada@example.com' }).first().click();
  await expect(part(page, 'Contact')).toBeFocused();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expectReadable(page, 'publish');
  await page.getByRole('button', { name: 'Publish these changes' }).click();
  await expect(page.getByRole('link', { name: 'Open the page' })).toBeVisible();
  await expectPublished(page, 'ada@example.com');
});

test('shows two drafts that differ and overwrites neither', async ({ page, tutor }) => {
  await tutor.open(`${paths.adminSite}?part=site`);
  const other = await page.context().newPage();
  await visit(other, `${paths.adminSite}?part=site`);
  const name = (on: Page) => on.getByLabel('Name of the business');
  await name(page).fill('Ada’s Physics');
  await expectSaved(page);
  await name(other).fill('Physics with Ada');
  const collision = other.getByRole('region', { name: 'The draft has changed meanwhile' });
  await expect(collision).toContainText('Ada’s Physics');
  await expect(collision).toContainText('Physics with Ada');
  await expectReadable(other, 'collision');
  await collision.getByRole('button', { name: 'Keep mine' }).click();
  await expectSaved(other);
  await name(page).fill('Physics');
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await expect(name(page)).toHaveValue('Physics with Ada');
});

test('keeps the draft through a reload without a connection @phone', async ({ page, tutor }) => {
  await tutor.open(`${paths.adminSite}?part=hero`);
  const site = `${urlOf(endpoints.getSite)}**`;
  await page.route(site, (route) => route.abort());
  await page.getByLabel('Heading').fill('Kept on the sofa');
  await expect(draft(page)).toContainText('This device keeps your words.');
  await page.reload();
  await expect(page.getByLabel('Heading')).toHaveValue('Kept on the sofa');
  await expect(draft(page)).toContainText('Not saved yet.');
  await page.unroute(site);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expectSaved(page);
  const { site: saved } = await tutor.call(endpoints.getSite);
  expect(saved.draft.content.hero.heading).toBe('Kept on the sofa');
});
