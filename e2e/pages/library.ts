// The library of topics: its list, a topic, and the editor of a question.
import type { Page } from '@playwright/test';

import { paths } from '../../domain/paths.ts';

export const topicPath = (id: string) => `${paths.adminTopics}?topic=${id}`;
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

export const items = (page: Page) =>
  page.getByRole('region', { name: 'Videos, slides and questions' }).getByRole('listitem');

export const moveButton = (page: Page, to: 'up' | 'down', name: string) =>
  page.getByRole('button', { name: `Move ${to}: ${name}`, exact: true });

/** The form of a question, without the preview. */
export const editor = (page: Page, name = 'New question') => page.getByRole('form', { name });
/** A choice, a known wrong value or a point. */
export const row = (page: Page, name: string) =>
  editor(page).getByRole('group', { name, exact: true });
export const preview = (page: Page) => page.getByRole('region', { name: 'As students see it' });
export const saveQuestion = (page: Page) =>
  page.getByRole('button', { name: 'Save question' }).click();
