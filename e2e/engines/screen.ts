// What a person does in a window of an engine, by role, label and text, and what must never be seen
// there.
import { expect } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { findFormulaFaults } from '../formula-geometry.ts';
import type { Key, Point, Size, Tab } from './engine.ts';
import type { Query } from './in-page.ts';
import { loneMarks, middleOf, middleWithin, setValue } from './page-tasks.ts';

export const PHONE: Size = { width: 360, height: 740 };
export const DESKTOP: Size = { width: 1280, height: 900 };

/** How long a page may take on a busy machine. */
const TIMEOUT = 20_000;
const INTERVALS = [30, 60, 120];

type Name = string | RegExp;

/** A string is the whole name; a pattern may match a part of it. */
export const the = (role: Query['role'], name?: Name, within?: Query): Query => ({
  role,
  ...(name === undefined
    ? {}
    : { name: typeof name === 'string' ? name : { pattern: name.source } }),
  ...(within === undefined ? {} : { within }),
});
export const text = (name: Name, within?: Query) => the('text', name, within);

const wordsOf = ({ role, name, within }: Query): string =>
  `${role} ${JSON.stringify(name)}${within === undefined ? '' : ` within ${wordsOf(within)}`}`;

export type Screen = ReturnType<typeof makeScreen>;

