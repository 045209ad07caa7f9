// What stays at an edge of the window while a page scrolls: no bar lies on another one, and each of
// its buttons can be pressed.
import { expect, type Page } from '@playwright/test';

import type { AdminLesson } from '../../domain/lessons/lesson.ts';
import { familyPath, type PagePath, paths, roomPath, tutorRoomPath } from '../../domain/paths.ts';
import { whenReady } from '../checks.ts';
import { editor, topicPath } from '../pages/library.ts';
import { asked, doubling, energy, slides } from '../pages/room.ts';
import { test as base } from '../test.ts';

/** Phones, one of them with its keyboard open, a tablet and a desktop. */
const WINDOWS = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
  { width: 360, height: 400 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
] as const;

/** Without a page: they need a link of their own, or nobody to be set up yet. */
const SKIPPED: readonly PagePath[] = [paths.setup, paths.invoice, paths.join, paths.excuse];

/** Pages of words, which React never takes over. */
const WITHOUT_SCRIPT: readonly string[] = [paths.privacy, paths.terms];

const isAdmin = (path: PagePath) => path.startsWith('/admin') || path === paths.bookedLessons;
const pagesOf = (admin: boolean) =>
  Object.values(paths).filter((path) => isAdmin(path) === admin && !SKIPPED.includes(path));

const test = base.extend<{ live: { readonly lesson: AdminLesson; readonly topicId: string } }>({
  /** A lesson that is live, with more questions than a phone's screen holds. */
  live: async ({ bookTopic }, use) => {
    const { lesson, topicId } = await bookTopic([energy, asked, doubling, slides], 5);
    await use({ lesson, topicId });
  },
});
test.use({ credits: 1 });

test("keeps the bars of the tutor's pages apart", async ({
  page,
  family,
  tutor,
  live: { lesson, topicId },
}) => {
  test.slow();
  await tutor.signIn();
  for (const path of pagesOf(true))
    await expectApart(page, path === paths.adminRoom ? tutorRoomPath(lesson.id) : path);
  await expectApart(page, familyPath(family.user.id));
  await expectApart(page, tutorRoomPath(lesson.id, 'screen'));
  await page.goto(topicPath(topicId));
  await page.getByRole('link', { name: /^Edit/ }).first().click();
  await expect(editor(page, 'Edit question')).toBeVisible();
  await expectApartHere(page, 'the editor of a question');
});

test("keeps the bars of a family's pages apart", async ({ page, family, live }) => {
  test.slow();
  const { lesson } = live;
  await family.signIn();
  for (const path of pagesOf(false))
    await expectApart(page, path === paths.lessonRoom ? roomPath(lesson.id) : path);
});

test('keeps the bars apart without a connection', async ({ page, context, family, live }) => {
  await family.open(paths.familyHome);
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await context.setOffline(true);
  await expect(page.getByText(/^Offline, shown as of/)).toBeVisible();
  await expectApartHere(page, 'the home page, offline');
  await context.setOffline(false);
  await page.goto(roomPath(live.lesson.id));
  const answer = page.getByLabel('Your answer', { exact: true }).first();
  await answer.fill('1.35e5 J');
  await context.setOffline(true);
  await answer.press('Enter');
  await expect(page.getByText('1 answer is not sent yet.')).toBeVisible();
  await expectApartHere(page, 'the room, offline');
});

async function expectApart(page: Page, address: string): Promise<void> {
  await page.goto(address);
  if (!WITHOUT_SCRIPT.includes(address)) await whenReady(page);
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await expectApartHere(page, address);
}

/** Checks the page in each window, at its top, in its middle and at its end. */
async function expectApartHere(page: Page, name: string): Promise<void> {
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    for (const share of [0, 0.5, 1]) {
      await page.evaluate(async (part) => {
        const { scrollHeight, clientHeight } = document.documentElement;
        scrollTo({ top: (scrollHeight - clientHeight) * part, behavior: 'instant' });
        await new Promise(requestAnimationFrame);
      }, share);
      const found = await page.evaluate(findCovered);
      expect(found, `${name}, ${window.width} x ${window.height}, at ${share}`).toEqual([]);
    }
  }
}

/** Runs within the page: bars that lie on each other, and their buttons that something covers. */
function findCovered(): string[] {
  const name = (element: Element) =>
    `${element.localName} “${(element.textContent ?? '').trim().slice(0, 40)}”`;
  const isStuck = (element: Element) => {
    const { position, top, bottom, pointerEvents } = getComputedStyle(element);
    if (pointerEvents === 'none' || !element.checkVisibility()) return false;
    const box = element.getBoundingClientRect();
    // A link that only the keyboard shows is smaller.
    if (box.width < 30 || box.height < 8 || box.bottom < 1 || box.top > innerHeight - 1)
      return false;
    if (position === 'fixed') return true;
    if (position !== 'sticky') return false;
    const isAt = (edge: number, value: string) => Math.abs(edge - Number.parseFloat(value)) < 2;
    return isAt(box.top, top) || isAt(innerHeight - box.bottom, bottom);
  };
  const bars = [...document.querySelectorAll('body *')].filter(isStuck);
  const lyingOnEachOther = bars.flatMap((one, index) =>
    bars.slice(index + 1).flatMap((other) => {
      if (one.contains(other)) return [];
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return width > 1 && height > 1 ? [`${name(one)} and ${name(other)}`] : [];
    }),
  );
  const covered = bars.flatMap((bar) =>
    [...bar.querySelectorAll('a, button')].flatMap((button) => {
      const box = button.getBoundingClientRect();
      if (!button.checkVisibility() || box.height === 0) return [];
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return hit !== null && (button.contains(hit) || hit.contains(button))
        ? []
        : [`${name(button)} beneath ${hit === null ? 'the edge' : name(hit)}`];
    }),
  );
  return [...lyingOnEachOther, ...covered];
}
