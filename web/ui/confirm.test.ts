// A question that nobody can answer any more is answered with no.
import { expect, test } from 'vitest';

import { confirm } from './confirm.tsx';

test('a second question takes a no for the first', async () => {
  const question = { title: 'Delete?', text: 'This cannot be undone.', action: 'Delete' };
  const first = confirm(question);
  const second = confirm({ ...question, title: 'Cancel?' });
  await expect(first).resolves.toBe(false);
  await expect(Promise.race([second, Promise.resolve('open')])).resolves.toBe('open');
});
