// What a list shows in each state of its query.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { Loaded, type LoadedQuery } from './loaded.tsx';

const idle: LoadedQuery<string[]> = {
  data: undefined,
  error: null,
  isPending: false,
  isError: false,
  isFetching: false,
  refetch: () => undefined,
};
const failed = { ...idle, error: new Error('No answer.'), isError: true };

/** The parts that are shown. */
function partsOf(query: LoadedQuery<string[]>, reportsStale = false): string[] {
  const html = renderToStaticMarkup(
    <Loaded
      query={query}
      noun="names"
      explain={({ message }) => message}
      reportsStale={reportsStale}
      empty={<p>No names yet</p>}
    >
      {(names) => <p>{names.join(', ')}</p>}
    </Loaded>,
  );
  const parts = [
    'Loading names',
    'Failed to load names',
    'No answer.',
    'Try again',
    'No names yet',
    'Ada, Bo',
  ];
  return parts.filter((part) => html.includes(part));
}

test('announces that data is loading', () => {
  expect(partsOf({ ...idle, isPending: true })).toEqual(['Loading names']);
});

test('shows the data, or that the list is empty', () => {
  expect(partsOf({ ...idle, data: ['Ada', 'Bo'] })).toEqual(['Ada, Bo']);
  expect(partsOf({ ...idle, data: [] })).toEqual(['No names yet']);
});

test('shows why it failed and offers to try again', () => {
  expect(partsOf(failed)).toEqual(['Failed to load names', 'No answer.', 'Try again']);
});

test('shows older data when a later attempt fails, with a note where requested', () => {
  const stale = { ...failed, data: ['Ada', 'Bo'] };
  expect(partsOf(stale)).toEqual(['Ada, Bo']);
  expect(partsOf(stale, true)).toEqual([
    'Failed to load names',
    'No answer.',
    'Try again',
    'Ada, Bo',
  ]);
});
