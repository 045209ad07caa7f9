// The query layer: its retries, its freshness, and the reports of failed queries and mutations.
// Pages start queries as they open, and components read them.
import {
  MutationCache,
  noop,
  QueryCache,
  QueryClient,
  type QueryExecuteOptions,
  type QueryKey,
} from '@tanstack/react-query';

import type { Audience } from '../../domain/endpoint.ts';
import { markReported, wasReported } from '../ui/reported.ts';
import { readMessages, showToast } from '../ui/toast.ts';
import {
  AuthenticationError,
  type FailureWords,
  isAbort,
  NetworkError,
  type Operation,
  retryBy,
  wordsFor,
  type Titles,
  RETRY,
} from './failures.ts';
import { clearSession, personOf, subscribeToSession } from './session.ts';
import { tryStorage, UNSENT_ANSWERS } from './storage.ts';

const STALE_MINUTES = 5;

declare module '@tanstack/react-query' {
  interface Register {
    /** The words for failures; the general ones are used if it is missing. */
    queryMeta: {
      readonly operation?: Operation;
      /** The page shows the failure itself. */ readonly isSilent?: true;
      /** The page says that it is offline, and since when, as long as it has data. */
      readonly isSilentOffline?: true;
    };
    mutationMeta: {
      readonly operation?: Operation;
      /** A <FormProblem>, or the page itself, shows the failure. */ readonly isShownByForm?: true;
      /**
       * The keys of what it changes. They are loaded again once it has settled, after a refusal
       * too, which means that the page was out of date; until then it is pending.
       */
      readonly changes?: readonly QueryKey[];
      /** The page shows the change by then, so nothing waits for those loads. */
      readonly isPatched?: true;
    };
  }
}

/** The retries of data that a page cannot do without. */
export const LOADING = retryBy(RETRY.loading);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta, state }) => {
        const isKnown = state.data !== undefined && error instanceof NetworkError;
        if (meta?.isSilent === true || (meta?.isSilentOffline === true && isKnown)) return;
        reportFailure(error, meta?.operation);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) =>
        reportFailure(error, mutation.meta?.operation, mutation.meta?.isShownByForm),
      onSettled: (_data, _error, _variables, _result, { meta }, { client }) => {
        const loads = loadAgain(client, meta?.changes ?? []);
        return meta?.isPatched === true ? undefined : loads;
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MINUTES * 60_000,
        ...retryBy(RETRY.query),
        // An offline browser gets the connection error instead of pausing silently.
        networkMode: 'always',
      },
      mutations: { ...retryBy(RETRY.mutation), networkMode: 'always' },
    },
  });
}

/** The query client of the app. */
export const queryClient = createQueryClient();

/**
 * Starts a query for a page that opens. The page shows its result, and a failure is reported like
 * any other.
 */
export function startQuery<FnData, Failure, Data, QueryData, Key extends QueryKey>(
  options: QueryExecuteOptions<FnData, Failure, Data, QueryData, Key>,
): void {
  queryClient.query(options).catch(noop);
}

/**
 * Refetches what pages show, and the rest when it is shown next. Cancels inactive fetches: they may
 * predate the change, and would be cached as fresh. `invalidateQueries` restarts the active ones.
 */
export async function loadAgain(client: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(
    keys.flatMap((queryKey) => [
      client.cancelQueries({
        queryKey,
        predicate: (query) => query.state.data === undefined || !query.isActive(),
      }),
      client.invalidateQueries({ queryKey }),
    ]),
  );
}

/**
 * Changes cached data by an event. A load that has begun may be older than the event and would undo
 * the change, so it begins again.
 */
export function patchQuery<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data,
): void {
  const isLoading = client.isFetching({ queryKey }) > 0;
  if (isLoading) void client.cancelQueries({ queryKey });
  client.setQueryData<Data>(queryKey, (data) => (data === undefined ? data : change(data)));
  if (isLoading) void client.invalidateQueries({ queryKey });
}

/**
 * Changes every cached list under a key, e.g. by an event. A load that has begun may be older than
 * the change, so its answer is changed too once it is cached. Unlike patchQuery it does not begin
 * again: in a rush, events arrive faster than lists.
 */
export function patchLists<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data,
): void {
  for (const { queryKey: key, promise } of client.getQueryCache().findAll({ queryKey })) {
    const put = () => {
      client.setQueryData<Data>(key, (data) => (data === undefined ? data : change(data)));
    };
    put();
    promise?.then(put, noop);
  }
}

