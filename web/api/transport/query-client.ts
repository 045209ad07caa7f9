// The query layer: its retries, its freshness, and where failed queries and mutations are reported.
// Pages start its queries as they open, and components read them.
import {
  MutationCache,
  noop,
  QueryCache,
  QueryClient,
  type QueryExecuteOptions,
  type QueryKey,
} from '@tanstack/react-query';

import type { Admin, Audience, FamilyUser } from '../../../domain/account.ts';
import { errorCatalogue } from '../../../domain/errors.ts';
import { RETRY, STALE_MINUTES } from '../../../domain/limits.ts';
import { markReported, wasReported } from '../../ui/reported.ts';
import { readMessages, showToast } from '../../ui/toast.ts';
import {
  AuthenticationError,
  isAbort,
  retryBy,
  wordsFor,
  type FailureWords,
  type Operation,
} from './failures.ts';
import { clearSession, readSession, subscribeToSession } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** Failures are reported in these words; without them in the general ones. */
    queryMeta: {
      readonly operation?: Operation;
      /** The page itself says what has failed. */ readonly isSilent?: true;
    };
    mutationMeta: { readonly operation?: Operation };
  }
}

/** The retries of data that a page cannot do without. */
export const LOADING = retryBy(RETRY.loading);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (meta?.isSilent !== true) reportFailure(error, meta?.operation);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) =>
        reportFailure(error, mutation.meta?.operation),
    }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MINUTES * 60_000,
        ...retryBy(RETRY.query),
        // An offline browser gets the connection error instead of waiting without a word.
        networkMode: 'always',
      },
      mutations: { ...retryBy(RETRY.mutation), networkMode: 'always' },
    },
  });
}

/** The app's one. */
export const queryClient = createQueryClient();

/**
 * Starts a query for a page that opens: the page shows what comes of it, and a failure is reported
 * as any other.
 */
export function startQuery<FnData, Failure, Data, QueryData, Key extends QueryKey>(
  options: QueryExecuteOptions<FnData, Failure, Data, QueryData, Key>,
): void {
  queryClient.query(options).catch(noop);
}

/** The title and text of the toast for a failure. */
export function describeFailure(error: unknown, operation?: Operation): FailureWords {
  return wordsFor(error, operation, (code) => errorCatalogue[code].title);
}

/**
 * Reports a failed call to the person, once, and signs out the session that an authentication
 * failure has shown to be dead; the page's guard then leads to the matching sign-in page. Calls
 * given up on purpose are passed over.
 */
export function reportFailure(error: unknown, operation?: Operation): void {
  if (isAbort(error) || wasReported(error)) return;
  markReported(error);
  if (error instanceof AuthenticationError && error.audience !== undefined)
    clearSession(error.audience);
  const words = describeFailure(error, operation);
  // A session that ends fails every call that is on its way; one message says so.
  const isTold = readMessages().shown?.title === words.title;
  if (error instanceof AuthenticationError && error.code !== 'invalid_credentials' && isTold)
    return;
  showToast({ kind: 'destructive', ...words });
}

/**
 * Forgets what was loaded for an audience as soon as somebody else, or nobody, is signed in: the
 * queries of an audience carry its name first in their keys. Returns how to stop.
 */
export function forgetOnSignOut(client: QueryClient, audience: Audience): () => void {
  let owner = ownerOf(audience);
  return subscribeToSession(audience, () => {
    const next = ownerOf(audience);
    if (next === owner) return;
    owner = next;
    const queryKey: QueryKey = [audience];
    void client.cancelQueries({ queryKey });
    client.removeQueries({ queryKey });
  });
}

/** Whose session it is. Of a family several people sign in, and not all of them see the same. */
function ownerOf(audience: Audience): string | undefined {
  const user: FamilyUser | Admin | undefined = readSession(audience)?.user;
  if (user === undefined || 'email' in user) return user?.id;
  return `${user.id} ${user.Parent_Email ?? user.students[0]?.id}`;
}
