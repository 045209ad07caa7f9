// What a task costs a person: taps, fields, screens, and the time until the page answers each tap.
import { expect, type Locator, type Page } from '@playwright/test';

/** A tap, a change of a field, a new screen or a paint, in epoch milliseconds. */
interface Event {
  readonly kind: 'tap' | 'field' | 'screen' | 'paint';
  readonly at: number;
  /** The path and the title of the open dialog. */
  readonly screen?: string;
  readonly field?: string;
}

declare global {
  interface Window {
    readonly reportEffort?: (event: Event) => Promise<void>;
  }
}

/** Runs in every document before its own scripts. */
function observe(): void {
  const report = (kind: Event['kind'], at: number, more: Partial<Event> = {}) =>
    void window.reportEffort?.({ kind, at, ...more });
  const now = () => performance.timeOrigin + performance.now();
  const CONTROLS = 'a, button, input, select, textarea, label, summary, [role]';
  // A tap on a label also clicks its field; the keyboard clicks without a pointer.
  let isPressed = false;
  const options = { capture: true, passive: true };
  document.addEventListener('pointerdown', ({ isTrusted }) => (isPressed = isTrusted), options);
  document.addEventListener(
    'click',
    ({ isTrusted, target }) => {
      if (!isPressed || !isTrusted || !(target instanceof Element && target.closest(CONTROLS)))
        return;
      isPressed = false;
      report('tap', now());
      isAwaited = true;
    },
    options,
  );
  document.addEventListener('input', ({ target }) => {
    // A field that the page fills in by itself fires nothing.
    if (target instanceof HTMLElement && 'labels' in target)
      report('field', now(), { field: `${location.pathname} ${target.getAttribute('name')}` });
  });
  let isAwaited = false;
  let current = '';
  const look = () => {
    const dialog = document.querySelector('[role$="dialog"] :is(h1, h2)')?.textContent ?? '';
    const screen = `${location.pathname} ${dialog}`;
    if (document.querySelector('main') === null || screen === current) return;
    current = screen;
    report('screen', now(), { screen });
  };
  let isQueued = false;
  new MutationObserver(() => {
    if (isQueued) return;
    isQueued = true;
    requestAnimationFrame(() => {
      isQueued = false;
      look();
      // The frame after this one shows the change.
      if (isAwaited) requestAnimationFrame(() => report('paint', now()));
      isAwaited = false;
    });
  }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') report('paint', performance.timeOrigin + startTime);
  }).observe({ type: 'paint', buffered: true });
}

interface Effort {
  /** Taps on controls. A field that the keyboard's 'next' reaches takes none. */
  readonly taps: number;
  /** Each field that was filled in by hand, with its page. */
  readonly fields: readonly string[];
  /** Pages and dialogs, the first one included. */
  readonly screens: readonly string[];
  /** The longest time from a tap to its answer, in milliseconds: a new screen, or a change. */
  readonly slowest: number;
}

/** Counts from the next document on. Call it before opening the first page. */
export async function countEffort(page: Page): Promise<() => Effort> {
  const events: Event[] = [];
  await page.exposeFunction('reportEffort', (event: Event) => {
    events.push(event);
  });
  await page.addInitScript(observe);
  return () => {
    const inOrder = events.toSorted((one, other) => one.at - other.at);
    const taps = inOrder.filter(({ kind }) => kind === 'tap');
    const screens = inOrder.flatMap(({ screen = [] }) => screen);
    const waits = taps.map(({ at }, index) => {
      const end = taps[index + 1]?.at ?? Infinity;
      const answers = inOrder.filter((event) => event.at > at && event.at < end);
      // A new screen, or else whatever changes.
      const answer = answers.find(({ kind }) => kind === 'screen') ?? answers[0];
      return answer === undefined ? 0 : answer.at - at;
    });
    return {
      taps: taps.length,
      fields: [...new Set(inOrder.flatMap(({ field = [] }) => field))],
      screens: screens.filter((screen, index) => screen !== screens[index - 1]),
      slowest: Math.round(Math.max(0, ...waits)),
    };
  };
}

/** Taps the first field and types into it and the next ones, as with the keyboard's 'next'. */
export async function typeThrough(page: Page, first: Locator, texts: string[]) {
  await first.click();
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
}

/** Prints the effort, as a row of the table of tasks, and holds it to its limit. */
export function expectEffort(task: string, effort: Effort, maxTaps: number) {
  const { taps, fields, screens, slowest } = effort;
  // oxlint-disable-next-line no-console
  console.log(
    `${task}: ${taps} taps, ${fields.length} fields, ${screens.length} screens, ${slowest} ms; ${screens.join(' > ')}`,
  );
  expect(taps, task).toBeLessThanOrEqual(maxTaps);
}
