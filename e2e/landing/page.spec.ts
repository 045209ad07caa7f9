// The landing page when it is read, found, shared and downloaded.
import { expect, type Page } from '@playwright/test';

import { contactAnchor, manifestPath, paths } from '../../domain/paths.ts';
import { expectAccessible, holdClock, watch, whenReady, whenSettled } from '../checks.ts';
import { expectLink } from '../journey.ts';
import { openLanding, registerButton } from '../pages/landing.ts';
import { test } from '../test.ts';

for (const colorScheme of ['light', 'dark'] as const)
  test(`is accessible and makes no foreign requests, ${colorScheme} @both`, async ({ page }) => {
    watch(page);
    await page.emulateMedia({ colorScheme });
    await openLanding(page);
    await registerButton(page).click();
    await expect(page.getByText('Please select a valid year class')).toBeVisible();
    await page.getByText('Do students have to be on camera?').click();
    await expectAccessible(page);
  });

test('says what the tutor offers', async ({ page }) => {
  await page.goto(paths.home);
  const claim = page.getByRole('link', { name: 'Claim your free lesson!', exact: true });
  await expect(claim).toHaveAttribute('href', `#${contactAnchor}`);
  await expectLink(page, 'Sign Up Now', paths.signUp);
  for (const place of [page.getByRole('main'), page.getByRole('banner')])
    await expectLink(place, 'Sign In', paths.signIn);
  const tutor = page.getByRole('region', { name: 'Meet Dr Ada Sample' });
  await expect(tutor.getByRole('listitem')).toHaveText([
    /Master's in Natural Sciences \(Physics\)/,
    /10\+ years and 4000\+ hours of online teaching/,
    /Head of Physics experience.*GCSE\/A-Level syllabus expertise/,
    /Top-10% national progress results.*places at top universities/,
    /video channel/,
  ]);
  const lessons = page.getByRole('region', { name: 'Why join weekly lessons?' });
  for (const words of [
    '3-4 prep videos before class',
    'Practice questions with live feedback',
    'A group chat for support',
    '9:00am or 10:00am',
    '£30',
    '£28',
    '£27',
    'One credit books one lesson of 1 hour. The first lesson is free.',
  ])
    await expect(lessons.getByText(words, { exact: true }).last()).toBeVisible();
  const contact = page.getByRole('region', { name: 'Claim your free lesson' });
  for (const words of ['Free initial consultation', '24hr response time', 'No commitment'])
    await expect(contact.getByText(words, { exact: true })).toBeVisible();
  await expect(contact.getByRole('link', { name: 'hello@example.com' })).toBeVisible();
  await expect(contact.getByRole('link', { name: '07700 900123' })).toBeVisible();
});

test('keeps words apart where there are no styles, as in reader modes', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  // A page of its own: the one of the fixture waits for scripts.
  await page.route(/\.css$/, (route) => route.abort());
  await page.goto(paths.home);
  const text = await page.locator('main, footer').allInnerTexts();
  expect(text.join('\n')).toContain('4000+ hours of online teaching');
  expect(text.join('\n').replaceAll('JavaScript', '')).not.toMatch(/[a-z!.\d][A-Z][a-z]/);
});

test('opens and closes one question at a time, by mouse and keyboard', async ({ page }) => {
  await page.goto(paths.home);
  const questions = page.getByRole('region', { name: 'Questions parents ask' }).locator('details');
  await expect(questions).toHaveCount(6);
  await questions.nth(0).locator('summary').click();
  await expect(questions.nth(0)).toHaveAttribute('open');
  await questions.nth(1).locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(questions.nth(1)).toHaveAttribute('open');
  await expect(questions.nth(0)).not.toHaveAttribute('open');
  await page.keyboard.press('Enter');
  await expect(questions.nth(1)).not.toHaveAttribute('open');
  // Closed answers are in the page, where the browser's own search finds them.
  await expect(questions.nth(5)).toContainText('Camera and microphone are off by default');
});

