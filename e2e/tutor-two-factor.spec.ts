// Two-factor authentication of the tutor, on a demo of its own: on, signing in with codes, off.
import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';

import { paths } from '../domain/paths.ts';
import { RECOVERY_CODES } from '../domain/two-factor.ts';
import { DEMO_ADMIN } from '../sandbox/seed.ts';
import { expectReadable } from './checks.ts';
import { toast, visit } from './journey.ts';
import { testAlone } from './test.ts';

const test = testAlone();
/** The code in the phone's app, `periods` of 30 seconds from now. */
const codeOf = (secret: string, periods: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + periods * 30_000,
  });

async function enterPassword(page: Page) {
  await page.getByLabel('Email', { exact: true }).fill(DEMO_ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_ADMIN.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test(
  'is switched on under Account, required at the next sign-in, and switched off again',
  { tag: '@phone' },
  async ({ page, ownDemo }, info) => {
    await visit(page, paths.adminAccount);
    await enterPassword(page);
    await page.getByRole('button', { name: 'Switch on' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill('not this one');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('The current password is not correct')).toBeVisible();
    await dialog.getByLabel('Current password').fill(DEMO_ADMIN.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(
      dialog.getByRole('img', { name: 'QR code for your authenticator app' }),
    ).toBeVisible();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('qr-code.png') });
    const key = (await dialog.locator('code').textContent()) ?? '';
    expect(key).toMatch(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/);
    const secret = key.replaceAll(' ', '');
    await dialog.getByLabel('Code', { exact: true }).fill('12345');
    await dialog.getByRole('button', { name: 'Switch on' }).click();
    await expect(
      dialog.getByText('Enter the 6 digits that your authenticator app shows'),
    ).toBeVisible();
    await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, 0));
    await dialog.getByRole('button', { name: 'Switch on' }).click();

    const codes = page
      .getByRole('alertdialog', { name: 'Your recovery codes' })
      .getByRole('listitem');
    await expect(codes).toHaveCount(RECOVERY_CODES);
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('recovery-codes.png') });
    const [recovery = '', another = ''] = await codes.allTextContents();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
    await expectReadable(page);
    await page.getByRole('button', { name: 'Logout' }).click();

    // The password alone leads to the code, in a field that takes the focus.
    await enterPassword(page);
    const code = page.getByLabel('Authentication code');
    await expect(code).toBeFocused();
    await expect(toast(page, 'Login Failed')).toBeHidden();
    await code.fill('000000x');
    await code.press('Enter');
    await expect(toast(page, 'Login Failed')).toContainText(
      'This code is not valid. Please try the next one.',
    );
    await code.fill(codeOf(secret, 1));
    await code.press('Enter');
    // Back to the page where the sign-out happened.
    await expect(page).toHaveURL(paths.adminAccount);

    await page.getByRole('button', { name: 'Logout' }).click();
    await enterPassword(page);
    await code.fill(recovery.toUpperCase());
    await code.press('Enter');
    await expect(page.getByText('9 recovery codes are left.')).toBeVisible();

    await page.getByRole('button', { name: 'Switch off' }).click();
    await dialog.getByLabel('Current password').fill(DEMO_ADMIN.password);
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await expect(
      dialog.getByText('Enter a code from your authenticator app, or a recovery code'),
    ).toBeVisible();
    await expectReadable(page);
    await dialog.getByLabel('Authentication code').fill(recovery);
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await expect(
      dialog.getByText('This code is not valid. Please try the next one.'),
    ).toBeVisible();
    await dialog.getByLabel('Authentication code').fill(another);
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await expect(page.getByText('Signing in needs your password alone.')).toBeVisible();

    await page.getByRole('link', { name: 'Activity' }).click();
    for (const entry of ['Two-factor off', 'Two-factor on'])
      await expect(page.getByText(entry, { exact: true })).toBeVisible();

    await expect(async () => {
      const subjects = (await ownDemo.emails(DEMO_ADMIN.email)).map((email) =>
        /^Subject: (.*)$/m.exec(email)?.[1]?.trim(),
      );
      for (const change of [
        'Two-factor authentication was switched on',
        'A recovery code was used',
        'Two-factor authentication was switched off',
      ])
        expect(subjects).toContain(change);
    }).toPass();
  },
);

test(
  'requires the old password and the new one twice to change the password',
  { tag: '@desktop' },
  async ({ page }) => {
    await visit(page, paths.adminAccount);
    await enterPassword(page);
    const form = page.getByRole('form', { name: 'Change password' });
    await form.getByLabel('Current password').fill('not this one');
    await form.getByLabel('New password').fill(DEMO_ADMIN.password);
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(form.getByText('The current password is not correct')).toBeVisible();
    await form.getByLabel('Current password').fill(DEMO_ADMIN.password);
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(toast(page, 'Password Changed')).toBeVisible();
    await expect(form.getByLabel('New password')).toHaveValue('');
  },
);
