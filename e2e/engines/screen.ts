// What a person does in a window of an engine, by role, label and text, and what must never be seen
// there.
import { expect } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import type { Key, Point, Size, Tab } from './engine.ts';
import type { Query } from './in-page.ts';

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
      const said = await tab.evaluate(() => `${location.href}\n${document.body.innerText}`, null);
      throw new Error(`${message}: not on ${said}`, { cause });
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
        return 'ready' in document.documentElement.dataset || document.scripts.length === 0;
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
    choose: (query: Query, file: string) =>
      tab
        .evaluate((one) => {
          for (const old of document.querySelectorAll('[data-chosen]'))
            old.removeAttribute('data-chosen');
          window.findAll(one)[0]?.setAttribute('data-chosen', '');
        }, query)
        .then(() => tab.chooseFile('[data-chosen]', file)),
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
    focus: (query: Query) => tab.evaluate((one) => window.findAll(one)[0]?.focus(), query),
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
  readonly session: object;
  readonly user: object;
}

/** Runs within the page. A field that is sr-only is pressed by its label. */
async function middleOf(query: Query): Promise<Point | null> {
  const element = window.findAll(query)[0];
  if (element === undefined || element.matches(':disabled, [aria-disabled=true]')) return null;
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
  for (const target of [element, ...labels]) {
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    const before = target.getClientRects()[0];
    // What still moves would not be hit.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const after = target.getClientRects()[0];
    if (after === undefined || before?.x !== after.x || before.y !== after.y) continue;
    const x = after.x + after.width / 2;
    const y = after.y + after.height / 2;
    const hit = document.elementFromPoint(x, y);
    if (hit !== null && target.contains(hit)) return { x, y };
  }
  return null;
}

/** Runs within the page. The frame may be scaled, and scroll by itself at first. */
async function middleWithin(one: {
  readonly frame: Query;
  readonly selector: string;
}): Promise<Point | null> {
  const frame = window.findAll(one.frame)[0] as HTMLIFrameElement | undefined;
  const element = frame?.contentDocument?.querySelector(one.selector);
  if (frame === undefined || !element) return null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { x, y, width, height } = element.getBoundingClientRect();
  if (before.y !== y) return null;
  const outer = frame.getBoundingClientRect();
  const scale = outer.width / frame.clientWidth;
  return { x: outer.x + (x + width / 2) * scale, y: outer.y + (y + height / 2) * scale };
}

/** Runs within the page. The sentences in which a punctuation mark starts a line. */
function loneMarks(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lone: string[] = [];
  while (texts.nextNode() !== null) {
    const words = texts.currentNode as Text;
    const before = words.previousSibling;
    if (!/^[.,;:!?)]/.test(words.data) || !(before instanceof Element)) continue;
    const mark = document.createRange();
    mark.setStart(words, 0);
    mark.setEnd(words, 1);
    const last = [...before.getClientRects()].at(-1);
    const { top, height } = mark.getBoundingClientRect();
    if (last !== undefined && height > 0 && top >= last.bottom)
      lone.push(words.parentElement?.textContent ?? '');
  }
  return lone;
}

/** Runs within the page. Returns whether the value is still to be typed over what is selected. */
function setValue({ field, value }: { readonly field: Query; readonly value: string }): boolean {
  const found = window.findAll(field)[0];
  if (found instanceof HTMLTextAreaElement) found.select();
  if (found instanceof HTMLInputElement && !['date', 'time'].includes(found.type)) found.select();
  else if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) {
    const options = found instanceof HTMLSelectElement ? [...found.options] : [];
    const chosen = options.find(({ label }) => label === value)?.value ?? value;
    // React overrides the property of the element itself.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(found), 'value')?.set?.call(
      found,
      chosen,
    );
    for (const type of ['input', 'change']) found.dispatchEvent(new Event(type, { bubbles: true }));
    return false;
  }
  return true;
}
