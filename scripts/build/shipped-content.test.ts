// Whether the words that development ships are found to be published, as those of a build are.
import { expect, test } from 'vitest';

import { contentSchema, isSameContent } from '../../domain/site/content.ts';
import { SHIPPED_CONTENT } from './shipped-content.ts';

test('equals the same words in a stored draft', () => {
  const stored = contentSchema.parse(JSON.parse(JSON.stringify(SHIPPED_CONTENT)));
  expect(isSameContent(SHIPPED_CONTENT, stored)).toBe(true);
});
