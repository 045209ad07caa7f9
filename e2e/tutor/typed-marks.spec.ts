// A question with marks that mean something in physics, and with characters that do not show.
import { expect } from '@playwright/test';

import { expectReadable, watch } from '../checks.ts';
import { editor, preview, topicPath } from '../pages/library.ts';
import { makeTopic, video } from '../pages/room.ts';
import { test } from '../test.ts';

test('keeps marks of physics as typed, and names what does not show', async ({ page, tutor }) => {
  watch(page);
  const { topicId } = await makeTopic(tutor, [video]);
  await tutor.open(topicPath(topicId));
  await page.getByRole('link', { name: 'Add a question' }).click();
  const text = editor(page).getByLabel('Question', { exact: true });
  await text.fill('Is 2*3*4 N a force of $24? It was 20 &deg;C.\n- 3 V\n+ 5 V');
  await expect(preview(page)).toContainText('2*3*4 N a force of $24? It was 20 °C.');
  await expect(preview(page)).toContainText('- 3 V');
  await expect(editor(page)).toContainText(
    '"&deg;C." is not shown as you typed it. Look at the preview.',
  );
  await expectReadable(page, 'not-shown');
  await text.fill('It was 20 °C.');
  await expect(editor(page)).not.toContainText('is not shown');
});
