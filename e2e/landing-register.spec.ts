// A visitor registers interest on the landing page: with success, with errors, with a failing
// server, and as a robot.
import { expect, type APIRequestContext } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { contactAnchor, paths } from '../domain/paths.ts';
import { call } from './api.ts';
import { holdClock, whenReady } from './checks.ts';
import { expectKept, expectThanks, fill, makeVisitor, submit } from './interest-form.ts';
import { signInTutor } from './journey.ts';
import { test } from './test.ts';

const enquiries = `**${endpoints.registerInterest.path}`;

async function listEnquiries(request: APIRequestContext) {
  const { session } = await signInTutor(request);
  return (await call(request, endpoints.listEnquiries, { token: session.access_token })).customers;
}

test('registers interest, and shows the tutor the enquiry', async ({ page, request }, {
  project,
}) => {
  const visitor = makeVisitor();
  await page.goto(paths.home);
  const claim = project.name === 'phone' ? 'Register Interest' : 'Claim your free lesson!';
  await page.getByRole('link', { name: claim, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`#${contactAnchor}$`));
  await expect(page.getByRole('heading', { name: 'Claim a free first lesson' })).toBeInViewport();
  await expect(page.getByLabel('Name')).toBeFocused();
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
  const sent = page.getByRole('region', { name: 'Your request' });
  await expect(sent).toContainText(
    `A free first lesson in Year 12. The answer comes to ${visitor.email} by `,
  );
  await expect(sent).toContainText(/by \w+day \d\d:\d\d\./);
  await expect(sent.getByRole('link', { name: 'Create your account' })).toHaveAttribute(
    'href',
    paths.signUp,
  );
  await page.screenshot({ path: `test-results/landing-registered-${project.name}.png` });
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.getByLabel('Year level')).toHaveValue('');

  expect((await listEnquiries(request)).find(({ email }) => email === visitor.email)).toMatchObject(
    {
      name: visitor.name,
      mobile: visitor.mobile,
      year_class: 'year-12',
    },
  );
});

test(
  'names errors on submit, then at every change, and focuses the first',
  { tag: '@phone' },
  async ({ page }) => {
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
    await expect(page.getByLabel('Year level')).toHaveAccessibleDescription(
      'Please select a valid year class',
    );
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
  },
);

test("marks the server's errors at their fields", { tag: '@phone' }, async ({ page }) => {
  const visitor = makeVisitor();
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

test(
  'tries a failing server twice, a second apart, as one submission, and loses nothing typed',
  { tag: '@phone' },
  async ({ page }) => {
    const visitor = makeVisitor();
    const attempts: {
      readonly at: number;
      readonly key: string | undefined;
      readonly body: string | null;
    }[] = [];
    await holdClock(page);
    await page.route(enquiries, async (route) => {
      const request = route.request();
      attempts.push({
        at: await page.evaluate(() => Date.now()),
        key: request.headers()['idempotency-key'],
        body: request.postData(),
      });
      await route.fulfill({
        status: 503,
        json: { success: false, error: 'Back soon.', code: 'internal' },
      });
    });
    await page.goto(paths.home);
    // The landing page starts when it is touched.
    await page.getByLabel('Name').focus();
    await whenReady(page);
    await fill(page, visitor);
    await submit(page).click();
    // The wait starts when the page has read the response, which only the page knows.
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

    // The same content counts as the same submission; other content does not.
    await submit(page).click();
    await passUntil(4);
    expect(attempts[2]?.key).toBe(attempts[0]?.key);
    await expect(submit(page)).toBeVisible();
    await page.getByLabel('Name').fill('Robin the Second');
    await submit(page).click();
    await expect.poll(() => attempts.length).toBe(5);
    expect(attempts[4]?.key).not.toBe(attempts[0]?.key);
  },
);

test(
  'thanks a robot that fills in the hidden field, and stores nothing',
  { tag: '@phone' },
  async ({ page, request }) => {
    const robot = makeVisitor();
    await page.goto(paths.home);
    await whenReady(page);
    await fill(page, robot);
    await page.locator('input[name="website"]').fill('https://spam.example', { force: true });
    await submit(page).click();
    await expectThanks(page);
    expect(JSON.stringify(await listEnquiries(request))).not.toContain(robot.email);
  },
);
