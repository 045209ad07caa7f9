// One topic of the tutor's library, and what can be done with it. Every hook reports its own
// failures and successes as toasts.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import * as endpoints from '../../../domain/endpoints.ts';
import type { NewTopic, Topic, TopicChanges } from '../../../domain/topics/topic.ts';
import { TOPICS } from '../../data/topics.ts';
import { call } from '../../transport/client.ts';
import { loadAgain } from '../../transport/query-client.ts';
import { useSendOnce } from '../../transport/request-key.ts';
import { showToast } from '../../ui/toast.ts';

/** A topic with its items. */
export function topicQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'topic', id],
    queryFn: ({ signal }) => call(endpoints.getTopic, { signal, params: { id } }),
    select: ({ topic }) => topic,
    meta: { operation: { title: 'Error loading topic', text: 'Failed to load the topic' } },
  });
}

/** Writes a topic into the cache, and has the lists loaded again. */
export function useTopicCache() {
  const client = useQueryClient();
  const reloadLists = () => loadAgain(client, [TOPICS]);
  return {
    reloadLists,
    put: (answer: { readonly success: true; readonly topic: Topic }) => {
      client.setQueryData(topicQuery(answer.topic.id).queryKey, answer);
      void reloadLists();
    },
    /** Does nothing while the topic is not loaded. */
    change: (id: string, next: (topic: Topic) => Topic) =>
      client.setQueryData(topicQuery(id).queryKey, (known) =>
        known === undefined ? known : { ...known, topic: next(known.topic) },
      ),
    reload: (id: string) => loadAgain(client, [topicQuery(id).queryKey]),
  };
}

/** `mutateAsync(topic)`. */
export function useCreateTopic() {
  const { put } = useTopicCache();
  const sendOnce = useSendOnce();
  return useMutation({
    meta: {
      operation: {
        title: 'Error creating topic',
        text: 'Failed to create the topic. Please try again.',
      },
    },
    mutationFn: (topic: NewTopic) =>
      sendOnce(topic, (idempotencyKey) =>
        call(endpoints.createTopic, { body: topic, idempotencyKey }),
      ),
    onSuccess: put,
  });
}

interface Change {
  readonly changes: TopicChanges;
  /** The message on success. */
  readonly done: string;
}

/** `mutateAsync({changes, done})`: what is left out stays. */
export function useUpdateTopic(id: string) {
  const { put } = useTopicCache();
  return useMutation({
    meta: {
      operation: {
        title: 'Error saving topic',
        text: 'Failed to save the topic. Please try again.',
      },
    },
    mutationFn: ({ changes }: Change) =>
      call(endpoints.updateTopic, { params: { id }, body: changes }),
    onSuccess: (answer, { done }) => {
      put(answer);
      showToast({ kind: 'success', title: 'Topic saved', description: done });
    },
  });
}

/** `mutateAsync({id})`. */
export function useDuplicateTopic() {
  const { put } = useTopicCache();
  const sendOnce = useSendOnce();
  return useMutation({
    meta: {
      operation: {
        title: 'Error duplicating topic',
        text: 'Failed to duplicate the topic. Please try again.',
      },
    },
    mutationFn: (source: { readonly id: string }) =>
      sendOnce(source, (idempotencyKey) =>
        call(endpoints.duplicateTopic, { params: source, idempotencyKey }),
      ),
    onSuccess: (answer) => {
      put(answer);
      showToast({
        kind: 'success',
        title: 'Topic duplicated',
        description: `This is “${answer.topic.name}”.`,
      });
    },
  });
}

/** `mutateAsync({id})`, after the tutor has confirmed. */
export function useDeleteTopic() {
  const { reloadLists } = useTopicCache();
  return useMutation({
    meta: {
      operation: {
        title: 'Error deleting topic',
        text: 'Failed to delete the topic. Please try again.',
      },
    },
    mutationFn: ({ id }: { readonly id: string }) =>
      call(endpoints.deleteTopic, { params: { id } }),
    onSuccess: () => {
      void reloadLists();
      showToast({ kind: 'success', title: 'Topic deleted' });
    },
  });
}
