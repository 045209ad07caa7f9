// A visitor registers interest on the landing page: when all is well, with faults, without a connection, too early, and
// without JavaScript.
import { expect, type APIRequestContext, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { contactAnchor, paths } from '../domain/paths.ts';
import { call } from './api.ts';
import { holdClock, uniqueWord, whenReady } from './checks.ts';
import { signInTutor } from './journey.ts';
import { test } from './test.ts';

const enquiries = `**${endpoints.registerInterest.path}`;
const SCRIPTS = '**/assets/*.js';

const family = () => {
  const word = uniqueWord();
  return {
    name: `Robin ${word}`,
    mobile: '07700 900456',
    email: `robin-${word}@example.com`,
    year: 'Year 12',
  };
};
type Family = ReturnType<typeof family>;

const submit = (page: Page) => page.getByRole('button', { name: 'Register Interest Now' });

async function fill(page: Page, { name, mobile, email, year }: Family): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Phone number (mobile)').fill(mobile);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Year level').selectOption({ label: year });
}

async function expectKept(page: Page, { name, mobile, email }: Family): Promise<void> {
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await expect(page.getByLabel('Phone number (mobile)')).toHaveValue(mobile);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Year level')).toHaveValue('year-12');
}

async function listCustomers(request: APIRequestContext) {
  const { session } = await signInTutor(request);
  return (await call(request, endpoints.listCustomers, { token: session.access_token })).customers;
}

async function expectThanks(page: Page): Promise<void> {
  await expect(page.getByText('Registration Successful!')).toBeVisible();
  await expect(
    page.getByText(
      "Thank you for your interest. We'll contact you within 24 hours to discuss your physics tutoring needs.",
    ),
  ).toBeVisible();
}

test('a visitor registers interest, and the tutor sees the enquiry', async ({ page, request }, {
  project,
}) => {
  const visitor = family();
  await page.goto(paths.home);
  const isPhone = project.name === 'phone';
  await page
    .getByRole('link', { name: isPhone ? 'Register Interest' : 'Claim your free lesson!', exact: true })
    .click();
  await expect(page).toHaveURL(new RegExp(`#${contactAnchor}$`));
  await expect(page.getByRole('heading', { name: 'Claim a free first lesson' })).toBeInViewport();
  await whenReady(page);
  await fill(page, visitor);
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  await expect(page.getByLabel('Year level').locator('option')).toHaveText([
    'Choose a year',
    'Year 10',
    'Year 11',
    'Year 12',
    'Year 13',
  ]);
  const held = Promise.withResolvers<void>();
  await page.route(enquiries, async (route) => {
    await held.promise;
    await route.continue();
  });
  await submit(page).click();
  await expect(page.getByRole('button', { name: 'Registering...' })).toBeVisible();
  held.resolve();
  await expectThanks(page);
  await page.screenshot({ path: `test-results/landing-registered-${project.name}.png` });
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.getByLabel('Year level')).toHaveValue('');

  expect((await listCustomers(request)).find(({ email }) => email === visitor.email)).toMatchObject({
    name: visitor.name,
    mobile: visitor.mobile,
    year_class: 'year-12',
  });
});

test('faults are named on submit, then at every change, and the first takes the focus', async ({ page }) => {
  await page.goto(paths.home);
  await whenReady(page);
  await page.getByLabel('Name').fill('R');
  await page.getByLabel('Email').fill('robin');
  await expect(page.getByText('Name must be at least 2 characters')).toBeHidden();
  await submit(page).click();
  const name = page.getByLabel('Name');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Name must be at least 2 characters');
  await expect(page.getByLabel('Phone number (mobile)')).toHaveAccessibleDescription(
    'Phone number must be at least 10 digits',
  );
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address');
  await expect(page.getByLabel('Year level')).toHaveAccessibleDescription('Please select a valid year class');
  await page.screenshot({ path: `test-results/landing-faults-${test.info().project.name}.png` });

  await name.fill('Robin');
  await expect(page.getByText('Name must be at least 2 characters')).toBeHidden();
  await name.fill('R'.repeat(101));
  await expect(name).toHaveAccessibleDescription('Name must be less than 100 characters');
  await page.getByLabel('Phone number (mobile)').fill('0'.repeat(16));
  await expect(page.getByText('Phone number must be less than 15 digits')).toBeVisible();
  await page.getByLabel('Email').fill(`${'r'.repeat(250)}@example.com`);
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'Email must be less than 255 characters',
  );
});

test('what the server finds at fault is marked at its field', async ({ page }) => {
  const visitor = family();
  await page.route(enquiries, (route) =>
    route.fulfill({
      status: 400,
      json: {
        success: false,
        error: 'Please check the form fields and try again.',
        code: 'validation_failed',
        details: [{ field: 'email', message: 'This mailbox does not exist' }],
      },
    }),
  );
  await page.goto(paths.home);
  await whenReady(page);
  await fill(page, visitor);
  await submit(page).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Validation Error' });
  await expect(toast).toContainText('Please check the form fields and try again.');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('This mailbox does not exist');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expectKept(page, visitor);
});

