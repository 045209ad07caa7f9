// The numbers that a class types to a question asked live: the tutor reads them at once, families
// after the reveal.
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import type { TestFamily } from '../../testing/caller.ts';
import { DURING, liveTest as test, unitQuestion } from '../../testing/lessons/rooms.ts';
import { codeOf } from '../../testing/test.ts';

const voltage = {
  kind: 'question',
  use: 'live',
  question: {
    kind: 'number',
    text: 'Which voltage?',
    value: '1.25',
    unit: 'V',
    tolerance_percent: 2,
  },
};

test('are counted for the tutor, and shown to families with the reveal', async ({
  add,
  answerAsked,
  askDuring,
  change,
  family,
  join,
  lessonId,
  watchAs,
}) => {
  const others = [await join(), await join()];
  const itemId = await add(voltage);
  const { id, ...asked } = await askDuring(itemId);
  expect(asked).toMatchObject({ values: [], earlier_values: null });
  const reply = (by: TestFamily, answer: string, round = 1) =>
    answerAsked(id, answer, { by, round });
  const stream = await watchAs(family);
  await stream.next('asked');
  const [first, second] = others;
  if (first === undefined || second === undefined) expect.unreachable();
  expect(codeOf(await reply(family, '1.5'))).toBe('done');
  // It cannot be read, so nobody sees it.
  expect(codeOf(await reply(first, '4 + 3'))).toBe('validation_failed');
  expect(codeOf(await reply(first, '4321 mV'))).toBe('done');
  expect(codeOf(await reply(second, '1,50'))).toBe('done');
  const earlier = [
    { value: '1.5', unit: '', count: 2 },
    { value: '4.321e3', unit: 'mV', count: 1 },
  ];
  expect((await change(id, 'closed')).body).toMatchObject({
    asked: { values: earlier, earlier_values: null },
  });
  expect((await change(id, 'asked')).body).toMatchObject({
    asked: { values: [], earlier_values: earlier },
  });
  await reply(first, '1.23', 2);
  const { body: room } = await family.call(endpoints.getRoom, { params: { id: lessonId } });
  expect(JSON.stringify(room) + stream.text()).not.toMatch(/values|4\.321|1\.23/);

  const values = [{ value: '1.23', unit: '', count: 1 }];
  expect((await change(id, 'revealed')).body).toMatchObject({
    asked: { values, earlier_values: earlier },
  });
  const { body: after } = await family.call(endpoints.getRoom, { params: { id: lessonId } });
  expect(after.room.asked?.reveal).toMatchObject({
    values,
    solution: { right: { value: '1.25', unit: 'V', tolerance_percent: 2 } },
  });
  expect(JSON.stringify(after)).not.toContain(first.studentId);
});

test('are none for a choice', async ({ add, api, ask }) => {
  const itemId = await add(unitQuestion);
  api.clock.set(DURING);
  expect((await ask(itemId)).body).toMatchObject({ asked: { values: [], earlier_values: null } });
});
