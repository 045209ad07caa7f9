// Checks the link context that renderers pass down, for links followed by the router and by the
// browser.
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { AppLink } from './app-link.tsx';

beforeEach(() => {
  vi.stubGlobal('window', { location: new URL('https://lessons.test/sign-in') });
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['a page of the app', '/sign-up'],
  ['the page that is shown', '/sign-in'],
  ['another document', '/'],
  ['another site', 'https://example.com/sign-up'],
])('notifies the parent of a link to %s', (_, href) => {
  const heard = { onClick: vi.fn(), onPointerEnter: vi.fn(), onFocus: vi.fn() };
  const { props } = AppLink({ href, children: 'Go', ...heard }) as ReactElement<typeof heard>;
  const event = { defaultPrevented: false };
  for (const name of ['onClick', 'onPointerEnter', 'onFocus'] as const) {
    props[name](event);
    expect(heard[name].mock.calls).toEqual([[event]]);
  }
});
