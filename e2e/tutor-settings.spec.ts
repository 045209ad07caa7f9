// Replies to enquiries: templates and automatic invitations, set by the tutor.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths } from '../domain/paths.ts';
import { call } from './api.ts';
import { expectReadable, watch } from './checks.ts';
import { openDashboard, rowOf } from './enquiries.ts';
import { enquire, inviteLink } from './free-lessons.ts';
import { signInAs, signInTutor, toast, visit } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { testAlone } from './test.ts';

const test = testAlone();

async function openSettings(page: Page): Promise<void> {
  await signInAs(page, await signInTutor(page.request), { audience: 'admin' });
  await visit(page, paths.adminAccount);
}

const names = (page: Page) => page.getByRole('button', { name: /^Edit / });
const dialog = (page: Page, name = 'Edit template') => page.getByRole('dialog', { name });

test(
  'adds, changes, moves and removes templates by keyboard alone',
  { tag: '@desktop' },
  async ({ page }, info) => {
    const { complaints } = watch(page);
    await openSettings(page);
    const press = async (button: string) => {
      await tabTo(page, page.getByRole('button', { name: button, exact: true }));
      await page.keyboard.press('Enter');
    };
    await expect(names(page)).toHaveCount(3);
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('settings.png'), fullPage: true });

    await press('Add a template');
    const adding = dialog(page, 'Add a template');
    await tabTo(page, adding.getByLabel('Name'));
    await page.keyboard.type('In short');
    await tabTo(page, adding.getByLabel('Text'));
    await page.keyboard.type('Hi {name}, {year} it is. {lessons}');
    await tabTo(page, adding.getByLabel('Subject'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Physics in {year}');
    const read = adding
      .getByRole('region', { name: 'What Harriet Sample would read' })
      .frameLocator('iframe');
    await expect(read.getByRole('heading', { name: 'Physics in Year 11' })).toBeVisible();
    await expect(read.locator('body')).toContainText(
      'Hi Harriet Sample, Year 11 it is. Saturday 9 January 2027 at 09:00 UK time: GCSE: Waves',
    );
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('template.png') });
    // Escape asks first.
    await page.keyboard.press('Escape');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Keep Writing' })
      .press('Enter');
    await press('Save');
    await expect(toast(page, 'Settings Saved')).toContainText('“In short” is saved.');
    await expect(names(page)).toHaveCount(4);

    for (let place = 3; place > 0; place -= 1) {
      await press('Move up In short');
      await expect(names(page).nth(place - 1)).toHaveAccessibleName('Edit In short');
      await expect(names(page).nth(place - 1)).toBeFocused();
    }
    await press('Edit A short reminder');
    await tabTo(page, dialog(page).getByLabel('Name'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Reminder');
    await press('Save');
    await expect(names(page).last()).toHaveAccessibleName('Edit Reminder');
    await press('Edit A question first');
    await press('Remove');
    await press('Remove Template');
    await expect(names(page)).toHaveCount(3);
    await visit(page, paths.adminAccount);
    await expect(names(page)).toHaveText(['Edit', 'Edit', 'Edit']);
    await expect(names(page).first()).toHaveAccessibleName('Edit In short');
    expect(complaints).toEqual([]);
  },
);

test(
  'invites each enquirer at once when switched on, and keeps the promise running',
  { tag: '@desktop' },
  async ({ page, request, ownDemo }, info) => {
    await openSettings(page);
    const automatic = page.getByRole('switch', { name: 'Invite automatically' });
    await expect(automatic).not.toBeChecked();
    await expect(automatic).toHaveAccessibleDescription(/It does not count as your answer/);
    await automatic.press('Space');
    await expect(toast(page, 'Settings Saved')).toContainText(
      'Enquirers are invited automatically.',
    );
    await expect(automatic).toBeChecked();
    await expect(page.getByText('Automatic', { exact: true })).toBeVisible();
    await page.screenshot({ path: info.outputPath('automatic.png'), fullPage: true });
    const { name, email } = await enquire(request);
    await inviteLink(ownDemo, email);
    await openDashboard(page);
    await expect(rowOf(page, name)).toContainText('Due in 23 h');
    await rowOf(page, name).getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('dialog', { name })).toContainText('the link is good until');
    // It is logged.
    await visit(page, paths.adminActivity);
    await expect(page.getByText('Settings changed')).toBeVisible();
  },
);

test('keeps and reports what cannot be saved', { tag: '@desktop' }, async ({ page, request }) => {
  await openSettings(page);
  await page.route(`**${endpoints.updateSettings.path}`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 409,
          json: { success: false, code: 'internal', error: 'Not now.' },
        })
      : route.continue(),
  );
  const automatic = page.getByRole('switch', { name: 'Invite automatically' });
  await automatic.click();
  await expect(toast(page, 'Error Saving Settings')).toContainText('Not now.');
  await expect(automatic).not.toBeChecked();
  await names(page).first().click();
  await dialog(page).getByLabel('Text').fill('');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByLabel('Text')).toHaveAccessibleDescription(/^Write a text/);
  await dialog(page).getByLabel('Text').fill('Hello');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByLabel('Text')).toHaveValue('Hello');
  const { session } = await signInTutor(request);
  const { settings } = await call(request, endpoints.getSettings, {
    token: session.access_token,
  });
  expect(settings.reply_templates.map(({ name }) => name)).toContain('A question first');
});

test(
  'shows the funnel of enquiries on the dashboard',
  { tag: '@phone' },
  async ({ page, request }, info) => {
    await enquire(request);
    await openDashboard(page);
    const funnel = page.getByRole('region', { name: 'From enquiry to lesson' });
    await expect(funnel.getByRole('columnheader')).toHaveText([
      'Step',
      'Last 30 days',
      'Last 90 days',
    ]);
    await expect(
      funnel
        .getByRole('row', { name: /^Enquired/ })
        .getByRole('cell')
        .first(),
    ).toHaveText(/^[1-9]/);
    await funnel.scrollIntoViewIfNeeded();
    await expectReadable(page);
    await funnel.screenshot({ path: info.outputPath('funnel.png') });
    const nothing = {
      enquiries: 0,
      answered_in_time: 0,
      invited: 0,
      joined: 0,
      attended: 0,
      purchased: 0,
    };
    await page.route(`**${endpoints.getFunnel.path}`, (route) =>
      route.fulfill({
        json: { success: true, funnel: [30, 90].map((days) => ({ days, ...nothing })) },
      }),
    );
    await page.reload();
    await expect(funnel).toContainText('Nobody has enquired in the last 90 days.');
  },
);
