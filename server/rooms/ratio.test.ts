// What explains a wrong number by a number of the question: sent with the solution, never before.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { liveTest as test } from '../testing/lessons/rooms.ts';

const energy = (use: 'before' | 'live') => ({
  kind: 'question',
  use,
  question: {
    kind: 'number',
    text: 'A car of $1200\\,\\text{kg}$ drives at $15\\,\\text{m s}^{-1}$. Its energy?',
    value: '1.35e5',
    unit: 'J',
    known: [{ value: '2.7e5', feedback: 'No half.' }],
  },
});
const ratio = { value: '15', unit: 'm s^-1', power: -1 };

test.for([
  ['9000', ratio],
  ['9.0 kJ', ratio],
  ['135 kJ', undefined],
  ['2.7e5', undefined],
  ['-1.35e5', undefined],
  ['1.35e6', undefined],
  ['9000 kg', undefined],
  ['4321', undefined],
] as const)('%s, as the last try: %j', async ([typed, expected], { add, answer }) => {
  const id = await add(energy('before'));
  const first = await answer(id, '9000');
  expect(JSON.stringify(first.body)).not.toContain('ratio');
  const { item } = (await answer(id, typed)).body as { item: { solution: object } };
  expect(item.solution).toMatchObject({ right: { value: '1.35e5' } });
  expect(item.solution).toEqual(
    expected === undefined
      ? expect.not.objectContaining({ ratio: expect.anything() })
      : expect.objectContaining({ ratio: expected }),
  );
});

test('comes with the reveal, and in practice with the answer', async ({
  add,
  api,
  answerAsked,
  askDuring,
  change,
  family,
  lessonId,
}) => {
  const itemId = await add(energy('live'));
  const { id } = await askDuring(itemId);
  await answerAsked(id, '9000');
  const params = { id: lessonId };
  const read = async () => (await family.call(endpoints.getRoom, { params })).body.room;
  expect(JSON.stringify(await read())).not.toContain('ratio');
  await change(id, 'revealed');
  const room = await read();
  expect(room.asked?.reveal?.solution).toMatchObject({ ratio });
  expect(room.items).toMatchObject([{ solution: { ratio } }]);

  api.clock.set('2026-11-19T12:00:00Z');
  const practised = await family.send(endpoints.practise, {
    body: { Item_ID: itemId, answer: '9000' },
  });
  expect(practised.body).toMatchObject({ item: { solution: { ratio } } });
});

test('a unit with powers too high to type does not stop the reveal', async ({
  add,
  answerAsked,
  askDuring,
  change,
  family,
  lessonId,
}) => {
  const { id } = await askDuring(await add(energy('live')));
  expect((await answerAsked(id, '7 J^9 J^9 J^-9 J^-8')).status).toBe(201);
  await change(id, 'revealed');
  const params = { id: lessonId };
  const { room } = (await family.call(endpoints.getRoom, { params })).body;
  expect(room.asked?.reveal?.values).toEqual([{ value: '7', unit: 'J^18 J^-17', count: 1 }]);
});
