// The videos, slides and questions of a topic, and the preview of a question. Every hook reports
// its own failures and successes as toasts.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { AnswerOf } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import type { Answer, Marking } from '../../../domain/topics/attempt.ts';
import type { NewQuestion } from '../../../domain/topics/question.ts';
import type { Item, NewItem } from '../../../domain/topics/topic.ts';
import { call } from '../../transport/client.ts';
import { useSendOnce } from '../../transport/request-key.ts';
import { showToast } from '../../ui/toast.ts';
import { useTopicCache } from './data.ts';

interface ItemToSave {
  /** Null for a new one. */
  readonly itemId: string | null;
  readonly item: NewItem;
}

/** `mutateAsync({itemId, item})`. */
export function useSaveItem(topicId: string) {
  const { change, reload, reloadLists } = useTopicCache();
  const sendOnce = useSendOnce();
  return useMutation({
    meta: {
      operation: { title: 'Error saving', text: 'Failed to save this. Please try again.' },
    },
    mutationFn: ({ itemId, item }: ItemToSave) =>
      itemId === null
        ? sendOnce(item, (idempotencyKey) =>
            call(endpoints.createItem, { params: { id: topicId }, body: item, idempotencyKey }),
          )
        : call(endpoints.updateItem, { params: { id: topicId, itemId }, body: item }),
    onSuccess: ({ item }) => {
      change(topicId, (topic) => ({ ...topic, items: withItem(topic.items, item) }));
      void reloadLists();
      showToast({ kind: 'success', title: `${titleOf(item.kind)} Saved` });
    },
    // The item or the topic may have gone.
    onError: () => reload(topicId),
  });
}

const withItem = (items: readonly Item[], item: Item): Item[] =>
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
    mutationFn: ({ itemId }: { readonly itemId: string }) =>
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
    meta: {
      operation: {
        title: 'Error moving',
        text: 'Failed to save the order. Please try again.',
      },
    },
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
    mutationFn: (given: { readonly question: NewQuestion; readonly answer: Answer }) =>
      call(endpoints.previewQuestion, { body: given }),
  });
}
