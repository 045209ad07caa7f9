// Keyboard navigation.
import { expect, type Locator, type Page } from '@playwright/test';

/** Presses this key until the target has the focus, up to 150 times. */
export async function pressUntil(target: Locator, key: string): Promise<void> {
  await target.waitFor();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 150; presses += 1) {
    if (await isThere()) return;
    await target.page().keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

export const tabTo = (_page: Page, target: Locator) => pressUntil(target, 'Tab');

/** Tabs to the target and presses Enter. */
export async function tabAndPress(target: Locator): Promise<void> {
  await pressUntil(target, 'Tab');
  await target.page().keyboard.press('Enter');
}

/** Tabs to the button of this name and presses Enter. */
export const tabAndPressButton = (page: Page, name: string) =>
  tabAndPress(page.getByRole('button', { name, exact: true }));
