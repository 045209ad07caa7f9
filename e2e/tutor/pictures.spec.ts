// The tutor gives the site a portrait and a look: by keyboard, and on a phone. Visitors see both.
import { expect } from '@playwright/test';
import sharp from 'sharp';

import { paths } from '../../domain/paths.ts';
import { expectReadable, watch } from '../checks.ts';
import { visit } from '../journey.ts';
import { tabAndPress, tabAndPressButton, tabTo } from '../keyboard.ts';
import { expectSaved, part } from '../pages/site-editor.ts';
import { testAlone } from '../test.ts';

const test = testAlone();

/** A photograph of a phone: on its side, and larger than any file that is served. */
const photo = async () => ({
  name: 'IMG_0001.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: { width: 1600, height: 1200, channels: 3, background: '#4a7' },
  })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer(),
});
const heic = {
  name: 'IMG_0002.HEIC',
  mimeType: 'image/heic',
  buffer: Buffer.from('....ftypheic'),
};

const ALT = 'Ada at a whiteboard';

test('uploads, crops and describes a portrait by keyboard', async ({ page, tutor }) => {
  test.slow();
  watch(page);
  await tutor.open(paths.adminSite);
  await tabAndPress(part(page, 'About you'));
  const file = page.getByLabel('Choose a picture: Portrait');
  await file.setInputFiles(heic);
  await expect(page.getByText('This is a HEIC picture.')).toBeVisible();
  await file.setInputFiles(await photo());
  const dialog = page.getByRole('dialog', { name: 'Portrait' });
  await expect(dialog.getByRole('img', { name: 'The part that is kept' })).toBeVisible();
  // As when a tablet is turned.
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(page.getByRole('tab', { name: 'Preview', includeHidden: true })).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  await dialog.getByRole('slider', { name: 'Zoom' }).focus();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await tabAndPressButton(page, 'Use this picture');
  const description = page.getByLabel('Description of the portrait');
  await expect(description).toBeFocused({ timeout: 30_000 });
  await expectSaved(page);

  await tabAndPress(page.getByRole('button', { name: 'Publish' }));
  await expect(page.getByText('Describe the picture for people who cannot see it')).toBeVisible();
  await expect(description).toBeFocused();
  await page.keyboard.type(ALT);
  await expectSaved(page);
  await tabAndPress(page.getByRole('button', { name: 'Publish' }));
  await expect(page.getByRole('dialog', { name: 'Publish' })).toContainText(ALT);
  await tabTo(page, page.getByLabel('Note'));
  await page.keyboard.type('A portrait');
  await tabAndPressButton(page, 'Publish these changes');
  await expect(page.getByText('Version 1 is published.')).toBeVisible();
  await tabAndPress(page.getByRole('button', { name: 'Earlier versions' }));
  await expect(page.getByRole('listitem').filter({ hasText: 'Version 1' })).toContainText(
    'A portrait',
  );

  await expect.poll(async () => (await page.request.get(paths.home)).text()).toContain(ALT);
  await visit(page, paths.home);
  const picture = page.getByRole('img', { name: ALT });
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toBeVisible();
  const { width, height, source } = await picture.evaluate((image: HTMLImageElement) => ({
    width: image.naturalWidth,
    height: image.naturalHeight,
    source: image.currentSrc,
  }));
  expect(source).toContain('.avif');
  expect(width / height).toBeCloseTo(4 / 5, 1);
});

test('uploads a portrait from a phone, and takes it away again @phone', async ({ page, tutor }) => {
  test.slow();
  watch(page);
  await tutor.open(paths.adminSite);
  await part(page, 'About you').click();
  await page.getByLabel('Choose a picture: Portrait').setInputFiles(await photo());
  await expectReadable(page, 'crop on a phone');
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await page.getByLabel('Description of the portrait').fill(ALT);
  await expectSaved(page);
  await page.getByRole('tab', { name: 'Preview' }).click();
  const preview = page.frameLocator('iframe[title="Preview of the home page"]');
  await expect(preview.getByRole('img', { name: ALT })).toBeVisible();
  await page.getByRole('tab', { name: 'Words' }).click();
  await page.getByRole('button', { name: 'Remove: Portrait' }).click();
  await expect(page.getByLabel('Choose a picture: Portrait')).toBeFocused();
  // The draft says what the sample says once more.
  await expectSaved(page, 'Nothing to publish');
});

test('takes a portrait off the site, and back with its version', async ({ page, tutor }) => {
  test.slow();
  watch(page);
  await tutor.open(paths.adminSite);
  await part(page, 'About you').click();
  const publish = async () => {
    await expectSaved(page);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Publish these changes' }).click();
  };
  await page.getByLabel('Choose a picture: Portrait').setInputFiles(await photo());
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await page.getByLabel('Description of the portrait').fill(ALT);
  await publish();
  await expect(page.getByText('Version 1 is published.')).toBeVisible();
  const inEditor = page.getByRole('group', { name: 'Portrait' }).getByRole('img', { name: ALT });
  const address = await inEditor.evaluate((image: HTMLImageElement) => image.currentSrc);
  expect((await page.request.get(address)).status()).toBe(200);
  await page.getByRole('button', { name: 'Remove: Portrait' }).click();
  await publish();
  await expect(page.getByText('Version 2 is published.')).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(404);

  await page.getByRole('button', { name: 'Earlier versions' }).click();
  await page.getByRole('button', { name: 'Look at Version 1' }).click();
  const earlier = page.getByRole('dialog', { name: 'Version 1' }).frameLocator('iframe');
  await expect(earlier.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(earlier.getByRole('img', { name: ALT })).toHaveCount(0);
  await page.getByRole('button', { name: 'Take back Version 1' }).click();
  await expect(page.getByText('Version 1 is your draft now.')).toBeVisible();
  const preview = page.frameLocator('iframe[title="Preview of the home page"]');
  await expect(preview.getByRole('img', { name: ALT })).toBeVisible();
  await expect(inEditor).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(200);
});

test('shows another colour and no figure', async ({ page, tutor }) => {
  watch(page);
  await tutor.open(paths.adminSite);
  const preview = page.frameLocator('iframe[title="Preview of the home page"]');
  await part(page, 'Name').click();
  await page.getByLabel('Colour').selectOption('Teal');
  await expect(preview.locator('html')).toHaveAttribute('data-accent', 'teal');
  await part(page, 'First screen').click();
  await page.getByRole('switch', { name: 'Show the figure of two slits' }).click();
  await expect(preview.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(preview.getByRole('region', { name: 'Fig. 1' })).toHaveCount(0);
  await expectSaved(page);
});
