// The link "Can't come?" of a reminder, for anyone who has it: what it can do, did, and its undo.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import * as endpoints from '../../../domain/endpoints.ts';
import type { Excuse, NewExcuse } from '../../../domain/lessons/excuse.ts';
import { call } from '../../transport/client.ts';
import { ApiError } from '../../transport/failures.ts';
import { loadAgain, LOADING } from '../../transport/query-client.ts';

/** Texts for a link that fails to load. */
export const READING_EXCUSE = {
  title: 'Error Loading Lesson',
  text: 'Failed to load the lesson',
} as const;
/** Texts for an act or an undo that fails. */
export const EXCUSING = {
  title: 'That Did Not Work',
  text: 'Nothing has changed. Please try again.',
} as const;

const isCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code;

/** Null for a link that no longer works, which is a result and not a failure. */
export function excuseQuery(token: string) {
  return queryOptions({
    queryKey: ['public', 'excuse', token],
    queryFn: async ({ signal }): Promise<Excuse | null> => {
      try {
        return (await call(endpoints.readExcuse, { signal, params: { token } })).excuse;
      } catch (error) {
        if (isCode(error, 'excuse_not_found')) return null;
        throw error;
      }
    },
    ...LOADING,
    staleTime: 0,
    meta: { operation: READING_EXCUSE },
  });
}

/** The page shows failures itself. A refusal refetches what the link can still do. */
export function useExcuse(token: string) {
  const client = useQueryClient();
  const { queryKey } = excuseQuery(token);
  const options = {
    meta: { operation: EXCUSING, isShownByForm: true },
    onSuccess: (excuse: Excuse) => client.setQueryData(queryKey, excuse),
    onError: () => loadAgain(client, [queryKey]),
  } as const;
  const params = { token };
  const act = useMutation({
    ...options,
    mutationFn: async (body: NewExcuse): Promise<Excuse> => {
      try {
        return (await call(endpoints.excuseStudent, { params, body })).excuse;
      } catch (error) {
        // The answer to an earlier try was lost, or the other parent was faster.
        if (isCode(error, 'already_done'))
          return (await call(endpoints.readExcuse, { params })).excuse;
        throw error;
      }
    },
  });
  const undo = useMutation({
    ...options,
    mutationFn: async () => (await call(endpoints.undoExcuse, { params })).excuse,
  });
  return { act, undo };
}
