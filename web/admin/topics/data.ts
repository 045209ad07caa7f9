// One topic of the tutor's library with its videos, slides and questions, and the preview of a
// question. Every hook reports its own failures and successes as toasts.
import { queryOptions, useMutation, useQueryClient, keepPreviousData } from '@tanstack/react-query';

import type { AnswerOf } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import type { Answer, Marking } from '../../../domain/topics/attempt.ts';
import type { NewQuestion } from '../../../domain/topics/question.ts';
import type {
  NewTopic,
  Topic,
  TopicChanges,
  Item,
  ItemChanges,
  NewItem,
} from '../../../domain/topics/topic.ts';
import { TOPICS } from '../../data/tutor.ts';
import { call } from '../../transport/client.ts';
import { failing } from '../../transport/failures.ts';
import { loadAgain, reportSuccess } from '../../transport/query-client.ts';
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
function useTopicCache() {
  const client = useQueryClient();
  const reloadLists = () => loadAgain(client, [TOPICS]);
  return {
    reloadLists,
    put: (answer: { success: true; topic: Topic }) => {
      client.setQueryData(topicQuery(answer.topic.id).queryKey, answer);
      void reloadLists();
    },
    /** Does nothing while the topic is not loaded. */
    change: (id: string, next: (topic: Topic) => Topic) =>
      client.setQueryData(topicQuery(id).queryKey, (topic) =>
        topic === undefined ? topic : { ...topic, topic: next(topic.topic) },
      ),
    reload: (id: string) => loadAgain(client, [topicQuery(id).queryKey]),
  };
}

/** `mutateAsync(topic)`. */
export function useCreateTopic() {
  const { put } = useTopicCache();
  const sendOnce = useSendOnce();
  return useMutation({
    meta: failing('Error creating topic', 'Failed to create the topic. Please try again.'),
    mutationFn: (topic: NewTopic) =>
      sendOnce(topic, (idempotencyKey) =>
        call(endpoints.createTopic, { body: topic, idempotencyKey }),
      ),
    onSuccess: put,
  });
}

interface Change {
  changes: TopicChanges;
  /** The message on success. */
  done: string;
}

/** `mutateAsync({changes, done})`: what is left out stays. */
export function useUpdateTopic(id: string) {
  const { put } = useTopicCache();
  return useMutation({
    meta: failing('Error saving topic', 'Failed to save the topic. Please try again.'),
    mutationFn: ({ changes }: Change) =>
      call(endpoints.updateTopic, { params: { id }, body: changes }),
    onSuccess: (answer, { done }) => {
      put(answer);
      reportSuccess('Topic saved', done);
    },
  });
}

/** `mutateAsync({id})`. */
export function useDuplicateTopic() {
  const { put } = useTopicCache();
  const sendOnce = useSendOnce();
  return useMutation({
    meta: failing('Error duplicating topic', 'Failed to duplicate the topic. Please try again.'),
    mutationFn: (source: { id: string }) =>
      sendOnce(source, (idempotencyKey) =>
        call(endpoints.duplicateTopic, { params: source, idempotencyKey }),
      ),
    onSuccess: (answer) => {
      put(answer);
      reportSuccess('Topic duplicated', `This is “${answer.topic.name}”.`);
    },
  });
}

/** `mutateAsync({id})`, after the tutor has confirmed. */
export function useDeleteTopic() {
  const { reloadLists } = useTopicCache();
  return useMutation({
    meta: failing('Error deleting topic', 'Failed to delete the topic. Please try again.'),
    mutationFn: ({ id }: { id: string }) => call(endpoints.deleteTopic, { params: { id } }),
    onSuccess: () => {
      void reloadLists();
      showToast({ kind: 'success', title: 'Topic deleted' });
    },
  });
}

type ItemToSave =
  | { /** It is new. */ itemId: null; item: NewItem }
  | { itemId: string; changes: ItemChanges };

/** `mutateAsync({itemId: null, item})` or, where what is left out stays, `({itemId, changes})`. */
export function useSaveItem(topicId: string) {
  const { change, reload, reloadLists } = useTopicCache();
  const sendOnce = useSendOnce();
  return useMutation({
    meta: {
      operation: { title: 'Error saving', text: 'Failed to save this. Please try again.' },
    },
    mutationFn: (saving: ItemToSave) =>
      saving.itemId === null
        ? sendOnce(saving.item, (idempotencyKey) =>
            call(endpoints.createItem, {
              params: { id: topicId },
              body: saving.item,
              idempotencyKey,
            }),
          )
        : call(endpoints.updateItem, {
            params: { id: topicId, itemId: saving.itemId },
            body: saving.changes,
          }),
    onSuccess: ({ item }) => {
      change(topicId, (topic) => ({ ...topic, items: withItem(topic.items, item) }));
      void reloadLists();
      showToast({ kind: 'success', title: `${titleOf(item.kind)} Saved` });
    },
    // The item or the topic may have gone.
    onError: () => reload(topicId),
  });
}

