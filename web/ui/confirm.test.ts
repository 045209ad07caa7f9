// A question that can no longer be answered resolves to no.
import { expect, test } from 'vitest';

import { confirm } from './confirm.tsx';

test('answers the first question with no when a second one is asked', async () => {
  const question = { title: 'Delete?', text: 'This cannot be undone.', action: 'Delete' };
  const first = confirm(question);
  const second = confirm({ ...question, title: 'Cancel?' });
  await expect(first).resolves.toBe(false);
  await expect(Promise.race([second, Promise.resolve('open')])).resolves.toBe('open');
});
