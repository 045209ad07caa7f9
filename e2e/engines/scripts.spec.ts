// Scripts that a restarting server, or a proxy before it, answers with something else.
import { expect } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { startProxy } from './proxy.ts';
import { the } from './screen.ts';
import { test } from './test.ts';

const FAILURE = JSON.stringify({ success: false, code: 'service_unavailable' });

for (const [what, script] of [
  ['its own script', /^\/assets\/family-account-family-/],
  ['a script that the whole app needs', /^\/assets\/base-/],
] as const)
  test(`loads the page again when ${what} came wrong`, async ({ host, openScreen, family }) => {
    let isAnswered = false;
    const proxy = await startProxy(host.origin, (path, response) => {
      if (isAnswered || !script.test(path)) return false;
      isAnswered = true;
      response.writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(FAILURE);
      return true;
    });
    const phone = await openScreen(proxy.origin);
    await phone.signIn('student-session', family);
    await phone.open(paths.accountFamily);
    await phone.expectShown(the('heading', 'Contact details'));
    expect(isAnswered).toBe(true);
    await phone.forgetFaults();
  });
