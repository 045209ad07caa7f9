// A page whose own code fails, which no server response could cause.
import type { Page } from '@playwright/test';

const scriptOf = (name: string) => `**/assets/${name}-*.js`;
const BROKEN = `
  const Broken = () => { throw new Error('This page is broken on purpose.'); };
  export { Broken as default, Broken as Component };
`;

/**
 * Makes the page with this script ('account-family') throw while rendering from its next load on.
 */
export function breakPage(page: Page, name: string): Promise<unknown> {
  return page.route(scriptOf(name), (route) =>
    route.fulfill({ contentType: 'text/javascript', body: BROKEN }),
  );
}

export function mendPage(page: Page, name: string): Promise<void> {
  return page.unroute(scriptOf(name));
}
