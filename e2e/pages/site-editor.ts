// The editor of the tutor's site.
import { expect, type Page } from '@playwright/test';

/** What the line above the words says of the draft. */
export const draft = (page: Page) => page.getByRole('status', { name: 'Draft' });
export const expectSaved = (page: Page, text = 'Saved') => expect(draft(page)).toHaveText(text);

/** The button that opens a part of the words. */
export const part = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}( Sample)?$`) });
