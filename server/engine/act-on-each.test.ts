// Jobs act on each row, and one that fails does not delay the others.
import { expect, test } from 'vitest';

import { DatabaseAway } from './away.ts';
import { actOnEach } from './context.ts';

async function* pages() {
  yield* await Promise.resolve(['first', 'broken']);
  yield* await Promise.resolve(['last']);
}

/** Acts on all pages; returns what was acted on, and how that ended. */
async function run(error: Error, signal?: AbortSignal) {
  const done: string[] = [];
  const acting = actOnEach(pages(), { complaint: 'rows failed', signal }, async (row) => {
    if (row === 'broken') throw error;
    done.push(row);
  });
  const [outcome] = await Promise.allSettled([acting]);
  return { done, error: outcome.status === 'rejected' ? String(outcome.reason) : null };
}

test('acts on the rows after one that fails, and then throws', async () => {
  expect(await run(new Error('of the row'))).toEqual({
    done: ['first', 'last'],
    error: 'AggregateError: 1 rows failed (broken): Error: of the row',
  });
});

test('throws an error that names at most ten failures', async () => {
  const ids = Array.from({ length: 12 }, (_, n) => `id${n}`);
  const acting = actOnEach(ids, { complaint: 'rows failed' }, (id) =>
    Promise.reject(new Error(`of ${id}`)),
  );
  const [outcome] = await Promise.allSettled([acting]);
  expect(outcome).toMatchObject({
    reason: {
      message: `12 rows failed (${ids.slice(0, 10).join(', ')}): Error: of id0`,
      errors: { length: 10 },
    },
  });
});

test('stops when the database is away', async () => {
  const away = new DatabaseAway(new Error('no connection'));
  expect(await run(away)).toEqual({ done: ['first'], error: String(away) });
});

test('stops without an error when it is aborted', async () => {
  const signal = AbortSignal.abort();
  expect(await run(new Error('of the row'), signal)).toEqual({ done: [], error: null });
});
