// The journeys' own `test`: each worker has its own demo, and people and lessons are made on
// demand.
import { test as base } from '@playwright/test';

import type { AdminLesson } from '../domain/lessons/lesson.ts';
import type { NewItem } from '../domain/topics/topic.ts';
import { putClockAhead, readAhead } from '../sandbox/clock-ahead.ts';
import { expectQuiet } from './checks.ts';
import { type Demo, startDemo } from './demo.ts';
import { makeTopic } from './pages/room.ts';
import type { Family, Tutor } from './people.ts';
import { makeSite, type Site } from './site.ts';
import { translate, translations } from './translator.ts';

/** Guards against a hang alone: a demo starts in seconds. */
export const START_MS = 180_000;

interface Fixtures {
  /** The demo of this test. */
  readonly host: Demo;
  readonly site: Site;
  readonly tutor: Tutor;
  /** A new family with this many credits: `test.use({ credits: 2 })`. */
  readonly family: Family;
  readonly credits: number;
  /** Whether that family has had its free first lesson. */
  readonly hadFree: boolean;
  /** A new lesson, on the Saturday of a week of its own. */
  readonly lesson: AdminLesson;
  /**
   * The family books a new lesson of a topic with these items, which starts in so many minutes if
   * they are given.
   */
  readonly bookTopic: (
    items: NewItem[],
    startsIn?: number,
  ) => Promise<{ lesson: AdminLesson } & Awaited<ReturnType<typeof makeTopic>>>;
}

/** `settings` as for `startDemo`. */
export async function lendDemo(
  use: (demo: Demo) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
) {
  const demo = await startDemo(settings);
  await use(demo);
  await demo.stop();
}

export const test = base.extend<Fixtures, { demo: Demo }>({
  demo: [({}, use) => lendDemo(use), { scope: 'worker', timeout: START_MS }],
  host: ({ demo }, use) => use(demo),
  baseURL: ({ host }, use) => use(host.origin),
  context: async ({ context }, use) => {
    if (readAhead() !== 0) await context.addInitScript(putClockAhead, readAhead());
    await use(context);
  },
  page: async ({ page }, use) => {
    const translation = translations.find((one) => one === process.env['TRANSLATED']);
    if (translation !== undefined) await translate(page, translation);
    await use(page);
    expectQuiet(page);
  },
  site: ({ host, page, request }, use) => use(makeSite({ demo: host, page, request })),
  tutor: ({ site }, use) => use(site.tutor),
  credits: [0, { option: true }],
  hadFree: [false, { option: true }],
  family: async ({ site, credits, hadFree }, use) =>
    use(await site.newFamily({ credits, hadFree })),
  lesson: async ({ site }, use) => use(await site.newLesson()),
  bookTopic: ({ site, tutor, family }, use) =>
    use(async (items, startsIn) => {
      const topic = await makeTopic(tutor, items);
      const lesson = await site.newLesson({ Topic_ID: topic.topicId });
      await family.book(lesson);
      if (startsIn !== undefined) await tutor.startLessonIn(lesson, startsIn);
      return { lesson, ...topic };
    }),
});

/**
 * Gives each test its own demo, for tests that would disturb others; `settings` as for `startDemo`.
 */
export const testAlone = (settings: Readonly<Record<string, string>> = {}) =>
  test.extend({
    host: [({}, use) => lendDemo(use, settings), { scope: 'test', timeout: START_MS }],
  });
