// Who is in a room, as processes tell each other.
import { expect, test } from 'vitest';

import { createPresence } from './presence.ts';

test('names a student once, however many streams are open', () => {
  const announced: string[] = [];
  const presence = createPresence({
    clock: () => 0,
    announce: (message) => void announced.push(message),
    served: () => ['ann', 'bob', 'ann', 'ann'],
  });
  presence.announce('lesson');
  expect(announced).toEqual(['here:lesson ann bob']);
});
