// The business settings: a new price is on sale everywhere, and two tabs never overwrite each
// other.
import { expect, type Page } from '@playwright/test';

import { DEFAULT_BUSINESS } from '../../domain/business.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import type { SettingsChanges } from '../../domain/tutor/settings.ts';
import { expectReadable, watch } from '../checks.ts';
import { expectToast, visit } from '../journey.ts';
import { testAlone } from '../test.ts';

// Other journeys read the prices.
const test = testAlone();

const form = (page: Page) => page.getByRole('form', { name: 'Business settings' });
const row = (page: Page, name: string) => form(page).getByRole('group', { name, exact: true });
const price = (page: Page, name: string) => row(page, name).getByLabel('Price in pounds');
const saveButton = (page: Page) =>
  form(page).getByRole('button', { name: 'Save prices and times' });

test('sells at the new price without a restart', async ({ page, tutor, browser, site }) => {
  watch(page);
  const family = await site.newFamily();
  await tutor.open(paths.adminAccountBusiness);
  await price(page, 'Package 1').fill('31.50');
  await form(page).getByRole('button', { name: 'Add a package' }).click();
  await expect(row(page, 'Package 4').getByLabel('Credits')).toBeFocused();
  await row(page, 'Package 4').getByLabel('Credits').fill('20');
  await price(page, 'Package 4').fill('580');
  await row(page, 'Package 4').getByLabel('Name').fill('A school year');
  await saveButton(page).click();
  // It costs more for each credit than ten of them.
  await expect(price(page, 'Package 4')).toBeFocused();
  await expect(price(page, 'Package 4')).toHaveAccessibleDescription(
    'A larger package must not cost more for each credit than a smaller one',
  );
  await expect(page.getByText('1 field to correct')).toBeInViewport();
  await expectReadable(page, 'refused');
  await price(page, 'Package 4').fill('520');
  await expect(page.getByText('1 field to correct')).toBeHidden();
  await form(page).getByLabel('Hours until you answer').fill('12');
  await saveButton(page).click();
  await expectToast(
    page,
    'Settings saved',
    "Payments and bookings already under way don't change.",
  );

  const visitor = await browser.newPage();
  await expect(async () => {
    await visitor.goto(paths.home);
    await expect(visitor.getByText('£31.50 a lesson').first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await expect(visitor.getByText('12hr response time')).toBeVisible();
  await visitor.close();

  const buyer = await browser.newPage();
  await family.open(`${paths.familyHome}?buy=credits`, buyer);
  const dialog = buyer.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: /^1 credit.*£31\.50/ })).toBeVisible();
  await expect(dialog.getByRole('button', { name: /A school year.*£520/ })).toBeVisible();
  await buyer.close();
});

test('keeps what another tab has changed', async ({ page, tutor }) => {
  watch(page, { allowed: /status of 409/ });
  await tutor.open(paths.adminAccountBusiness);
  await price(page, 'Package 1').fill('33');
  const business = { ...DEFAULT_BUSINESS, response_hours: 48 };
  await tutor.call(endpoints.updateSettings, { body: { business } });
  await saveButton(page).click();
  await expect(page.getByText(/These settings were changed elsewhere meanwhile/)).toBeVisible();
  await expect(price(page, 'Package 1')).toHaveValue('33');
  const { settings } = await tutor.call(endpoints.getSettings);
  expect(settings.business).toEqual(business);
  await visit(page, paths.adminAccountBusiness);
  await expect(form(page).getByLabel('Hours until you answer')).toHaveValue('48');
});

test('changes one chat link, and one number of years or months', async ({ page, tutor }) => {
  const link = (name: string) => `https://chat.example.com/${name}`;
  const save = (body: SettingsChanges) => tutor.call(endpoints.updateSettings, { body });
  await save({ chat_links: { gcse: link('gcse'), 'a-level': link('leaked') } });
  await tutor.open(paths.adminAccountChats);
  const gcse = page.getByLabel('GCSE group chat');
  const aLevel = page.getByLabel('A-level group chat');
  await expect(aLevel).toHaveValue(link('leaked'));
  for (const name of ['replaced', 'replaced-again']) {
    await save({ chat_links: { 'a-level': link(name) } });
    await gcse.fill(link(`beside-${name}`));
    await page.getByRole('button', { name: 'Save chats' }).click();
    await expect(aLevel).toHaveValue(link(name));
    await expect(gcse).toHaveValue(link(`beside-${name}`));
    const { settings } = await tutor.call(endpoints.getSettings);
    expect(settings.chat_links).toEqual({ gcse: link(`beside-${name}`), 'a-level': link(name) });
  }

  await visit(page, paths.adminAccountBusiness);
  const months = page.getByLabel('Enquiries that came to nothing');
  await months.waitFor();
  await save({ retention: { invoices_years: 20 } });
  await months.selectOption('24');
  await expectToast(page, 'Settings saved', 'deleted after 24 months');
  const { settings } = await tutor.call(endpoints.getSettings);
  expect(settings.retention).toEqual({ enquiries_months: 24, invoices_years: 20 });
});

test('leaves no old value on a page, in an answer or email', async ({ tutor, site, request }) => {
  const business = {
    packages: [
      { credits: 1, price_pence: 3300, name: 'One' },
      { credits: 4, price_pence: 12_400, name: 'Four' },
    ],
    usual_times: [{ weekday: 2, time: '17:30:00' }],
    default_max_students: 7,
    default_meeting_link: 'https://meet.example.com/standing',
    response_hours: 36,
  };
  const read = async (path: string) => (await request.get(path)).text();
  const sample = await read(paths.home);
  await tutor.call(endpoints.updateSettings, { body: { business } });
  await expect.poll(() => read(paths.home)).toContain('£33');
  const pages = [paths.home, paths.terms, paths.privacy, paths.signUp, paths.familyHome];
  const found = new Map<string, string>();
  for (const path of [...pages, paths.adminPlanner]) found.set(path, await read(path));
  const enquirer = await site.enquire();
  const family = await site.newFamily();
  for (const { email } of [enquirer, family]) {
    const emails = async () => (await site.emails(email)).join('\n');
    await expect.poll(emails).toContain('Subject:');
    found.set(email, await emails());
  }
  for (const [name, answer] of Object.entries({
    products: await family.call(endpoints.listProducts),
    settings: await tutor.call(endpoints.getSettings),
    profile: await family.readProfile(),
  }))
    found.set(name, JSON.stringify(answer));
  // The numbers of the sample: prices, days, times and the promise to answer.
  const old =
    /£30\b|£28\b|£27\b|£140|£270|\b30\.00|:3000\b|:14000\b|:27000\b|24 ?h|9:00 ?am|10:00 ?am|Saturday|Sunday/;
  expect(sample).toMatch(old);
  for (const [name, text] of found)
    expect(old.exec(text)?.[0] ?? 'nothing old', name).toBe('nothing old');
});
