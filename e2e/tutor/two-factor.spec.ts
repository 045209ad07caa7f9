// Two-factor authentication of the tutor, on a demo of its own: on, signing in with codes, off.
import { expect, type Locator, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';

import { RECOVERY_CODES } from '../../domain/auth/two-factor.ts';
import { paths } from '../../domain/paths.ts';
import { DEMO_ADMIN } from '../../sandbox/seed.ts';
import { expectReadable } from '../checks.ts';
import { expectProblem, expectToast, fillIn, toast, visit } from '../journey.ts';
import { signInAsTutor } from '../pages/sign-in.ts';
import { logTutorOut, openGroups, openPage } from '../pages/tutor-dashboard.ts';
import { testAlone } from '../test.ts';

const test = testAlone();
/** The code in the phone's app, `periods` of 30 seconds from now. */
const codeOf = (secret: string, periods: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + periods * 30_000,
  });

/** Enters the password in the dialog, and goes on with this button. */
async function goOn(dialog: Locator, password: string, name: string) {
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name }).click();
}

/** Enters an authentication code on the sign-in page. */
async function enterCode(page: Page, code: string) {
  await page.getByLabel('Authentication code').fill(code);
  await page.getByLabel('Authentication code').press('Enter');
}

test('turns two-factor sign-in on and off, and asks for a code @phone', async ({ page, site }) => {
  await visit(page, paths.adminAccountSignIn);
  await signInAsTutor(page);
  await page.getByRole('button', { name: 'Switch on' }).click();
  const dialog = page.getByRole('dialog');
  await goOn(dialog, 'not this one', 'Continue');
  await expect(dialog.getByText('The current password is not correct')).toBeVisible();
  await goOn(dialog, DEMO_ADMIN.password, 'Continue');
  const qrCode = dialog.getByRole('img', { name: 'QR code for your authenticator app' });
  await expect(qrCode).toBeVisible();
  await expectReadable(page, 'qr-code');
  const key = (await dialog.locator('code').textContent()) ?? '';
  expect(key).toMatch(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/);
  const secret = key.replaceAll(' ', '');
  await dialog.getByLabel('Code', { exact: true }).fill('12345');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  const six = dialog.getByText('Enter the 6 digits that your authenticator app shows');
  await expect(six).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, 0));
  await dialog.getByRole('button', { name: 'Switch on' }).click();

  const codesDialog = page.getByRole('alertdialog', { name: 'Your recovery codes' });
  const codes = codesDialog.getByRole('listitem');
  await expect(codes).toHaveCount(RECOVERY_CODES);
  await expectReadable(page, 'recovery-codes');
  const [recovery = '', another = ''] = await codes.allTextContents();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  await expectReadable(page);
  await logTutorOut(page);

  // The password alone leads to the code, in a field that takes the focus.
  await signInAsTutor(page);
  await expect(page.getByLabel('Authentication code')).toBeFocused();
  await expect(toast(page, 'Login Failed')).toBeHidden();
  await enterCode(page, '000000x');
  await expectProblem(page, 'Login Failed', 'This code is not valid. Please try the next one.');
  await enterCode(page, codeOf(secret, 1));
  // Back to the page where the sign-out happened.
  await expect(page).toHaveURL(paths.adminAccountSignIn);

  await logTutorOut(page);
  await signInAsTutor(page);
  await enterCode(page, recovery.toUpperCase());
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();

  await page.getByRole('button', { name: 'Switch off' }).click();
  await goOn(dialog, DEMO_ADMIN.password, 'Switch off');
  const either = 'Enter a code from your authenticator app, or a recovery code';
  await expect(dialog.getByText(either)).toBeVisible();
  await expectReadable(page);
  await dialog.getByLabel('Authentication code').fill(recovery);
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect(dialog.getByText('This code is not valid. Please try the next one.')).toBeVisible();
  await dialog.getByLabel('Authentication code').fill(another);
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('Signing in needs your password alone.')).toBeVisible();

  await openPage(page, 'Activity');
  await openGroups(page);
  for (const entry of ['Two-factor off', 'Two-factor on'])
    await expect(page.getByText(entry, { exact: true })).toBeVisible();

  await expect(async () => {
    const subjects = (await site.emails(DEMO_ADMIN.email)).map((email) =>
      /^Subject: (.*)$/m.exec(email)?.[1]?.trim(),
    );
    for (const change of [
      'Two-factor authentication was switched on',
      'A recovery code was used',
      'Two-factor authentication was switched off',
    ])
      expect(subjects).toContain(change);
  }).toPass();
});

test('requires the old password and the new one twice', async ({ page }) => {
  await visit(page, paths.adminAccountSignIn);
  await signInAsTutor(page);
  const form = page.getByRole('form', { name: 'Change password' });
  await fillIn(form, { 'New password': DEMO_ADMIN.password });
  await goOn(form, 'not this one', 'Change password');
  await expect(form.getByText('The current password is not correct')).toBeVisible();
  await goOn(form, DEMO_ADMIN.password, 'Change password');
  await expectToast(page, 'Password changed');
  await expect(form.getByLabel('New password')).toHaveValue('');
});