export function makeScreen(tab: Tab, origin: string) {
  const faults: string[] = [];

  /** Expects the page to say so soon; a page that is being replaced cannot answer. */
  const expectSoon = async (message: string, isSo: () => Promise<boolean>) => {
    try {
      await expect
        .poll(() => isSo().catch(String), { message, timeout: TIMEOUT, intervals: INTERVALS })
        .toBe(true);
    } catch (cause) {
      const pageText = await tab.evaluate(
        () => `${location.href}\n${document.body.innerText}`,
        null,
      );
      throw new Error(`${message}: not on ${pageText}`, { cause });
    }
  };
  const count = (query: Query) => tab.evaluate((one) => window.findAll(one).length, query);
  const expectShown = (query: Query) =>
    expectSoon(`${wordsOf(query)} is shown`, async () => (await count(query)) > 0);

  /** What has gone wrong so far. */
  const collect = async () => {
    faults.push(...(await tab.evaluate(() => window.takeFaults(), null)));
  };

  /** Waits until React owns the page, which the landing page lets it once it is touched. */
  const whenReady = () =>
    expectSoon('the page is ready', () =>
      tab.evaluate(() => {
        document.body.dispatchEvent(new Event('focusin', { bubbles: true }));
        const isWhole = document.querySelector('script[src]') === null;
        return 'ready' in document.documentElement.dataset || isWhole;
      }, null),
    );
  /** Waits until the page has its title and nothing on it is loading. */
  const whenLoaded = async () => {
    await whenReady();
    await expectShown(the('heading'));
    await expectSoon('everything has loaded', () =>
      tab.evaluate(() => document.querySelector('[class*="breathe"]') === null, null),
    );
  };

  const expectNothingBeyond = async () => {
    const beyond = await tab.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    }, null);
    expect(beyond, 'pixels beyond the right edge').toBeLessThanOrEqual(0);
  };

  /** WebKit breaks a line between an inline block and the full stop after it. */
  const expectNoLoneMark = async () => expect(await tab.evaluate(loneMarks, null)).toEqual([]);

  /** Expects no message of a failure, no complaint of the browser and nothing beyond the window. */
  const expectWell = async () => {
    await collect();
    expect(faults).toEqual([]);
    expect(await count(text('Something went wrong'))).toBe(0);
    await expectNothingBeyond();
    await expectNoLoneMark();
  };

  const open = async (path: string) => {
    await tab.open(new URL(path, origin).href);
    await whenReady();
  };

  /** Scrolls to the element and returns its middle once a click there would reach it. */
  const placeOf = async (query: Query): Promise<Point> => {
    let place: Point | null = null;
    await expectSoon(`${wordsOf(query)} can be clicked`, async () => {
      place = await tab.evaluate(middleOf, query);
      return place !== null;
    });
    return place ?? { x: 0, y: 0 };
  };
  const click = async (query: Query) => tab.clickAt(await placeOf(query));

  return {
    open,
    whenReady,
    expectShown,
    expectWell,
    click,
    placeOf,
    /** What has gone wrong so far was the test's own doing. */
    forgetFaults: async () => {
      await collect();
      faults.length = 0;
    },
    /** The pages of a journey have kept quiet. */
    expectQuiet: async () => {
      await collect();
      expect(faults).toEqual([]);
    },

    /** Opens the page and opens it again, when its scripts come from the cache. */
    openTwice: async (path: string) => {
      await open(path);
      await whenLoaded();
      await expectWell();
      await tab.reload();
      await whenLoaded();
      await expectWell();
    },
    /** Expects the measured formulas, the only ones on the page, to be drawn as they must be. */
    expectFormulas: () =>
      expect.poll(() => tab.evaluate(findFormulaFaults, null), { timeout: TIMEOUT }).toEqual([]),
    back: () => tab.back(),
    resize: (size: Size) => tab.resize(size),

    expectGone: (query: Query) =>
      expectSoon(`${wordsOf(query)} is gone`, async () => (await count(query)) === 0),
    expectFocus: (query: Query) =>
      expectSoon(`${wordsOf(query)} has the focus`, () =>
        tab.evaluate((one) => window.findAll(one)[0] === document.activeElement, query),
      ),
    expectPath: (path: string) =>
      expectSoon(`the path is ${path}`, async () =>
        (await tab.evaluate(() => location.href, null)).startsWith(origin + path),
      ),

    /** Replaces what the field says. */
    fill: async (label: Name, value: string, within?: Query) => {
      const field = the('field', label, within);
      await click(field);
      if (await tab.evaluate(setValue, { field, value })) await tab.type(value);
    },
    choose: async (query: Query, file: string) => {
      await expectShown(query);
      await tab.evaluate((one) => {
        for (const old of document.querySelectorAll('[data-chosen]'))
          old.removeAttribute('data-chosen');
        window.findAll(one)[0]?.setAttribute('data-chosen', '');
      }, query);
      await tab.chooseFile('[data-chosen]', file);
    },
    /** Scrolls a frame of the same site to the element with this selector and clicks it. */
    clickWithin: async (frame: Query, selector: string) => {
      let place: Point | null = null;
      await expectSoon(`${selector} within ${wordsOf(frame)} can be clicked`, async () => {
        place = await tab.evaluate(middleWithin, { frame, selector });
        return place !== null;
      });
      await tab.clickAt(place ?? { x: 0, y: 0 });
    },
    expectWithin: (frame: Query, selector: string, words: string) =>
      expectSoon(`${selector} within ${wordsOf(frame)} says ${words}`, () =>
        tab.evaluate(
          (one) => {
            const found = window.findAll(one.frame)[0] as HTMLIFrameElement | undefined;
            const element = found?.contentDocument?.querySelector(one.selector);
            return element?.textContent === one.words;
          },
          { frame, selector, words },
        ),
      ),
    press: (key: Key) => tab.press(key),
    focus: async (query: Query) => {
      await expectShown(query);
      await tab.evaluate((one) => window.findAll(one)[0]?.focus(), query);
    },
    /** The style of the outline around the element. */
    ringOf: (query: Query) =>
      tab.evaluate((one) => {
        const [element] = window.findAll(one);
        return element === undefined ? null : getComputedStyle(element).outlineStyle;
      }, query),
    /** From now on buttons on this page do not take the focus when they are pressed. */
    tapAsOnIphones: () =>
      tab.evaluate(
        () => document.addEventListener('mousedown', (event) => event.preventDefault()),
        null,
      ),
    drag: async (query: Query, by: Point) => {
      const { x, y } = await placeOf(query);
      await tab.drag({ x, y }, { x: x + by.x, y: y + by.y });
    },
    /** What the field or the slider says. */
    valueOf: (query: Query) =>
      tab.evaluate((one) => {
        const [element] = window.findAll(one);
        return element instanceof HTMLInputElement
          ? element.value
          : (element?.getAttribute('aria-valuenow') ?? null);
      }, query),

    /** Stores a session on the device, as signing in would. */
    signIn: async (key: 'student-session' | 'admin-session', { session, user }: Identity) => {
      // A page without a script, which would act on what is stored.
      await tab.open(origin + paths.terms);
      const stored = JSON.stringify({ session, user });
      await tab.evaluate(([name, value]) => localStorage.setItem(name, value), [
        key,
        stored,
      ] as const);
    },
    /** Closes the window and leaves nothing on the device. */
    forget: async () => {
      await tab.open(origin + paths.terms);
      await tab.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      }, null);
      await tab.close();
    },
  };
}

interface Identity {
  session: object;
  user: object;
}
