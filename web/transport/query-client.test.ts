// The query layer's retries and reports, and that it clears one person's data before the next signs
// in.
import {
  MutationObserver,
  type QueryClient,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { dismissToasts, readMessages } from '../ui/toast.ts';
import { ApiError, NetworkError, tryBy, RETRY } from './failures.ts';
import {
  createQueryClient,
  forgetOnSignOut,
  LOADING,
  loadAgain,
  patchLists,
  patchQuery,
} from './query-client.ts';
import { clearSession, personOf } from './session.ts';
import { UNSENT_ANSWERS } from './storage.ts';
import { NOON, openBrowser, ownStudent, parent, signIn } from './testing/browser.ts';

const { stored } = openBrowser();

let client: QueryClient;

beforeEach(() => {
  client = createQueryClient();
});
afterEach(() => {
  client.clear();
  dismissToasts();
});

/**
 * How many attempts a query gets that always fails in this way, and how long they take
 * (milliseconds).
 */
async function attemptsOf(
  error: Error,
  own: Pick<QueryObserverOptions<never>, 'retry' | 'retryDelay' | 'meta'> = {},
): Promise<[number, number]> {
  const queryFn = vi.fn<() => Promise<never>>(() => Promise.reject(error));
  const observer = new QueryObserver(client, {
    queryKey: ['family', 'x'],
    queryFn,
    meta: { operation: { title: 'Error Loading Lessons', text: 'Failed to load lessons' } },
    ...own,
  });
  const stop = observer.subscribe(() => {});
  const isSettled = () => observer.getCurrentResult().isError;
  while (!isSettled()) await vi.advanceTimersByTimeAsync(100);
  stop();
  return [queryFn.mock.calls.length, Math.round((Date.now() - NOON) / 1000) * 1000];
}

const offline = () => new NetworkError(new TypeError('failed'));

test('retries a query 3 times, after 1, 2 and 3 seconds', async () => {
  await expect(attemptsOf(offline())).resolves.toEqual([4, 6000]);
  expect(readMessages().shown).toMatchObject({ title: 'Connection Error' });
});

test.for([400, 401, 404, 429])('does not retry a query that was answered %i', async (status) => {
  await expect(attemptsOf(new ApiError('No', { status }))).resolves.toEqual([1, 0]);
  expect(readMessages().shown).toMatchObject({ title: 'Error Loading Lessons', description: 'No' });
});

test('tries data that a page cannot do without three times, 2 seconds apart', async () => {
  await expect(attemptsOf(offline(), LOADING)).resolves.toEqual([3, 4000]);
});

test.for([400, 401, 404, 429])('does not retry such data that was answered %i', async (status) => {
  await expect(attemptsOf(new ApiError('No', { status }), LOADING)).resolves.toEqual([1, 0]);
});

test('tries a registration of interest twice, a second apart', async () => {
  const attempt = vi.fn<() => Promise<never>>(() => Promise.reject(offline()));
  const settled = tryBy(RETRY.registration, attempt).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(999);
  expect(attempt).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(attempt).toHaveBeenCalledTimes(2);
  await expect(settled).resolves.toBeInstanceOf(NetworkError);
});

test('does not report a query whose page shows the failure itself', async () => {
  await attemptsOf(new ApiError('No', { status: 404 }), { meta: { isSilent: true } });
  expect(readMessages().shown).toBeNull();
});

test.each([
  ['first', 'first, changed'],
  [undefined, undefined],
])('loads %s again when an event changes it meanwhile', async (cached, changed) => {
  const queryKey = ['family', 'x'];
  const loads: ((data: string) => void)[] = [];
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      loads.push(resolve);
    });
  client.setQueryData(queryKey, cached);
  const observer = new QueryObserver(client, { queryKey, queryFn, staleTime: 0 });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  patchQuery<string>(client, queryKey, (data) => `${data}, changed`);
  loads[0]?.('older than the event');
  await vi.advanceTimersByTimeAsync(0);
  expect([observer.getCurrentResult().data, loads.length]).toEqual([changed, 2]);
  loads[1]?.('newer');
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult().data).toBe('newer');
  stop();
});

/** Shows a query that loads; each of `loads` ends a load with its data. */
async function show(queryKey: readonly string[], cached: string | undefined) {
  const loads: ((data: string) => void)[] = [];
  const queryFn = () =>
    new Promise<string>((resolve) => {
      loads.push(resolve);
    });
  client.setQueryData(queryKey, cached);
  const observer = new QueryObserver(client, { queryKey, queryFn, staleTime: 0 });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  return { observer, loads, stop };
}

test.each([['cached'], [undefined]])(
  'changes the answer of a load that began before an event, with %s before it',
  async (cached) => {
    const { observer, loads, stop } = await show(['family', 'lists', 'x'], cached);
    for (const spots of [2, 1])
      patchLists<string>(client, ['family', 'lists'], () => `${spots} spots`);
    expect(observer.getCurrentResult().data).toBe(cached === undefined ? undefined : '1 spots');
    loads[0]?.('older than the events');
    await vi.advanceTimersByTimeAsync(0);
    expect([observer.getCurrentResult().data, loads.length]).toEqual(['1 spots', 1]);
    const loading = observer.refetch();
    loads[1]?.('newer');
    await loading;
    expect(observer.getCurrentResult().data).toBe('newer');
    stop();
  },
);

test('neither retries nor reports a cancelled query', async () => {
  await expect(attemptsOf(new DOMException('given up', 'AbortError'))).resolves.toEqual([1, 0]);
  expect(readMessages().shown).toBeNull();
});