test('skips the header to the content by keyboard', async ({ page }) => {
  await page.goto(paths.home);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('needs no styles beyond those inlined in the page', async ({ page, request }) => {
  const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]*)"/.exec(
    await (await request.get(paths.signIn)).text(),
  ) ?? [undefined];
  // Stops the carousel's advance and the toast's expiry meanwhile.
  await holdClock(page);
  await openLanding(page);
  // With a toast, form errors and an open answer on show, nothing changes its look when the whole
  // stylesheet is added.
  await page.getByText('Which year groups do you teach?').click();
  await registerButton(page).click();
  await expect(page.getByText('Please select a valid year class')).toBeVisible();
  await page.evaluate(() => void Promise.reject(new Error('Nobody catches this')));
  await expect(page.getByText('Unexpected Error', { exact: true })).toBeVisible();
  await page.mouse.move(0, 0);

  const before = await looks(page);
  expect(await before.evaluate((found) => found.size)).toBeGreaterThan(400);
  await page.addStyleTag({ url: stylesheet });
  const after = await looks(page);
  const changes = await page.evaluate(
    ([was, is]) =>
      [...is].flatMap(([of, look]) =>
        [...look]
          .filter(([name, value]) => was.get(of)?.get(name) !== value)
          .map(([name, value]) => `${of} ${name}: ${was.get(of)?.get(name)} -> ${value}`),
      ),
    [before, after] as const,
  );
  expect(changes.slice(0, 20)).toEqual([]);
});

/** The computed style of every element and its pseudo-elements, stored in the page. */
async function looks(page: Page) {
  await whenSettled(page);
  return page.evaluateHandle(() => {
    const found = new Map<string, Map<string, string>>();
    for (const [index, element] of document.querySelectorAll('body, body *').entries()) {
      // The open answer stands for the others: whether closed ones have a size yet is up to the
      // browser.
      if (element.closest('details:not([open]) > :not(summary)') !== null) continue;
      for (const part of ['', '::before', '::after']) {
        const style = getComputedStyle(element, part);
        if (part !== '' && style.content === 'none') continue;
        // Variables that nothing reads are left out of the page.
        const names = [...style].filter((name) => !name.startsWith('--'));
        found.set(
          `${index} ${element.tagName}.${element.getAttribute('class') ?? ''}${part}`,
          new Map(names.map((name) => [name, style.getPropertyValue(name)])),
        );
      }
    }
    return found;
  });
}

test('keeps the scroll position after a reload @both', async ({ page }) => {
  await openLanding(page);
  const heading = page.getByRole('heading', { name: 'What families say' });
  await heading.evaluate((element) => {
    element.scrollIntoView({ block: 'start', behavior: 'instant' });
  });
  const before = await heading.boundingBox();
  await page.reload();
  await whenReady(page);
  await expect
    .poll(async () => Math.round((await heading.boundingBox())?.y ?? -1))
    .toBe(Math.round(before?.y ?? 0));
});

test('fits everything into the window, from 320 to 2560 px', async ({ page }) => {
  await page.goto(paths.home);
  for (const width of [320, 768, 1024, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, `at ${width} px`).toBe(width);
  }
});

test('describes itself to search engines', async ({ page, request, baseURL }) => {
  await page.goto(paths.home);
  const meta = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
  await expect(page).toHaveTitle('Sample Physics: GCSE and A-level physics, AQA');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL}/`);
  expect(await meta('og:url')).toBe(`${baseURL}/`);
  for (const [path, type] of [
    [new URL((await meta('og:image')) ?? '').pathname, 'image/png'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/icon-192.png', 'image/png'],
    ['/icon-512.png', 'image/png'],
    ['/icon-maskable-512.png', 'image/png'],
    [manifestPath, 'application/manifest+json'],
  ] as const) {
    const answer = await request.get(path);
    const asked = [path, answer.status(), answer.headers()['content-type']];
    expect(asked).toEqual([path, 200, expect.stringContaining(type)]);
  }

  // The page asks for the manifest and its icons when it has been in view for a while.
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', manifestPath);

  const ld = await page.locator('script[type="application/ld+json"]').textContent();
  const data: unknown = JSON.parse(ld ?? '');
  expect(data).toMatchObject({
    '@graph': [
      { '@type': 'EducationalOrganization', url: `${baseURL}/` },
      {
        '@type': 'Course',
        offers: { price: '30.00', priceCurrency: 'GBP' },
        hasCourseInstance: { courseMode: 'Online', courseWorkload: 'PT60M' },
      },
    ],
  });

  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect([...sitemap.matchAll(/<loc>([^<]*)/g)].map(([, address]) => address)).toEqual(
    [paths.home, paths.signUp, paths.signIn, paths.privacy, paths.terms].map(
      (path) => baseURL + path,
    ),
  );
  expect((await request.get(paths.familyHome)).headers()['x-robots-tag']).toBe('noindex');
});

test('prints every testimonial and answer @both', async ({ page }) => {
  await page.goto(paths.home);
  await page.emulateMedia({ media: 'print' });
  const reviews = page.getByRole('region', { name: 'What families say' }).getByRole('figure');
  for (const review of await reviews.all()) {
    const box = await review.boundingBox();
    expect(box?.x ?? -1).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  }
  await expect(page.getByText('Camera and microphone are off by default')).toBeVisible();
  await expect(registerButton(page)).toBeHidden();
});
