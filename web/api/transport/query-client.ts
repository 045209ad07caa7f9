// The query layer: its retries, its freshness, and where failed queries and mutations are reported.
import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  type UseMutationOptions,
} from '@tanstack/react-query';

import type { Admin, Audience, FamilyUser } from '../../../domain/account.ts';
import { RETRY, STALE_MINUTES } from '../../../domain/limits.ts';
import { reportFailure } from './errors.ts';
import type { Operation } from './failure-words.ts';
import { isWorthRetrying } from './failures.ts';
import { readSession, subscribeToSession } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** Failures are reported in these words; without them in the general ones. */
    queryMeta: { readonly operation?: Operation };
    mutationMeta: { readonly operation?: Operation };
  }
}

const QUERY_RETRIES = 3;
const MUTATION_RETRIES = 1;

/** For a call with a retry rule of its own: `retry: OWN_RETRIES` keeps the query layer from adding more on top. */
export const OWN_RETRIES = false;

export function createQueryClient(): QueryClient {
  const retryDelay = (failures: number) => RETRY.general.delayMs * (failures + 1);
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => reportFailure(error, query.meta?.operation),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => reportFailure(error, mutation.meta?.operation),
    }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MINUTES * 60_000,
        retry: (failures, error) => failures < QUERY_RETRIES && isWorthRetrying(error),
        retryDelay,
        // An offline browser gets the connection error instead of waiting without a word.
        networkMode: 'always',
      },
      mutations: {
        retry: (failures, error) => failures < MUTATION_RETRIES && isWorthRetrying(error),
        retryDelay,
        networkMode: 'always',
      },
    },
  });
}

/**
 * Forgets what was loaded for an audience as soon as somebody else, or nobody, is signed in: the queries of an audience
 * carry its name first in their keys. Returns how to stop.
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

/** A mutation's options with the words for its failure. */
export function mutationOptions<Answer, Variables>(
  operation: Operation,
  options: UseMutationOptions<Answer, Error, Variables>,
): UseMutationOptions<Answer, Error, Variables> {
  return { meta: { operation }, ...options };
}