/** The title and text of the toast for a failure. */
export function describeFailure(error: unknown, operation?: Operation): FailureWords {
  return wordsFor(error, operation, errorTitles);
}

/** Shows the toast for something that was done. */
export function reportSuccess(title: string, description: string): void {
  showToast({ kind: 'success', title, description });
}

/**
 * Shows the toast for a failed call once. After an authentication failure, ends the dead session,
 * and the page's guard redirects to the matching sign-in page. Ignores aborted calls. Leaves the
 * words to the form if it shows them.
 */
export function reportFailure(error: unknown, operation?: Operation, isShownByForm = false): void {
  if (isAbort(error) || wasReported(error)) return;
  if (error instanceof AuthenticationError && error.audience !== undefined)
    clearSession(error.audience);
  const words = describeFailure(error, operation);
  markReported(error, isShownByForm ? words : null);
  if (isShownByForm) return;
  // An expired session fails every running call; one message is enough.
  const isTold = readMessages().shown?.title === words.title;
  if (error instanceof AuthenticationError && error.code !== 'invalid_credentials' && isTold)
    return;
  showToast({ kind: 'destructive', ...words });
}

/**
 * Clears an audience's cached data as soon as somebody else, or nobody, is signed in: the audience
 * is the first part of its query keys. Unsent answers stay for the same person.
 * Returns the function that unsubscribes.
 */
export function forgetOnSignOut(client: QueryClient, audience: Audience): () => void {
  let person = personOf(audience);
  return subscribeToSession(audience, () => {
    const next = personOf(audience);
    if (next === person) return;
    person = next;
    if (audience === 'family' && next !== undefined) deleteAnswersOfOthers(next);
    const queryKey: QueryKey = [audience];
    void client.cancelQueries({ queryKey });
    client.removeQueries({ queryKey });
  });
}

/** Deletes the answers that somebody else, whose session has expired, left on the device. */
function deleteAnswersOfOthers(person: string): void {
  tryStorage('device', (storage) => {
    const unsent = JSON.parse(storage.getItem(UNSENT_ANSWERS) ?? 'null') as Partial<{
      readonly person: string;
    }> | null;
    if (unsent?.person !== person) storage.removeItem(UNSENT_ANSWERS);
  });
}

/**
 * The titles of toasts that show a refusal. Codes that are not listed have the title of the
 * operation, or a general one.
 */
const errorTitles: Titles = {
  validation_failed: 'Validation Error',
  unauthenticated: 'Authentication Required',
  forbidden: 'Access Denied',
  not_booked: 'Not booked',
  room_closed: 'Room closed',
  asked_before: 'Already asked',
  question_closed: 'Question closed',
  already_revealed: 'Already revealed',
  no_more_rounds: 'No more rounds',
  question_open: 'Question open',
  already_answered: 'Already answered',
  not_due: 'Not due',
  no_tries_left: 'No tries left',
  already_marked: 'Already marked',
  topic_in_use: 'Topic in use',
  topic_archived: 'Topic archived',
  too_many_items: 'Topic full',
  too_many_rows: 'Too Many Rows',
  invalid_credentials: 'Login Failed',
  two_factor_required: 'Login Failed',
  invalid_code: 'Login Failed',
  insufficient_credits: 'Insufficient Credits',
  already_done: 'Already Done',
  already_running: 'Comparison running',
  not_mendable: 'Not mendable',
  undo_over: 'Too late to undo',
  email_taken: 'Registration Failed',
  email_unconfirmed: 'Email not confirmed',
  already_asked: 'Free lesson',
  free_lesson_used: 'Free lesson',
  free_spots_taken: 'Free lesson',
  not_offered: 'Free lesson',
  already_booked: 'Booking Failed',
  already_waiting: 'Waiting list',
  not_full: 'Waiting list',
  waiting_list_full: 'Waiting list',
  lesson_full: 'Lesson Full',
  reservations_full: 'Spots reserved',
  lesson_started: 'Booking Failed',
  too_late_to_cancel: 'Cancellation Failed',
  settings_changed: 'Settings Changed',
  draft_changed: 'Draft Changed',
  site_not_rendered: 'Not Published',
  not_a_picture: 'Picture not used',
  below_booked: 'Error Updating Lesson',
  payment_provider_error: 'Payment Error',
  payments_unavailable: 'Payment Error',
};

/** To spread: the title of the operation, and the words that the toast has too. */
export const loadFailure = (operation: Operation) => ({
  failure: operation.title,
  explain: (error: Error) => describeFailure(error, operation).description,
});
