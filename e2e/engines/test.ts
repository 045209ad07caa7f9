// The `test` of the journeys in other engines: the fixtures of e2e/test.ts, with a window of the
// engine in place of Chromium's page.
import { makeSite } from '../site.ts';
import { test as base } from '../test.ts';
import type { Engine } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { startScript } from './in-page.ts';
import { makeScreen, PHONE, type Screen } from './screen.ts';
import { startWebKit } from './webkit.ts';

export interface EngineOptions {
  /** Firefox's program; null for WebKit. */
  readonly firefox: string | null;
  /** What the engine pretends not to have. */
  readonly lacking: readonly string[];
}

interface Fixtures {
  /** A window of a phone's size. */
  readonly phone: Screen;
  /** Opens another one, for the site or for a relay to it. */
  readonly openScreen: (origin?: string) => Promise<Screen>;
}

export const test = base.extend<Fixtures, EngineOptions & { readonly engine: Engine }>({
  firefox: [null, { option: true, scope: 'worker' }],
  lacking: [[], { option: true, scope: 'worker' }],
  engine: [
    async ({ firefox, lacking }, use) => {
      const script = startScript(lacking);
      const engine = await (firefox === null ? startWebKit(script) : startFirefox(firefox, script));
      await use(engine);
      await engine.close();
    },
    { scope: 'worker' },
  ],
  site: ({ host, request }, use) =>
    use(
      makeSite({
        demo: host,
        request,
        get page(): never {
          throw new Error('A journey of an engine has screens instead of a page.');
        },
      }),
    ),
  openScreen: async ({ engine, host }, use) => {
    const opened: Screen[] = [];
    await use(async (origin = host.origin) => {
      const tab = await engine.openTab();
      await tab.resize(PHONE);
      const screen = makeScreen(tab, origin);
      opened.push(screen);
      return screen;
    });
    try {
      for (const screen of opened) await screen.expectQuiet();
    } finally {
      for (const screen of opened) await screen.forget();
    }
  },
  phone: async ({ openScreen }, use) => use(await openScreen()),
});
