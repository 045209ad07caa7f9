// A visitor registers interest: with errors, a failing server, offline, and without scripts.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { HONEYPOT_FIELD } from '../../domain/enquiries/enquiry.ts';
import { contactAnchor, paths } from '../../domain/paths.ts';
import { holdBack, urlOf } from '../api.ts';
import { expectReadable, holdClock, whenReady } from '../checks.ts';
import { expectFaults, expectLink, expectProblem, UNREACHABLE } from '../journey.ts';
import {
  expectKept,
  expectThanks,
  fillEnquiry,
  makeVisitor,
  openLanding,
  registerButton,
  yearField,
  yearLabel,
} from '../pages/landing.ts';
import { test } from '../test.ts';

const enquiries = urlOf(endpoints.registerInterest);
const [phone, email] = ['Phone number (mobile)', 'Email'];

test('registers interest, and tells the tutor @both', async ({ page, tutor }, { project }) => {
  const visitor = makeVisitor();
  await page.goto(paths.home);
  const claim = project.name === 'phone' ? 'Register Interest' : 'Claim your free lesson!';
  await page.getByRole('link', { name: claim, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`#${contactAnchor}$`));
  await expect(page.getByRole('heading', { name: 'Claim your free lesson' })).toBeInViewport();
  await expect(page.getByLabel('Name')).toBeFocused();
  await whenReady(page);
  await fillEnquiry(page, visitor);
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  const years = yearField(page).locator('option');
  await expect(years).toHaveText(['Choose a year', 'Year 10', 'Year 11', 'Year 12', 'Year 13']);
  const letGo = await holdBack(page, endpoints.registerInterest);
  await registerButton(page).click();
  await expect(page.getByRole('button', { name: 'Registering...' })).toBeVisible();
  letGo();
  await expectThanks(page);
  const sent = page.getByRole('region', { name: 'Registration Successful!' });
  await expect(sent).toContainText(`Dr Ada Sample will answer at ${visitor.email} by `);
  await expect(sent).toContainText(/by \w+day \d{1,2}:\d\d[ap]m UK time\./);
  await expectLink(sent, 'Create your account', paths.signUp);
  await expect(registerButton(page)).toBeHidden();
  await expectReadable(page, 'sent');
  await page.getByRole('button', { name: 'Register another student' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(yearField(page)).toHaveValue('');

  const { customers } = await tutor.call(endpoints.listEnquiries);
  const { name, mobile } = visitor;
  const own = customers.find((customer) => customer.email === visitor.email);
  expect(own).toMatchObject({ name, mobile, year_class: 'year-12' });
});

test('names errors on submit, then at every change @phone', async ({ page }) => {
  await openLanding(page);
  await page.getByLabel('Name').fill('R');
  await page.getByLabel('Email').fill('robin');
  await expect(page.getByText('Name must be at least 2 characters')).toBeHidden();
  await registerButton(page).click();
  const name = page.getByLabel('Name');
  await expect(name).toBeFocused();
  await expectFaults(page, {
    Name: 'Name must be at least 2 characters',
    [phone]: 'Phone number must be at least 10 digits',
    [email]: 'Invalid email address',
    [yearLabel]: 'Please select a valid year class',
  });

  await name.fill('Robin');
  await expect(page.getByText('Name must be at least 2 characters')).toBeHidden();
  await name.fill('R'.repeat(101));
  await expect(name).toHaveAccessibleDescription('Name must be less than 100 characters');
  await page.getByLabel(phone).fill('0'.repeat(16));
  await expect(page.getByText('Phone number must be less than 15 digits')).toBeVisible();
  await page.getByLabel(email).fill(`${'r'.repeat(250)}@example.com`);
  await expectFaults(page, { [email]: 'Email must be less than 255 characters' });
});

test("marks the server's errors at their fields @phone", async ({ page }) => {
  const visitor = makeVisitor();
  const json = {
    success: false,
    error: 'Please check the form fields and try again.',
    code: 'validation_failed',
    details: [{ field: 'email', message: 'This mailbox does not exist' }],
  };
  await page.route(enquiries, (route) => route.fulfill({ status: 400, json }));
  await openLanding(page);
  await fillEnquiry(page, visitor);
  await registerButton(page).click();
  await expectProblem(page, 'Validation Error', json.error);
  await expectFaults(page, { [email]: 'This mailbox does not exist' });
  await expect(page.getByLabel('Email')).toBeFocused();
  await expectKept(page, visitor);
});

test('tries a failing server twice as one submission @phone', async ({ page }) => {
  const visitor = makeVisitor();
  interface Attempt {
    readonly at: number;
    readonly key: string | undefined;
    readonly body: string | null;
  }
  const attempts: Attempt[] = [];
  await holdClock(page);
  await page.route(enquiries, async (route) => {
    const request = route.request();
    attempts.push({
      at: await page.evaluate(() => Date.now()),
      key: request.headers()['idempotency-key'],
      body: request.postData(),
    });
    const json = { success: false, error: 'Back soon.', code: 'internal' };
    await route.fulfill({ status: 503, json });
  });
  await page.goto(paths.home);
  // The landing page starts when it is touched.
  await page.getByLabel('Name').focus();
  await whenReady(page);
  await fillEnquiry(page, visitor);
  await registerButton(page).click();
  // The wait starts when the page has read the response, which only the page knows.
  const passUntil = (count: number) =>
    expect(async () => {
      await page.clock.runFor(100);
      expect(attempts).toHaveLength(count);
    }).toPass({ intervals: [50] });
  await passUntil(2);
  await expectProblem(page, 'Registration Failed', 'Back soon.');
  expect(attempts[1]?.key).toBe(attempts[0]?.key);
  expect(attempts[1]?.body).toBe(attempts[0]?.body);
  expect((attempts[1]?.at ?? 0) - (attempts[0]?.at ?? 0)).toBeGreaterThanOrEqual(1000);
  await expectKept(page, visitor);

  // The same content counts as the same submission; other content does not.
  await registerButton(page).click();
  await passUntil(4);
  expect(attempts[2]?.key).toBe(attempts[0]?.key);
  await expect(registerButton(page)).toBeVisible();
  await page.getByLabel('Name').fill('Robin the Second');
  await registerButton(page).click();
  await expect.poll(() => attempts.length).toBe(5);
  expect(attempts[4]?.key).not.toBe(attempts[0]?.key);
});

test('thanks a robot, and keeps its form for the tutor @phone', async ({ page, tutor }) => {
  const robot = makeVisitor();
  await openLanding(page);
  await fillEnquiry(page, robot);
  await page
    .locator(`input[name="${HONEYPOT_FIELD}"]`)
    .fill('https://spam.example', { force: true });
  await registerButton(page).click();
  await expectThanks(page);
  const { customers } = await tutor.call(endpoints.listEnquiries);
  expect(JSON.stringify(customers)).not.toContain(robot.email);
  const { caught } = await tutor.call(endpoints.listCaught);
  expect(JSON.stringify(caught)).toContain(robot.email);
});

const SCRIPTS = '**/assets/*.js';

test('keeps everything offline, and sends it afterwards @phone', async ({ page, context }) => {
  const visitor = makeVisitor();
  await openLanding(page);
  await fillEnquiry(page, visitor);
  await context.setOffline(true);
  await registerButton(page).click();
  await expectProblem(page, 'Connection Error', UNREACHABLE);
  await expectKept(page, visitor);
  await context.setOffline(false);
  await registerButton(page).click();
  await expectThanks(page);
});

test('sends a form once the script has loaded @phone', async ({ page }) => {
  const visitor = makeVisitor();
  const loaded = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto(paths.home);
  await fillEnquiry(page, visitor);
  await registerButton(page).click();
  await expect(page.getByText('Registering...')).toBeVisible();
  await expect(page).toHaveURL(paths.home);
  await expectKept(page, visitor);
  loaded.resolve();
  await expectThanks(page);
});

test('loses nothing when the script fails to load @phone', async ({ page }) => {
  const visitor = makeVisitor();
  let isAway = true;
  await page.route(SCRIPTS, (route) => (isAway ? route.abort() : route.continue()));
  await page.goto(paths.home);
  await fillEnquiry(page, visitor);
  await registerButton(page).click();
  const notice = page.getByText('What you typed stays here and is sent as soon as it can be.');
  await expect(notice).toBeVisible();
  await expectKept(page, visitor);
  isAway = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expectThanks(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('reads well and says how to get in touch', async ({ page }) => {
    await page.goto(paths.home);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Playwright's text locators ignore the contents of this element.
    const words = page.locator('noscript');
    await expect(words).toBeVisible();
    const contact = /Write to .*hello@example\.com.* or call.*07700 900123/;
    expect(await words.innerHTML()).toMatch(contact);
    await expect(registerButton(page)).toBeHidden();
    await expect(page.getByRole('link', { name: 'hello@example.com' }).first()).toBeVisible();
    await page.getByText('Which year groups do you teach?').click();
    const answer = 'GCSE and A-level, Years 10 to 13, for the AQA exam board only.';
    await expect(page.getByText(answer)).toBeVisible();
    await page.goto(paths.privacy);
    await expect(page.getByRole('heading', { name: 'Privacy', exact: true })).toBeVisible();
  });
});
