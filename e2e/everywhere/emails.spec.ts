// Every email of the demo's gallery: on a phone and a desktop, in both colour schemes.
import { expect } from '@playwright/test';

import { sampleEmails } from '../../sandbox/emails.ts';
import { startGallery } from '../../sandbox/gallery.ts';
import { sampleSender } from '../../sandbox/sender.ts';
import { expectAccessibleEmail, expectNothingBeyond } from '../checks.ts';
import { test } from '../test.ts';

const HEIGHT = 700;
const sender = sampleSender('https://lessons.example.com');
/** All emails share one layout; together these contain every part of it. */
const WITH_EVERYTHING = [
  'bookingConfirmedEmail',
  'bookingCancelledEmail',
  'lessonChangedEmail',
  'newEnquiryEmail',
  'receiptEmail',
];

for (const colorScheme of ['light', 'dark'] as const)
  test(`renders readable emails in ${colorScheme} that load nothing`, async ({ page }) => {
    // Every email, at two widths: up to a minute while five other journeys run.
    test.slow();
    const gallery = await startGallery(sender);
    const paths: string[] = [];
    page.on('request', (request) => paths.push(request.url()));
    try {
      await page.emulateMedia({ colorScheme });
      await page.goto(gallery.url);
      await expect(
        page.getByRole('link', { name: 'bookingConfirmedEmail', exact: true }),
      ).toBeVisible();
      for (const [name, { subject }] of Object.entries(sampleEmails)) {
        await page.goto(`${gallery.url}/${encodeURIComponent(name)}`);
        await expect(page).toHaveTitle(subject);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\S/);
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(subject);
        for (const width of [360, 640]) {
          await page.setViewportSize({ width, height: HEIGHT });
          await expectNothingBeyond(page);
          if (WITH_EVERYTHING.includes(name)) await expectAccessibleEmail(page);
        }
      }
      expect(paths.filter((url) => !url.startsWith(gallery.url))).toEqual([]);
    } finally {
      await gallery.close();
    }
  });
