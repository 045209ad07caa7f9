// Replies to enquiries: templates and automatic invitations, set by the tutor.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { urlOf } from '../api.ts';
import { expectReadable, watch } from '../checks.ts';
import { expectToast, question, visit } from '../journey.ts';
import { tabAndPressButton, tabTo } from '../keyboard.ts';
import { enquiredCount, openDashboard, openEnquiry, rowOf } from '../pages/tutor-dashboard.ts';
import { testAlone } from '../test.ts';

const test = testAlone();

const names = (page: Page) => page.getByRole('button', { name: /^Edit / });
const dialog = (page: Page, name = 'Edit template') => page.getByRole('dialog', { name });

test('edits templates by keyboard alone', async ({ page, tutor }) => {
  // A long page, tabbed through from its start many times.
  test.slow();
  watch(page);
  await tutor.open(paths.adminAccountEnquiries);
  await expect(names(page)).toHaveCount(3);
  await expectReadable(page, 'settings');

  await tabAndPressButton(page, 'Add a template');
  const adding = dialog(page, 'Add a template');
  await tabTo(page, adding.getByLabel('Name'));
  await page.keyboard.type('In short');
  await tabTo(page, adding.getByLabel('Text'));
  await page.keyboard.type('Hi {name}, {year} it is. {lessons}');
  await tabTo(page, adding.getByLabel('Subject'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Physics in {year}');
  const preview = adding.getByRole('region', { name: 'What Harriet Sample would read' });
  const read = preview.frameLocator('iframe');
  await expect(preview).toContainText('Subject: Physics in Year 11');
  await expect(read.getByRole('heading', { name: 'You are invited' })).toBeVisible();
  await expect(read.locator('body')).toContainText(
    'Hi Harriet Sample, Year 11 it is. Saturday 9 January 2027 at 09:00 UK time: GCSE: Waves',
  );
  await expectReadable(page, 'template');
  // Escape asks first.
  await page.keyboard.press('Escape');
  await question(page).getByRole('button', { name: 'Keep writing' }).press('Enter');
  await tabAndPressButton(page, 'Save');
  await expectToast(page, 'Settings saved', '“In short” is saved.');
  await expect(names(page)).toHaveCount(4);

  for (let place = 3; place > 0; place -= 1) {
    await tabAndPressButton(page, 'Move up In short');
    await expect(names(page).nth(place - 1)).toHaveAccessibleName('Edit In short');
    await expect(names(page).nth(place - 1)).toBeFocused();
  }
  await tabAndPressButton(page, 'Edit A short reminder');
  await tabTo(page, dialog(page).getByLabel('Name'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Reminder');
  await tabAndPressButton(page, 'Save');
  await expect(names(page).last()).toHaveAccessibleName('Edit Reminder');
  await tabAndPressButton(page, 'Edit A question first');
  await tabAndPressButton(page, 'Remove');
  await tabAndPressButton(page, 'Remove template');
  await expect(names(page)).toHaveCount(3);
  await visit(page, paths.adminAccountEnquiries);
  await expect(names(page)).toHaveText(['Edit', 'Edit', 'Edit']);
  await expect(names(page).first()).toHaveAccessibleName('Edit In short');
});

test('keeps templates that were saved elsewhere, and what is typed', async ({ page, tutor }) => {
  watch(page, { allowed: /status of 409/ });
  await tutor.open(paths.adminAccountEnquiries);
  await page.getByRole('button', { name: 'Edit A question first' }).click();
  const { settings } = await tutor.call(endpoints.getSettings);
  const added = { name: 'On the phone', subject: 'Physics', text: 'Hello {name}' };
  const reply_templates = [added, ...settings.reply_templates.toReversed()];
  await tutor.call(endpoints.updateSettings, { body: { reply_templates } });
  const text = dialog(page).getByLabel('Text');
  await text.fill('Which board is it?');
  const readTemplates = async () =>
    (await tutor.call(endpoints.getSettings)).settings.reply_templates;
  // By the second time the page has the other list.
  for (let n = 0; n < 2; n += 1) {
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expectToast(
      page,
      'Settings Changed',
      'Copy anything you have typed, then reload the page.',
    );
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('On the phone', { exact: true })).toBeAttached();
    await expect(text).toHaveValue('Which board is it?');
    expect(await readTemplates()).toEqual(reply_templates);
  }
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await question(page).getByRole('button', { name: 'Remove template' }).click();
  await expectToast(page, 'Settings Changed');
  expect(await readTemplates()).toEqual(reply_templates);
});

test('invites each enquirer at once when switched on', async ({ page, tutor, site }) => {
  await tutor.open(paths.adminAccountEnquiries);
  const automatic = page.getByRole('switch', { name: 'Invite automatically' });
  await expect(automatic).not.toBeChecked();
  await expect(automatic).toHaveAccessibleDescription(/It does not count as your answer/);
  await automatic.press('Space');
  await expectToast(page, 'Settings saved', 'Enquirers are invited automatically.');
  await expect(automatic).toBeChecked();
  await expect(page.getByText('Automatic', { exact: true })).toBeVisible();
  const { name, email } = await site.enquire();
  await site.inviteLink(email);
  await openDashboard(tutor);
  await expect(rowOf(page, name)).toContainText('Due in 23 h');
  await expect(await openEnquiry(page, name)).toContainText('the link is good until');
  // It is logged.
  await visit(page, paths.adminActivity);
  await expect(page.getByText('Settings changed')).toBeVisible();
});

test('decides how families get their free first lesson', async ({ page, tutor }) => {
  await tutor.open(paths.adminAccountEnquiries);
  const atOnce = page.getByRole('radio', { name: /^Families book it at once/ });
  const ask = page.getByRole('radio', { name: /^Families ask you for it/ });
  const spots = page.getByLabel('Free spots in each lesson');
  await expect(atOnce).toBeChecked();
  await expect(spots).toHaveValue('2');
  await spots.selectOption('1');
  await expectToast(page, 'Settings saved', 'Each lesson has up to 1 free spot.');
  await ask.click();
  await expectToast(page, 'Settings saved', 'Families ask you for their free first lesson.');
  await expect(spots).toBeHidden();
  await visit(page, paths.adminAccountEnquiries);
  await expect(ask).toBeChecked();
  await atOnce.click();
  await expect(spots).toHaveValue('1');
  await expectReadable(page, 'free first lesson');
});

test('keeps and reports what cannot be saved', async ({ page, tutor }) => {
  await tutor.open(paths.adminAccountEnquiries);
  const refusal = { status: 409, json: { success: false, code: 'internal', error: 'Not now.' } };
  await page.route(urlOf(endpoints.updateSettings), (route) =>
    route.request().method() === 'PUT' ? route.fulfill(refusal) : route.continue(),
  );
  const automatic = page.getByRole('switch', { name: 'Invite automatically' });
  await automatic.click();
  await expectToast(page, 'Error saving settings', 'Not now.');
  await expect(automatic).not.toBeChecked();
  await names(page).first().click();
  const text = dialog(page).getByLabel('Text');
  await text.fill('');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(text).toHaveAccessibleDescription(/^Write a text/);
  await text.fill('Hello');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(text).toHaveValue('Hello');
  const { settings } = await tutor.call(endpoints.getSettings);
  expect(settings.reply_templates.map(({ name }) => name)).toContain('A question first');
});

test('shows the funnel of enquiries on the dashboard @phone', async ({ page, tutor, site }) => {
  await site.enquire();
  await openDashboard(tutor);
  const funnel = page.getByRole('region', { name: 'From enquiry to lesson' });
  const columns = funnel.getByRole('columnheader');
  await expect(columns).toHaveText(['Step', 'Last 30 days', 'Last 90 days']);
  await expect(enquiredCount(page)).toHaveText(/^[1-9]/);
  await funnel.scrollIntoViewIfNeeded();
  await expectReadable(page, 'funnel');
  const nothing = {
    enquiries: 0,
    answered_in_time: 0,
    invited: 0,
    joined: 0,
    attended: 0,
    purchased: 0,
  };
  const json = { success: true, funnel: [30, 90].map((days) => ({ days, ...nothing })) };
  await page.route(urlOf(endpoints.getFunnel), (route) => route.fulfill({ json }));
  await page.reload();
  await expect(funnel).toContainText('Nobody has enquired in the last 90 days.');
});
