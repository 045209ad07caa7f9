// Where people choose their own colours, backgrounds are gone: marks that are nothing else have a
// colour of the system, and one link of a row is seen to be the current one.
import { expect, type Locator } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { test } from '../test.ts';

test.use({ colorScheme: 'dark' });

/** The colours of its edge below, of what lies before its content, and of the page. */
const coloursOf = (element: Locator) =>
  element.evaluate((one) => ({
    edge: getComputedStyle(one).borderBottomColor,
    knob: getComputedStyle(one, '::before').backgroundColor,
    page: getComputedStyle(document.body).backgroundColor,
  }));

test('shows the current link and a switch', async ({ page, tutor }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await tutor.open(paths.adminAccountEmails);
  const knob = await coloursOf(page.getByRole('switch', { name: 'Daily summary' }));
  expect(knob.knob).not.toBe(knob.page);
  await tutor.open(paths.adminPlanner);
  const link = (name: string) => coloursOf(page.getByRole('link', { name, exact: true }).first());
  const [current, other] = [await link('Planner'), await link('Topics')];
  expect(current.edge).not.toBe(current.page);
  expect(other.edge).toBe(other.page);
});
