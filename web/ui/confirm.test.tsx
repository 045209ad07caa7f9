// A question that can no longer be answered resolves to no.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { type Ask, useConfirm } from './confirm.tsx';

test('answers the first question with no when a second one is asked', async () => {
  const asks: Ask[] = [];
  function Asking() {
    const [question, ask] = useConfirm();
    asks.push(ask);
    return question;
  }
  renderToStaticMarkup(<Asking />);
  const [ask] = asks;
  const question = { title: 'Delete?', text: 'This cannot be undone.', action: 'Delete' };
  const first = ask?.(question);
  const second = ask?.({ ...question, title: 'Cancel?' });
  await expect(first).resolves.toBe(false);
  await expect(Promise.race([second, Promise.resolve('open')])).resolves.toBe('open');
});
