// The `test` of payments: an app that sells through the stand-in of the payment provider. Its
// `family` has no credits until it buys some.
import { startStripeSandbox } from '../../../sandbox/stripe.ts';
import { START, type TestOptions } from '../app.ts';
import { makeFamily } from '../factories.ts';
import { expectSound, sharedTest, test } from '../test.ts';
import { openShop } from './paid-lessons.ts';

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;

/** `checkedSessions` are the sessions that the app has asked the provider about, in order. */
async function openTestShop(options: TestOptions = {}) {
  const checkedSessions: string[] = [];
  const log = (line: string) => {
    const session = /^GET \/v1\/checkout\/sessions\/(\w+)/.exec(line)?.[1];
    if (session !== undefined) checkedSessions.push(session);
  };
  const timing = { retryDelays: [] };
  const shop = await openShop(({ now }) => startStripeSandbox({ now, timing, log }), options);
  return { ...shop, checkedSessions };
}

/** Each test has a shop of its own. */
export const shopTest = test
  .extend('shop', async ({ settings }, { onCleanup }) => {
    const shop = await openTestShop(settings);
    onCleanup(async () => {
      try {
        await expectSound(shop.api, settings);
      } finally {
        await shop.close();
      }
    });
    return shop;
  })
  .extend('api', ({ shop }) => shop.api)
  .extend('tutor', ({ shop }) => shop.tutor)
  .extend('family', ({ api, settings }) => makeFamily(api, settings.credits ?? 0));

/** All tests of a file share a shop, and its clock starts again for each test. */
export const sharedShopTest = sharedTest
  .extend('shop', { scope: 'file' }, async ({ settings }, { onCleanup }) => {
    const shop = await openTestShop(settings);
    onCleanup(() => shop.close());
    return shop;
  })
  .extend('api', { scope: 'file' }, ({ shop }) => shop.api)
  .extend('tutor', { scope: 'file' }, ({ shop }) => shop.tutor)
  .extend('family', ({ api, settings }) => makeFamily(api, settings.credits ?? 0))
  .extend('startOfClock', { auto: true }, ({ api }) => api.clock.set(START));
