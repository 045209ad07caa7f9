// Firefox ESR, driven by WebDriver BiDi.
import puppeteer, { type Page } from 'puppeteer-core';

import type { Engine, Tab } from './engine.ts';

export async function startFirefox(program: string, script: string): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    env: { ...process.env, TZ: 'Europe/London' },
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB',
      // As on a phone: they take no room.
      'widget.gtk.overlay-scrollbars.enabled': true,
      'ui.useOverlayScrollbars': 1,
    },
  });
  return {
    async openTab() {
      const page = await browser.newPage();
      await page.evaluateOnNewDocument(script);
      return makeTab(page);
    },
    close: () => browser.close(),
  };
}

function makeTab(page: Page): Tab {
  const { mouse, keyboard } = page;
  return {
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    evaluate: async <A, R>(run: (argument: A) => R | Promise<R>, argument: A) =>
      (await page.evaluate(run as (argument: unknown) => unknown, argument)) as R,
    clickAt: ({ x, y }) => mouse.click(x, y),
    async drag(from, to) {
      await mouse.move(from.x, from.y);
      await mouse.down();
      await mouse.move(to.x, to.y, { steps: 10 });
      await mouse.up();
    },
    press: (key) => keyboard.press(key),
    type: (text) => keyboard.type(text),
    async chooseFile(selector, file) {
      const field = await page.$(`input${selector}`);
      if (field === null) throw new Error(`There is no field ${selector}.`);
      await (await field.toElement('input')).uploadFile(file);
    },
    resize: (size) => page.setViewport(size),
    close: () => page.close(),
  };
}
