// The tutor's settings. Every hook reports its own failures and successes as toasts.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { type Business, DEFAULT_BUSINESS } from '../../domain/business.ts';
import type { AnswerOf } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { SettingsChanges } from '../../domain/tutor/settings.ts';
import { call } from '../transport/client.ts';
import { failing } from '../transport/failures.ts';
import { loadAgain, reportSuccess } from '../transport/query-client.ts';

const SETTINGS = ['admin', 'settings'] as const;

export const settingsQuery = queryOptions({
  queryKey: SETTINGS,
  queryFn: ({ signal }) => call(endpoints.getSettings, { signal }),
  select: ({ settings }) => settings,
  meta: { operation: { title: 'Error loading settings', text: 'Failed to load settings' } },
});

/**
 * The business settings for the tutor's own pages; null while they load. If they cannot be loaded,
 * the defaults must do.
 */
export function useBusinessSettings(): Business | null {
  const { data, isError } = useQuery(settingsQuery);
  return data?.business ?? (isError ? DEFAULT_BUSINESS : null);
}

interface Change {
  changes: SettingsChanges;
  /** The message on success. */
  done: string;
}

/** `mutateAsync({changes, done})`: omitted settings stay unchanged. */
export function useUpdateSettings() {
  const client = useQueryClient();
  return useMutation({
    meta: failing('Error saving settings', 'Failed to save the settings. Please try again.'),
    mutationFn: ({ changes }: Change) => call(endpoints.updateSettings, { body: changes }),
    onSuccess: (answer, { done }) => {
      client.setQueryData<AnswerOf<typeof endpoints.getSettings>>(SETTINGS, answer);
      reportSuccess('Settings saved', done);
    },
    // The settings may have changed on another device, so the server's state decides.
    onError: () => loadAgain(client, [SETTINGS]),
  });
}