const withItem = (items: Item[], item: Item): Item[] =>
  items.some(({ id }) => id === item.id)
    ? items.map((one) => (one.id === item.id ? item : one))
    : [...items, item];

const titleOf = (kind: Item['kind']) => kind.charAt(0).toUpperCase() + kind.slice(1);

/** `mutateAsync({itemId})`, after the tutor has confirmed. */
export function useDeleteItem(topicId: string) {
  const { change, reload, reloadLists } = useTopicCache();
  return useMutation({
    meta: {
      operation: { title: 'Error deleting', text: 'Failed to delete this. Please try again.' },
    },
    mutationFn: ({ itemId }: { itemId: string }) =>
      call(endpoints.deleteItem, { params: { id: topicId, itemId } }),
    onSuccess: ({ item }) => {
      change(topicId, (topic) => ({
        ...topic,
        items: topic.items.filter(({ id }) => id !== item.id),
      }));
      void reloadLists();
      showToast({ kind: 'success', title: `${titleOf(item.kind)} Deleted` });
    },
    onError: () => reload(topicId),
  });
}

/** `mutate(itemIds)`: the items are shown in their new order at once. */
export function useOrderItems(topicId: string) {
  const client = useQueryClient();
  const { change, put, reload } = useTopicCache();
  const mutationKey = ['admin', 'order', topicId];
  return useMutation({
    mutationKey,
    // One after the other: each has the order of the whole topic.
    scope: { id: mutationKey.join(' ') },
    meta: failing('Error moving', 'Failed to save the order. Please try again.'),
    mutationFn: (itemIds: readonly string[]) =>
      call(endpoints.orderItems, { params: { id: topicId }, body: { Item_IDs: [...itemIds] } }),
    onMutate: (itemIds) =>
      change(topicId, (topic) => ({
        ...topic,
        items: topic.items.toSorted(
          (one, other) => itemIds.indexOf(one.id) - itemIds.indexOf(other.id),
        ),
      })),
    onSuccess: (answer) => {
      // An earlier answer would undo the later move.
      if (client.isMutating({ mutationKey }) === 1) put(answer);
    },
    onError: () => reload(topicId),
  });
}

/** What `previewQuestion` answers. */
export type Preview = Omit<AnswerOf<typeof endpoints.previewQuestion>, 'success'>;

/** What the pages of students show of a question that is not saved. */
export interface PreviewContent {
  readonly preview: Pick<Preview, 'question' | 'solution'>;
  /** Null without a hint. */
  readonly hintHtml: string | null;
  /** The answer that was tried, and how it would be marked. */
  readonly tried: { readonly answer: Answer; readonly marking: Marking } | null;
  /** Null until the question is complete. */
  readonly onTry: ((answer: Answer) => Promise<unknown>) | null;
}

/**
 * A question as students would see it; null disables the query. The page shows the faults of its
 * texts at their fields.
 */
export function questionPreviewQuery(question: NewQuestion | null) {
  return queryOptions({
    queryKey: ['admin', 'question-preview', question],
    queryFn: ({ signal }) => preview(question, signal),
    enabled: question !== null,
    meta: { isSilent: true },
  });
}

async function preview(question: NewQuestion | null, signal: AbortSignal): Promise<Preview> {
  if (question === null) throw new Error('there is no question to preview');
  return call(endpoints.previewQuestion, { body: { question }, signal });
}

/**
 * The HTML of one text, as the text of a question of its own, because a preview has no hint; null
 * disables the query.
 */
export function textPreviewQuery(text: string | null) {
  const question: NewQuestion | null =
    text === null
      ? null
      : { kind: 'points', text, hint: '', explanation: '', points: [{ text: '.' }] };
  return queryOptions({
    ...questionPreviewQuery(question),
    placeholderData: keepPreviousData<Preview>,
    select: ({ question: { html } }: Preview) => html,
  });
}

/** `mutateAsync({question, answer})`: how the answer would be marked. */
export function useTryAnswer() {
  return useMutation({
    meta: {
      operation: { title: 'Error marking', text: 'Failed to mark the answer. Please try again.' },
    },
    mutationFn: (given: { question: NewQuestion; answer: Answer }) =>
      call(endpoints.previewQuestion, { body: given }),
  });
}
