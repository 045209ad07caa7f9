// What the tutor sets. Every hook reports its own failures and successes as toasts.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { AnswerOf } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { PreviewRequest, SettingsChanges } from '../../domain/settings.ts';
import { showToast } from '../ui/toast.ts';
import { call } from './transport/client.ts';

const SETTINGS = ['admin', 'settings'] as const;

export const settingsQuery = queryOptions({
  queryKey: SETTINGS,
  queryFn: ({ signal }) => call(endpoints.getSettings, { signal }),
  select: ({ settings }) => settings,
  meta: { operation: { title: 'Error Loading Settings', text: 'Failed to load settings' } },
});

interface Change {
  readonly changes: SettingsChanges;
  /** What is said once it is done. */
  readonly done: string;
}

/** `mutateAsync({changes, done})`: what is left out stays as it is. */
export function useUpdateSettings() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      operation: {
        title: 'Error Saving Settings',
        text: 'Failed to save the settings. Please try again.',
      },
    },
    mutationFn: ({ changes }: Change) => call(endpoints.updateSettings, { body: changes }),
    onSuccess: (answer, { done }) => {
      client.setQueryData<AnswerOf<typeof endpoints.getSettings>>(SETTINGS, answer);
      showToast({ kind: 'success', title: 'Settings Saved', description: done });
    },
    // Changed on another device, perhaps: what is there counts.
    onError: () => client.invalidateQueries({ queryKey: SETTINGS }),
  });
}

/**
 * The email that these words would make; of null none is asked for. The last one stays until the
 * next is there.
 */
export function emailPreviewQuery(request: PreviewRequest | null) {
  return queryOptions({
    queryKey: ['admin', 'email-preview', request],
    queryFn: ({ signal }) => call(endpoints.previewEmail, { body: request ?? {}, signal }),
    enabled: request !== null,
    select: ({ preview }) => preview,
    placeholderData: keepPreviousData,
    meta: { operation: { title: 'Error Loading Preview', text: 'Failed to load the preview' } },
  });
}

/** `mutate()`: emails the tutor who is signed in. The answer says where. */
export function useSendTestEmail() {
  return useMutation({
    meta: {
      operation: { title: 'Error', text: 'Failed to send the test email. Please try again.' },
    },
    // A second one would be another email.
    retry: false,
    mutationFn: () => call(endpoints.sendTestEmail, {}),
  });
}