test('retries a mutation once', async () => {
  const mutationFn = vi.fn<() => Promise<never>>(() =>
    Promise.reject(new ApiError('Down', { status: 500 })),
  );
  const observer = new MutationObserver(client, { mutationFn });
  const settled = observer.mutate().catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  await expect(settled).resolves.toBeInstanceOf(ApiError);
  expect(mutationFn).toHaveBeenCalledTimes(2);
  expect(readMessages().shown).toMatchObject({ title: 'Error', description: 'Down' });
});

test.each([['cached'], [undefined]])(
  'loads again after a change what was loading before it, with %s before it',
  async (cached) => {
    const { observer, loads, stop } = await show(['family', 'x'], cached);
    const loading = loadAgain(client, [['family']]);
    await vi.advanceTimersByTimeAsync(0);
    loads[0]?.('older than the change');
    await vi.advanceTimersByTimeAsync(0);
    expect(observer.getCurrentResult().data).toBe(cached);
    loads[1]?.('newer');
    await loading;
    expect(observer.getCurrentResult().data).toBe('newer');
    expect(readMessages().shown).toBeNull();
    stop();
  },
);

test.each([['cached'], [undefined]])(
  'cancels at a change the load of a page that is still opening, with %s before it',
  async (cached) => {
    const queryKey = ['family', 'x'];
    const older = Promise.withResolvers<string>();
    client.setQueryData(queryKey, cached);
    const started = client.query({ queryKey, queryFn: () => older.promise, staleTime: 0 });
    const settled = started.catch((error: unknown) => error);
    await loadAgain(client, [['family']]);
    older.resolve('older than the change');
    await settled;
    const observer = new QueryObserver(client, { queryKey, queryFn: () => 'newer' });
    expect(observer.getCurrentResult().data).toBe(cached);
    const stop = observer.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
    expect(observer.getCurrentResult().data).toBe('newer');
    expect(readMessages().shown).toBeNull();
    stop();
  },
);

const succeed = () => Promise.resolve();
const refuse = () => Promise.reject(new ApiError('No', { status: 409 }));
test.for([
  ['success', 'loads again what it changes', succeed, undefined, 'pending'],
  ['refusal', 'loads again what it changes', refuse, undefined, 'pending'],
  ['success', 'does not wait for what is shown', succeed, true, 'success'],
] as const)('after a %s, a mutation %s', async ([, , act, isPatched, whileLoading]) => {
  const queryKey = ['family', 'x'];
  const loads: ((data: string) => void)[] = [];
  const queryFn = () =>
    new Promise<string>((resolve) => {
      loads.push(resolve);
    });
  client.setQueryData(queryKey, 'old');
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
  const observer = new MutationObserver(client, {
    meta: { changes: [['family']], ...(isPatched && { isPatched }) },
    mutationFn: act,
  });
  const settled = observer.mutate().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(client.isFetching({ queryKey })).toBe(1);
  expect(observer.getCurrentResult().status).toBe(whileLoading);
  loads[0]?.('new');
  await settled;
  await vi.advanceTimersByTimeAsync(0);
  expect(client.getQueryData(queryKey)).toBe('new');
  stop();
});

test("clears the student's data at sign-out and keeps public and admin data", () => {
  signIn(60);
  const stop = forgetOnSignOut(client, 'family');
  for (const key of ['family', 'admin', 'public']) client.setQueryData([key, 'x'], key);
  signIn(120, 'renewed');
  expect(client.getQueryData(['family', 'x'])).toBe('family');
  clearSession('family');
  expect(['family', 'admin', 'public'].map((key) => client.getQueryData([key, 'x']))).toEqual([
    undefined,
    'admin',
    'public',
  ]);
  stop();
});

test.for([
  ['the other parent', { ...parent, Person_ID: 'person-3' }],
  ['a student of the family', ownStudent],
] as const)("a sign-in of %s forgets the first one's data", ([, user]) => {
  signIn(60);
  const stop = forgetOnSignOut(client, 'family');
  client.setQueryData(['family', 'x'], 1);
  signIn(60, 'other', user);
  expect(client.getQueryData(['family', 'x'])).toBeUndefined();
  stop();
});

test('a renewed session with another address is the same person', () => {
  signIn(60);
  const unsent = JSON.stringify({ person: personOf('family'), answers: [{ answer: 'Because.' }] });
  stored.set(UNSENT_ANSWERS, unsent);
  const stop = forgetOnSignOut(client, 'family');
  client.setQueryData(['family', 'x'], 1);
  signIn(120, 'renewed', { ...parent, Parent_Email: 'new@example.com' });
  expect(client.getQueryData(['family', 'x'])).toBe(1);
  expect(stored.get(UNSENT_ANSWERS)).toBe(unsent);
  stop();
});

test('deletes the unsent answers of an expired session when somebody else signs in', () => {
  signIn(60);
  const unsent = JSON.stringify({ person: personOf('family'), answers: [{ answer: 'Because.' }] });
  stored.set(UNSENT_ANSWERS, unsent);
  const stop = forgetOnSignOut(client, 'family');
  clearSession('family');
  signIn(60, 'again');
  expect(stored.get(UNSENT_ANSWERS)).toBe(unsent);
  clearSession('family');
  signIn(60, 'other', ownStudent);
  expect(stored.has(UNSENT_ANSWERS)).toBe(false);
  stop();
});

test('retries as often as agreed', () => {
  expect(RETRY).toEqual({
    general: { attempts: 3, delayMs: 1000 },
    query: { attempts: 4, delayMs: 1000 },
    mutation: { attempts: 2, delayMs: 1000 },
    loading: { attempts: 3, delayMs: 2000, isSteady: true },
    registration: { attempts: 2, delayMs: 1000 },
  });
  expect(client.getDefaultOptions().queries?.staleTime).toBe(300_000);
});