test('a failing server is tried twice, a second apart, as one submission; nothing typed is lost', async ({
  page,
}) => {
  const visitor = family();
  const attempts: { readonly at: number; readonly key: string | undefined; readonly body: string | null }[] =
    [];
  await holdClock(page);
  await page.route(enquiries, async (route) => {
    const request = route.request();
    attempts.push({
      at: await page.evaluate(() => Date.now()),
      key: request.headers()['idempotency-key'],
      body: request.postData(),
    });
    await route.fulfill({ status: 503, json: { success: false, error: 'Back soon.', code: 'internal' } });
  });
  await page.goto(paths.home);
  // The landing page starts when it is touched.
  await page.getByLabel('Name').focus();
  await whenReady(page);
  await fill(page, visitor);
  await submit(page).click();
  // The wait begins when the page has read the answer, which only the page knows.
  const passUntil = (count: number) =>
    expect(async () => {
      await page.clock.runFor(100);
      expect(attempts).toHaveLength(count);
    }).toPass({ intervals: [50] });
  await passUntil(2);
  const toast = page.getByRole('alert').filter({ hasText: 'Registration Failed' });
  await expect(toast).toContainText('Back soon.');
  expect(attempts[1]?.key).toBe(attempts[0]?.key);
  expect(attempts[1]?.body).toBe(attempts[0]?.body);
  expect((attempts[1]?.at ?? 0) - (attempts[0]?.at ?? 0)).toBeGreaterThanOrEqual(1000);
  await expectKept(page, visitor);

  // The same words again count as the same submission; others do not.
  await submit(page).click();
  await passUntil(4);
  expect(attempts[2]?.key).toBe(attempts[0]?.key);
  await expect(submit(page)).toBeVisible();
  await page.getByLabel('Name').fill('Robin the Second');
  await submit(page).click();
  await expect.poll(() => attempts.length).toBe(5);
  expect(attempts[4]?.key).not.toBe(attempts[0]?.key);
});

test('without a connection the form says so, keeps everything, and sends it afterwards', async ({
  page,
  context,
}) => {
  const visitor = family();
  await page.goto(paths.home);
  await whenReady(page);
  await fill(page, visitor);
  await context.setOffline(true);
  await submit(page).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Connection Error' });
  await expect(toast).toContainText(
    'Unable to connect to the server. Please check your internet connection.',
  );
  await expectKept(page, visitor);
  await context.setOffline(false);
  await submit(page).click();
  await expectThanks(page);
});

test('a form that is filled and sent before the script has loaded is kept and sent then', async ({
  page,
}) => {
  const visitor = family();
  const loaded = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto(paths.home);
  await fill(page, visitor);
  await submit(page).click();
  await expect(page.getByText('Registering...')).toBeVisible();
  await expect(page).toHaveURL(paths.home);
  await expectKept(page, visitor);
  loaded.resolve();
  await expectThanks(page);
  await expect(page.getByLabel('Name')).toHaveValue('');
});

test('a script that cannot be loaded is reported, tried again, and nothing typed is lost', async ({
  page,
}) => {
  const visitor = family();
  let isAway = true;
  await page.route(SCRIPTS, (route) => (isAway ? route.abort() : route.continue()));
  await page.goto(paths.home);
  await fill(page, visitor);
  await submit(page).click();
  await expect(page.getByText('What you typed is kept and sent as soon as it can be.')).toBeVisible();
  await expectKept(page, visitor);
  isAway = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expectThanks(page);
});

test('a robot that fills in the hidden field is thanked, and leaves nothing', async ({ page, request }) => {
  const robot = family();
  await page.goto(paths.home);
  await whenReady(page);
  await fill(page, robot);
  await page.locator('input[name="website"]').fill('https://spam.example', { force: true });
  await submit(page).click();
  await expectThanks(page);
  expect(JSON.stringify(await listCustomers(request))).not.toContain(robot.email);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page reads well and says how to get in touch', async ({ page }) => {
    await page.goto(paths.home);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Playwright's texts pass over what stands in here.
    const words = page.locator('noscript');
    await expect(words).toBeVisible();
    expect(await words.innerHTML()).toMatch(/Write to .*hello@example\.com.* or call.*07700 900123/);
    await expect(submit(page)).toBeHidden();
    await expect(page.getByRole('link', { name: 'hello@example.com' }).first()).toBeVisible();
    const question = page.getByText('Which year groups do you teach?');
    await question.click();
    await expect(
      page.getByText('GCSE and A-level, Years 10 to 13, for the AQA exam board only.'),
    ).toBeVisible();
    await page.goto(paths.privacy);
    await expect(page.getByRole('heading', { name: 'Privacy', exact: true })).toBeVisible();
  });
});
