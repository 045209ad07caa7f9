// Buttons that do not take the focus when they are tapped, as on iPhones.
import { expect } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { the } from './screen.ts';
import { test } from './test.ts';

const buyButton = the('button', 'Buy Credits');
const dialog = the('dialog', 'Buy Credits');

test('a tap shows no ring, and focus returns to the tapped button', async ({ phone, family }) => {
  await phone.signIn('student-session', family);
  await phone.openTwice(paths.familyHome);
  await phone.tapAsOnIphones();
  await phone.click(buyButton);
  await phone.expectFocus(the('heading', 'Buy Credits', dialog));
  expect(await phone.ringOf(the('heading', 'Buy Credits', dialog))).toBe('none');
  await phone.click(the('button', 'Close', dialog));
  await phone.expectGone(dialog);
  await phone.expectFocus(buyButton);
  expect(await phone.ringOf(buyButton)).toBe('none');
});

test('keys show where the focus is', async ({ phone, family }) => {
  await phone.signIn('student-session', family);
  await phone.openTwice(paths.familyHome);
  await phone.focus(buyButton);
  await phone.press('Enter');
  await phone.expectFocus(the('heading', 'Buy Credits', dialog));
  expect(await phone.ringOf(the('heading', 'Buy Credits', dialog))).toBe('solid');
  await phone.press('Escape');
  await phone.expectGone(dialog);
  await phone.expectFocus(buyButton);
  expect(await phone.ringOf(buyButton)).toBe('solid');
});
